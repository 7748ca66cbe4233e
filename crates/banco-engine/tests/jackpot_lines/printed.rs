//! The progressive pay tables as the texts print them, each line with cards that reach it and nothing above it.
//!
//! A line is `NAME | Player | Banker | WHO | CELLS`, the cells in the order of the columns. A cell is a pay, with the
//! envy after a slash; `100%` is the whole meter, `100%:star` that meter, `-` stands where the table has no such line.
//! WHO is empty where everybody who takes part has the line; `2, Any Royal 9` gives it to seat 2 and that other line to
//! the rest, unless an envy is printed for them. What begins with `@` holds for the column: the wager, what goes into a
//! meter and its reserve, the seed.

use banco_engine::script::{Line, Runner};

/// A progressive wager as a table offers it.
pub struct Family {
    pub rulebook: &'static str,
    pub submission: &'static str,
    pub wager: &'static str,
    /// The meter of `100%`.
    pub meter: &'static str,
    /// Seats that take part, from the lowest, and one that does not.
    pub seats: &'static [u8],
    pub bystander: u8,
    /// Whether the first two cards of each hand decide.
    pub first_four: bool,
    /// Whether the dealer selects seat and hand.
    pub selects: bool,
    /// Whether the envy goes to the dealer, else to the other seats.
    pub dealer_envy: bool,
    /// What the submission says of a column: `COLUMN` and `WAGER` stand for its name and its wager.
    pub set: &'static [&'static str],
    pub text: &'static str,
}

const CO_BASE: &str = r#"{ id = "player", min = "$25", max = "$5,000" }, { id = "banker", min = "$25", max = "$5,000" }, { id = "tie", min = "$5", max = "$500" }"#;

impl Family {
    /// The keys of the submission for a column.
    pub fn keys(&self, printed: &Printed, column: usize, wager: &str, seed: &str) -> Vec<String> {
        let pesos = wager.starts_with("PHP");
        let base = if pesos { CO_BASE.replace('$', "PHP") } else { CO_BASE.to_owned() };
        let mut keys: Vec<String> = self
            .set
            .iter()
            .map(|key| {
                key.replace("BASE", &base)
                    .replace("COLUMN", &printed.columns[column])
                    .replace("WAGER", wager)
                    .replace("SEED", seed)
            })
            .collect();
        if pesos {
            keys.push("currency = \"PHP\"".to_owned());
        }
        if printed.columns[column].contains("-6-") {
            keys.extend(["seats = 6".to_owned(), "positions = [1, 2, 3, 5, 6, 8]".to_owned()]);
        }
        keys
    }
}

/// A table of the texts.
pub struct Printed {
    pub columns: Vec<String>,
    heads: Vec<(String, Vec<String>)>,
    pub rows: Vec<Row>,
}

/// A printed line.
pub struct Row {
    pub line: String,
    /// The Player's and the Banker's cards.
    pub hands: [Vec<String>; 2],
    /// The only seat that has it, and what the others have.
    pub only: Option<(u8, String)>,
    pub cells: Vec<String>,
}

impl Printed {
    pub fn read(text: &str) -> Self {
        let mut printed = Self { columns: Vec::new(), heads: Vec::new(), rows: Vec::new() };
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let parts: Vec<&str> = line.split('|').map(str::trim).collect();
            match (parts[0].strip_prefix('@'), parts.as_slice()) {
                (Some("columns"), [_, cells]) => printed.columns = words(cells),
                (Some(head), [_, cells]) => printed.heads.push((head.to_owned(), words(cells))),
                (None, [name, player, banker, who, cells]) => printed.rows.push(Row {
                    line: (*name).to_owned(),
                    hands: [words(player), words(banker)],
                    only: who.split_once(", ").map(|(seat, other)| (seat.parse().unwrap(), other.to_owned())),
                    cells: words(cells),
                }),
                _ => panic!("what is `{line}`?"),
            }
        }
        for cells in
            printed.heads.iter().map(|(_, cells)| cells).chain(printed.rows.iter().map(|row| &row.cells))
        {
            assert_eq!(cells.len(), printed.columns.len(), "{cells:?}");
        }
        printed
    }

    /// What holds for a column, if the text says so.
    pub fn head(&self, name: &str, column: usize) -> Option<&str> {
        let (_, cells) = self.heads.iter().find(|(head, _)| head == name)?;
        Some(cells[column].as_str()).filter(|cell| *cell != "-")
    }

    /// The cell of another line in the same column.
    pub fn cell(&self, line: &str, column: usize) -> &str {
        &self.rows.iter().find(|row| row.line == line).unwrap().cells[column]
    }
}

