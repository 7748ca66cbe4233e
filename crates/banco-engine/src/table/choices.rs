//! What the licensee chose, where a procedure asks for it: options resolved once, in the text's words.
//!
//! This is the one place that knows options by their names. A rulebook that lacks an option has the choice that is
//! marked as the default; an option or a choice that nothing here and nothing in the rulebook's data goes by is an
//! error, so that a slip of the pen never passes for "no".

use banco_rulebook::model::rulebook::ChoiceOption;
use banco_rulebook::{Terms, suggest};

use super::rules::RulesError;

/// The choices of one option.
pub(crate) trait Choice: Copy + Default + 'static {
    /// The option's name.
    const OPTION: &'static str;
    /// Its choices, by name.
    const KNOWN: &'static [(&'static str, Self)];
}

macro_rules! choice {
    ($(#[$about:meta])* $name:ident in $option:literal {
        $($(#[$doc:meta])* $variant:ident = $text:literal,)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl Choice for $name {
            const OPTION: &'static str = $option;
            const KNOWN: &'static [(&'static str, Self)] = &[$(($text, Self::$variant)),*];
        }
    };
}

choice! {
    /// Which of the burnt cards are shown.
    BurnShown in "burn-shown" {
        /// The first, which says how many follow.
        #[default]
        FirstCard = "first-card",
        /// All of them.
        All = "all",
    }
}

choice! {
    /// Whether cards are burnt before the first hand.
    Burn in "burn" {
        /// As many as the first card counts.
        #[default]
        Counted = "counted",
        /// None.
        None = "none",
    }
}

choice! {
    /// For whom the decks lie spread before they are washed.
    Inspection in "inspection" {
        /// For the first participants who come to the table.
        #[default]
        FirstArrivals = "first-arrivals",
        /// For whoever asks; a table may be prepared before anybody has come.
        OnRequest = "on-request",
    }
}

choice! {
    /// The shuffling device.
    Shuffler in "shuffler" {
        /// The dealer shuffles.
        #[default]
        None = "none",
        /// Two batches take turns.
        Automated = "automated",
        /// A device that reshuffles by itself.
        Continuous = "continuous",
    }
}

choice! {
    /// Who cuts.
    WhoCuts in "cut-by" {
        /// The players, offered one after the other.
        #[default]
        Players = "players",
        /// The dealer.
        Dealer = "dealer",
    }
}

choice! {
    /// Who cuts again when a supervisor orders it.
    RecutBy in "recut-by" {
        /// Whoever cut last.
        #[default]
        LastCutter = "last-cutter",
        /// The next one entitled to cut.
        NextEntitled = "next-entitled",
    }
}

choice! {
    /// Where the cards wait while nobody plays.
    IdleTable in "idle-table" {
        /// Stacked before the dealer.
        #[default]
        Stacked = "stacked",
        /// A shuffled batch, stacked before the dealer.
        BatchStacked = "batch-stacked",
        /// A shuffled batch inside the shuffler.
        InShuffler = "in-shuffler",
        /// Inside a continuous shuffler.
        InContinuousShuffler = "in-continuous-shuffler",
    }
}

choice! {
    /// Whether people behind a seat may bet there.
    OverTheShoulder in "over-the-shoulder" {
        /// Seated players only.
        #[default]
        Refused = "refused",
        /// They may.
        Allowed = "allowed",
    }
}

choice! {
    /// Whether a player may back both hands in one round.
    OppositeBetting in "opposite-betting" {
        /// Both may be backed.
        #[default]
        Allowed = "allowed",
        /// Only one of them.
        Refused = "refused",
    }
}

choice! {
    /// What becomes of a promotional chip that wins.
    PromotionalChips in "promotional-chips" {
        /// It stays with its owner until it loses.
        #[default]
        UntilLost = "until-lost",
        /// It is taken when its wager is decided.
        OnePlay = "one-play",
    }
}

choice! {
    /// Whether the table takes tips.
    Tips in "tips" {
        /// They are taken.
        #[default]
        Taken = "taken",
        /// They are not.
        NotTaken = "not-taken",
    }
}