impl Row {
    /// The cards in the order of dealing.
    pub fn dealt(&self) -> String {
        let [player, banker] = &self.hands;
        let cards = (0..3).flat_map(|at| [player.get(at), banker.get(at)]).flatten();
        cards.cloned().collect::<Vec<_>>().join(" ")
    }

    /// The hands as a supervisor reads them, whole or their first two cards.
    pub fn shown(&self, first_four: bool) -> String {
        let most = if first_four { 2 } else { 3 };
        let hand = |hand: &Vec<String>| hand.iter().take(most).cloned().collect::<Vec<_>>().join(" ");
        self.hands.iter().map(hand).collect::<Vec<_>>().join(", ")
    }
}

/// One line of a script; what it told.
pub fn play(runner: &mut Runner<'_>, line: &str) -> Vec<String> {
    let outcome =
        runner.line(&Line::parse(line).unwrap()).unwrap_or_else(|failure| panic!("{line}: {failure}"));
    runner.settled().unwrap_or_else(|failure| panic!("{line}: {failure}"));
    match outcome {
        banco_engine::script::Outcome::Happened(happened) => {
            happened.iter().map(|happening| runner.story(happening)).collect()
        }
        _ => Vec::new(),
    }
}

pub const FAMILIES: [Family; 7] = [
    Family {
        rulebook: "ma-baccarat",
        submission: "royal-9",
        wager: "royal-9",
        meter: "star",
        seats: &[1, 2],
        bystander: 3,
        first_four: true,
        selects: true,
        dealer_envy: false,
        set: &[],
        text: ROYAL_9,
    },
    Family {
        rulebook: "ma-midi",
        submission: "house-money-royal-9",
        wager: "royal-9",
        meter: "star",
        seats: &[1, 2],
        bystander: 3,
        first_four: true,
        selects: true,
        dealer_envy: false,
        set: &["wager.royal-9.meters.star.seed = \"$50,000\""],
        text: ROYAL_9,
    },
    Family {
        rulebook: "co-rule-28",
        submission: "ez",
        wager: "99-fortunes",
        meter: "99-fortunes",
        seats: &[2, 5, 8],
        bystander: 3,
        first_four: true,
        selects: true,
        dealer_envy: false,
        set: &[
            "variant = \"commission-free\"",
            "positions = [1, 2, 3, 5, 6, 7, 8]",
            "wager = [BASE, { id = \"99-fortunes\", paytable = \"COLUMN\", unit = \"WAGER\", meters = { 99-fortunes = { seed = \"SEED\", increment = \"15%\" } } }]",
        ],
        text: FORTUNES,
    },
    Family {
        rulebook: "co-rule-28",
        submission: "ez",
        wager: "ez-baccarat-progressive",
        meter: "ez-baccarat",
        seats: &[2, 5, 7],
        bystander: 3,
        first_four: false,
        selects: true,
        dealer_envy: false,
        set: &[
            "wager = [BASE, { id = \"ez-baccarat-progressive\", paytable = \"COLUMN\", min = \"WAGER\", max = \"WAGER\", meters = { ez-baccarat = { seed = \"SEED\", increment = \"20%\", reserve = \"5%\" } } }]",
        ],
        text: EZ,
    },
    Family {
        rulebook: "co-rule-28",
        submission: "ez",
        wager: "harmony",
        meter: "harmony",
        seats: &[2, 5, 7],
        bystander: 3,
        first_four: false,
        selects: false,
        dealer_envy: true,
        set: &[
            "wager = [BASE, { id = \"harmony\", paytable = \"COLUMN\", unit = \"WAGER\", meters = { harmony = { seed = \"SEED\" } } }]",
        ],
        text: HARMONY,
    },
    Family {
        rulebook: "co-rule-28",
        submission: "ez",
        wager: "sun-7-progressive",
        meter: "sun-7",
        seats: &[2, 5, 7],
        bystander: 3,
        first_four: false,
        selects: false,
        dealer_envy: true,
        set: &[
            "wager = [BASE, { id = \"sun-7-progressive\", paytable = \"COLUMN\", unit = \"WAGER\", suits = [\"spades\"], meters = { sun-7 = { seed = \"SEED\" } } }]",
        ],
        text: SUN_7,
    },
    Family {
        rulebook: "co-rule-28",
        submission: "ez",
        wager: "fate-38",
        meter: "fate-38",
        seats: &[2, 5, 7],
        bystander: 3,
        first_four: false,
        selects: false,
        dealer_envy: true,
        set: &[
            "wager = [BASE, { id = \"fate-38\", paytable = \"COLUMN\", unit = \"WAGER\", suits = SUITS, meters = { fate-38 = { seed = \"SEED\" } } }]",
        ],
        text: FATE_38,
    },
];

/// MB 13(i) Paytable 1 with option 2, MM 12(i) Table 1 with the same figures. Seat 1 carries Ks 9h, seat 2 Ks 9d,
/// seat 3 Ks 9c.
const ROYAL_9: &str = "
    @columns         | 1
    @wager           | $5
    @increment star  | 6%
    @increment spade | 5%
    @increment heart | 5%
    @seed star       | $50,000
    @seed spade      | $450
    @seed heart      | $450
    Personal King-9 vs. Personal King-9        | Ks 9h | Ks 9h | 1, Other Personal King-9 vs. Identical King-9 | 100%:star
    Banker Personal King-9                     | 2c 5d | 9h Ks | 1, Any Royal 9 | 100%:spade
    Player Personal King-9                     | Ks 9h | 2c 5d | 1, Any Royal 9 | 100%:heart
    Other Personal King-9 vs. Identical King-9 | Ks 9c | 9c Ks |                | $5,000
    Suited Royal 9 vs. Suited Royal 9          | Ks 9s | Qh 9h |                | $1,500
    Royal 9 vs. Royal 9                        | Ks 9c | Qh 9d |                | $250
    Any Suited Royal 9                         | 2c 5d | 9d Jd |                | $50
    Any Royal 9                                | Jd 9s | 2c 5d |                | $25
";

/// CO 30-2899.02(11).
const FORTUNES: &str = "
    @columns               | P1     P2-6-PHP100 P2-7-USD5 P2-7-PHP100 P3-6-PHP200 P3-7-PHP200 P4b    P5     P6
    @wager                 | $1     PHP100      $5        PHP100      PHP200      PHP200      $1     $5     $5
    @increment 99-fortunes | 15%    15%         15%       15%         15%         15%         15%    15%    15%
    @seed 99-fortunes      | $10,000 PHP400,000 $10,000   PHP400,000  PHP400,000  PHP400,000  $10,000 $10,000 $10,000
    Suited Quads - Player Position | 2h 2h Kc | 2h 2h    | 2, Other Suited Quads | 100%/$1,000 100% 100%/$500 100% 100% 100% 100%/$1,000 100%/$1,000 100%/$1,000
    Other Suited Quads             | Qd Qd 9c | Qd Qd Ks | | $1,000 PHP100,000 $5,000 PHP100,000 PHP200,000 PHP200,000 $1,000 $5,000 $5,000
    Quads                          | 9h 9s    | 9d 9c    | | $100   PHP10,000  $500   PHP10,000  PHP20,000  PHP20,000  $100   $500   $500
    Suited Trips                   | 4h 4h    | 4h Kc    | | -      -          -      -          -          -          -      $125   $125
    Trips                          | Jc Jh 4c | 6h Jd    | | $10    PHP1,000   $50    PHP1,000   PHP2,000   PHP2,000   $10    $40    $50
    Two Pair                       | 9c 9d    | 4h 4s    | | $9     PHP900     $45    PHP900     PHP1,000   PHP1,000   $9     -      -
    Suited Pair                    | 9h Kd    | 9h 5s    | | $3     PHP300     $15    PHP300     PHP600     PHP600     $3     $15    $20
";