choice! {
    /// Whether wagers for the dealer may be made, where the house decides it.
    HouseDealerWagers in "dealer-wagers" {
        /// None are taken.
        #[default]
        Refused = "refused",
        /// Beside a wager of the player's own.
        Allowed = "allowed",
    }
}

choice! {
    /// Whether tips may be wagered for the dealer on Infinite Fortune spots.
    InfiniteFortuneTips in "infinite-fortune-tips" {
        /// Where the player has a wager on the same spot.
        #[default]
        WithOwnWager = "with-own-wager",
        /// Not at all.
        Refused = "refused",
    }
}

choice! {
    /// Where the fixed pays of progressive wagers come from.
    FixedProgressivePays in "fixed-progressive-pays" {
        /// From the tray.
        #[default]
        FromTray = "from-tray",
        /// From the meter.
        FromMeter = "from-meter",
    }
}

choice! {
    /// Whether, if the whole table agrees, a lower bettor may turn the cards.
    LowerBettorTurns in "lower-bettor-turns" {
        /// Only the highest bettor turns.
        #[default]
        Refused = "refused",
        /// They may agree.
        Allowed = "allowed",
    }
}

choice! {
    /// What happens when a card is seen too early. The house-banked texts choose between the first two, chemin de
    /// fer between the others.
    DisclosedCard in "disclosed-card" {
        /// The round goes on; the card opens one without wagers afterwards.
        #[default]
        RoundGoesOn = "round-goes-on",
        /// The round is void.
        RoundIsVoid = "round-is-void",
        /// It is burnt with as many more as it counts.
        BurnByValue = "burn-by-value",
        /// It is discarded with one more.
        DiscardWithOneMore = "discard-with-one-more",
        /// It opens a simulated round.
        SimulatedRound = "simulated-round",
    }
}

choice! {
    /// How many cards are burnt with a ten or a face card that was seen too early.
    BurnOnTenOrFace in "burn-on-ten-or-face" {
        /// One.
        #[default]
        OneCard = "one-card",
        /// Ten.
        TenCards = "ten-cards",
    }
}

choice! {
    /// What happens when a third card is seen that the Player's hand may not have.
    DisclosedThirdCard in "disclosed-third-card" {
        /// It opens a round without wagers.
        #[default]
        SimulatedRound = "simulated-round",
        /// It is discarded with one more.
        DiscardWithOneMore = "discard-with-one-more",
    }
}

choice! {
    /// Who may void a round when its first card is out.
    VoidAfterFirstCard in "void-after-first-card" {
        /// Two people, for a reason.
        #[default]
        TwoPeople = "two-people",
        /// The floor alone, for a reason.
        FloorAlone = "floor-alone",
    }
}

choice! {
    /// What a progressive wager is whose jackpot was rejected.
    RejectedJackpot in "rejected-jackpot" {
        /// Not made: its stake returns, and to the others its place is as if empty.
        #[default]
        WagerVoid = "wager-void",
        /// Made, and lost.
        WagerLost = "wager-lost",
    }
}

choice! {
    /// How many people besides the dealer see a jackpot before it is paid.
    JackpotConfirmation in "jackpot-confirmation" {
        /// One verifies the cards, another one pays.
        #[default]
        TwoPeople = "two-people",
        /// One who may pay it verifies the cards and pays.
        OnePerson = "one-person",
    }
}