/// CO 30-2899.04(5)(g).
const EZ: &str = "
    @columns               | 1      2      3
    @wager                 | $1     $1     $1
    @increment ez-baccarat | 20%    20%    20%
    @reserve ez-baccarat   | 5%     5%     5%
    @seed ez-baccarat      | $5,000 $5,000 $5,000
    Dragon 7 - Player 0 - Suited             | Kh Ks Kc | Kd 3d 4d | | 100%    100%    -
    Dragon 7 - Player 0 - Same Color         | Kh Ks Kc | Kd 3h 4d | | 250for1 230for1 -
    Dragon 7 - Player 0                      | Kh Ks Kc | Kd 3c 4d | | 75for1  75for1  -
    Banker 2-Card 7 - Player 0               | Kh Ks Kc | Kd 7s    | | 60for1  60for1  -
    Panda 8 vs. Banker 3-card 7 - suited     | 2d 3d 3d | Kd 3d 4d | | -       -       100%
    Panda 8 vs. Banker 3-card 7 - same color | 2d 3h 3d | Kd 3h 4d | | -       -       500for1
    Panda 8 vs. Banker 3-card 7              | 2d 3c 3d | Kd 3h 4d | | -       -       50for1
    Panda 8 or Dragon 7 - suited             | 2d 3d 3d | Kd 7s    | | -       -       20for1
    Panda 8 or Dragon 7 - suited             | Kh Qs 2c | Kd 3d 4d | | -       -       20for1
    Panda 8 or Dragon 7                      | 2d 3c 3d | Kd 7s    | | -       -       10to1
    Panda 8 or Dragon 7                      | Kh Qs 2c | Kd 3c 4d | | -       -       10to1
";

/// CO 30-2899.07(8)(d). HP-12, HP-13 and HP-E02 break off after two lines: the last one is the licensee's.
const HARMONY: &str = "
    @columns           | PT-PRG-HP-01 PT-PRG-HP-02 PT-PRG-HP-03 PT-PRG-HP-04 PT-PRG-HP-05 PT-PRG-HP-06 PT-PRG-HP-07 PT-PRG-HP-08 PT-PRG-HP-09 PT-PRG-HP-10 PT-PRG-HP-11 PT-PRG-HP-12 PT-PRG-HP-13 PT-PRG-HP-E01 PT-PRG-HP-E02
    @wager             | $1     $1     $1     $1     $1     $1     $1     $1     $1     $1     $1     $1     $1     $1         $1
    @increment harmony | 15%    19%    15%    15%    19%    15%    15%    19%    15%    18%    18%    19%    28%    19%        19%
    @reserve harmony   | 3%     5%     3%     3%     5%     3%     3%     5%     3%     5%     5%     -      -      5%         -
    @seed harmony      | -      -      -      -      -      -      -      -      -      -      -      $2,000 $2,000 -          $2,000
    Six-of-a-Kind               | 2h 2c 2d | 2s 2h 2c | | 100%   100%   100%   100%   100%   100%   100%   100%   100%   -      -      -      -      -          -
    Four-of-a-Kind (Same Color) | 8h 8d    | 8h 8d    | | -      -      -      -      -      -      -      -      -      100%   100%   -      -      100%/$200  -
    Four 8's                    | 8h 8c    | 8d 8s    | | $1,000 $1,000 $600   $600   $1,000 $300   $600   $1,000 $300   $1,000 $2,000 100%   100%   $1,000/$50 100%/$100
    Four-of-a-Kind              | 9h 9c    | 9d 9s    | | $300   $200   $300   $300   $300   $300   $200   $200   $300   $500   $1,000 $1,000 $500   $750/$25   $1,000/$50
    Six 0's                     | Kh Qc Jd | Th Ks Qd | | $100   $100   $100   $200   $100   $100   $100   $50    $50    $200   $100   -      -      $150/$5    -
    Tie with 0                  | 5h 5c Kd | Ks Qd Th | | $20    $20    $20    -      -      -      -      -      -      -      -      -      -      -          -
    Tie with 1-5                | Kh 2c 3d | Kd 2s 3h | | $6     $5     $5     -      -      -      -      -      -      -      -      -      -      -          -
    Tie with 6-9                | Kh 6c    | Qd 6s    | | $3     $3     $5     -      -      -      -      -      -      -      -      -      -      -          -
    Tie (Same Color)            | Kh 6h    | Qd 6d    | | -      -      -      $20    $20    $20    -      -      -      $20    $20    -      -      $20/$2     -
    Any Tie                     | Kh 6c    | Qd 6s    | | -      -      -      $3     $3     $5     -      -      -      $2     $2     $4     $4     $2         $4
    5-Card Tie                  | Kh 2c 5d | Kd 7s    | | -      -      -      -      -      -      $10    $8     $10    -      -      -      -      -          -
    6-Card Tie                  | Kh 2c 3d | Kd 2s 3h | | -      -      -      -      -      -      $3     $4     $6     -      -      -      -      -          -
    4-Card Tie                  | Kh 6c    | Qd 6s    | | -      -      -      -      -      -      $3     $3     $4     -      -      -      -      -          -
";

/// CO 30-2899.07(8)(e), spades posted.
const SUN_7: &str = "
    @columns         | PT-PRG-S7-01 PT-PRG-S7-02 PT-PRG-S7-03 PT-PRG-S7-04 PT-PRG-S7-05 PT-PRG-S7-E01 PT-PRG-S7-E02 PT-PRG-S7-E03 PT-PRG-S7-E04 PT-PRG-S7-E05
    @wager           | $1     $1     $1     $1     $1     $1          $1          $1         $1          $1
    @increment sun-7 | 15%    15%    12%    17%    17%    15%         15%         21%        17%         16%
    @reserve sun-7   | 5%     5%     6%     5%     -      5%          5%          -          17%         16%
    @seed sun-7      | -      -      -      -      $2,000 -           -           $1,500     -           -
    Sun 7 (Player & Banker Suit Specific) | Ks Qs 2s | Ks 3s 4s | | 100%   100%   100%   100%   100%   100%/$500   100%/$500   100%/$100  100%/$200   100%/$200
    Sun 7 (Player & Banker Suited)        | Kh Qh 2h | Kh 3h 4h | | $2,000 $1,000 $1,000 $2,000 100%   $1,500/$100 $1,000/$100 100%/$100  $2,000/$100 $2,000/$100
    Sun 7 (Player & Banker Same Color)    | Kh Qd 2h | Kd 3h 4d | | $100   $150   $200   $100   $150   $125/$10    $100/$10    $100/$10   $150/$10    $150/$20
    Sun 7 (Banker Suited)                 | Kh Qs 2h | Kd 3d 4d | | $75    $100   $60    $75    $100   $100/$5     $75/$5      $80/$5     $100/$5     $100/$10
    Sun 7 (Banker Same Color)             | Kh Qs 2h | Kd 3h 4d | | $25    $40    $30    $25    $25    $30/$2      $25/$2      $40/$2     $40/$2      $50
    Any Sun 7                             | Kh Qs 2h | Kd 3s 4d | | $10    $10    $20    $8     $10    $8          $10         $10        -           -
    Any Banker 3-card 7                   | 2h 3s 3d | Kd 3s 4d | | $8     -      -      -      $8     $5          -           $5         -           -
    Banker Win with a 2-card 7            | Kh Qs 2h | Kd 7s    | | -      -      -      $2     -      -           $2          -          -           -
";

/// CO 30-2899.07(8)(f), spades posted, or spades and hearts.
const FATE_38: &str = "
    @columns           | PT-PRG-F38-01 PT-PRG-F38-02 PT-PRG-F38-03 PT-PRG-F38-04
    @wager             | $1     $1     $1     $1
    @increment fate-38 | 17%    17%    19%    16%
    @reserve fate-38   | 5%     4%     -      5%
    @seed fate-38      | -      -      $2,000 -
    Fate 38 (Player & Banker Suit Specific)    | Ks 2s 8s | Ks 3s | | 100%   100%   100%   -
    Fate 38 (Player & Banker 2 Specific Suits) | Ks 2s 8s | Ks 3s | | -      -      -      100%
    Fate 38 (Player & Banker 2 Specific Suits) | Kh 2h 8h | Kh 3h | | -      -      -      100%
    Fate 38 (Player & Banker Suited)           | Kd 2d 8d | Kd 3d | | $2,000 $2,000 100%   $2,000
    Fate 38 (Player & Banker Same Color)       | Kh 2d 8h | Kd 3h | | $300   $300   $200   $400
    Fate 38 - Tie                              | Kh 5c 8d | Ks 3h | | $100   $200   $150   $200
    Fate 38 - Player Win                       | Kh Ac 8d | Ks 3h | | $60    $100   $80    $50
    Fate 38 - Banker Win                       | Kh 2c 8d | Ks 3h | | $50    $75    $50    $40
    Any Banker 2-card 3                        | Kh 9c    | Ks 3h | | $10    -      $10    $8
";