/// What the licensee chose, where a procedure asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is documented at its type")]
pub struct Choices {
    pub burn_shown: BurnShown,
    pub burn: Burn,
    pub inspection: Inspection,
    pub shuffler: Shuffler,
    pub cut_by: WhoCuts,
    pub recut_by: RecutBy,
    /// `None` where the text does not say that cards wait.
    pub idle_table: Option<IdleTable>,
    pub over_the_shoulder: OverTheShoulder,
    pub opposite_betting: OppositeBetting,
    pub promotional_chips: PromotionalChips,
    pub tips: Tips,
    /// `None` where the text leaves them to the single wagers.
    pub dealer_wagers: Option<HouseDealerWagers>,
    pub infinite_fortune_tips: InfiniteFortuneTips,
    pub fixed_progressive_pays: FixedProgressivePays,
    pub lower_bettor_turns: LowerBettorTurns,
    pub disclosed_card: DisclosedCard,
    pub burn_on_ten_or_face: BurnOnTenOrFace,
    pub disclosed_third_card: DisclosedThirdCard,
    pub void_after_first_card: VoidAfterFirstCard,
    pub rejected_jackpot: RejectedJackpot,
    pub jackpot_confirmation: JackpotConfirmation,
}

impl Choices {
    /// What was chosen under these terms.
    ///
    /// # Errors
    /// An option or a choice of the rulebook that nothing goes by.
    pub fn resolve(terms: &Terms) -> Result<Self, RulesError> {
        let mut options = Options { terms, asked: Vec::new() };
        let choices = Self {
            burn_shown: options.choice()?,
            burn: options.choice()?,
            inspection: options.choice()?,
            shuffler: options.choice()?,
            cut_by: options.choice()?,
            recut_by: options.choice()?,
            idle_table: options.choice_if_any()?,
            over_the_shoulder: options.choice()?,
            opposite_betting: options.choice()?,
            promotional_chips: options.choice()?,
            tips: options.choice()?,
            dealer_wagers: options.choice_if_any()?,
            infinite_fortune_tips: options.choice()?,
            fixed_progressive_pays: options.choice()?,
            lower_bettor_turns: options.choice()?,
            disclosed_card: options.choice()?,
            burn_on_ten_or_face: options.choice()?,
            disclosed_third_card: options.choice()?,
            void_after_first_card: options.choice()?,
            rejected_jackpot: options.choice()?,
            jackpot_confirmation: options.choice()?,
        };
        options.all_asked()?;
        Ok(choices)
    }
}

/// The options of a rulebook, and those that were asked for.
struct Options<'t> {
    terms: &'t Terms,
    asked: Vec<&'static str>,
}

impl Options<'_> {
    /// What was chosen, or the default where the rulebook lacks the option.
    fn choice<C: Choice>(&mut self) -> Result<C, RulesError> {
        Ok(self.choice_if_any()?.unwrap_or_default())
    }

    /// What was chosen, where the rulebook has the option.
    fn choice_if_any<C: Choice>(&mut self) -> Result<Option<C>, RulesError> {
        self.asked.push(C::OPTION);
        let Some(option) = self.terms.rulebook.option(C::OPTION) else { return Ok(None) };
        // A choice that nobody made yet must have a meaning as well.
        for choice in &option.choices {
            self.meaning::<C>(&choice.id)?;
        }
        self.meaning(self.terms.option(C::OPTION)).map(Some)
    }

    fn meaning<C: Choice>(&self, choice: &str) -> Result<C, RulesError> {
        let known = C::KNOWN.iter().find(|(name, _)| *name == choice);
        known.map(|(_, meaning)| *meaning).ok_or_else(|| RulesError::UnknownChoice {
            rulebook: self.terms.rulebook.id().to_owned(),
            option: C::OPTION.to_owned(),
            choice: choice.to_owned(),
            hint: suggest(choice, C::KNOWN.iter().map(|(name, _)| *name)),
        })
    }

    /// Every option of the rulebook was asked for, is one that its data go by, or is told to people alone.
    fn all_asked(&self) -> Result<(), RulesError> {
        let rulebook = &self.terms.rulebook;
        let idle = |option: &&ChoiceOption| {
            !option.told
                && !self.asked.contains(&option.id.as_str())
                && !rulebook.options_in_data.contains(&option.id)
        };
        match rulebook.file.options.iter().find(idle) {
            None => Ok(()),
            Some(option) => Err(RulesError::UnknownOption {
                rulebook: rulebook.id().to_owned(),
                option: option.id.clone(),
                hint: suggest(&option.id, self.asked.iter().copied()),
            }),
        }
    }
}
