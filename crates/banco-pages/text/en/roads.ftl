road-bead = Bead plate
road-big = Big road
road-big-eye-boy = Big eye boy
road-small = Small road
road-cockroach-pig = Cockroach pig
road-player = Player
road-banker = Banker
road-tie = Tie
road-naturals = Naturals
road-player-pairs = P pairs
road-banker-pairs = B pairs
road-natural = natural
road-player-pair = Player pair
road-banker-pair = Banker pair
road-free-hand = free hand
road-simulated = simulated round
road-bead-summary = { $hands ->
    [one] 1 hand
   *[other] { $hands } hands
}: Player { $player }, Banker { $banker }, Tie { $tie }.
road-no-win = No hand has won yet.
road-big-summary = { $runs ->
    [one] 1 run
   *[other] { $runs } runs
} and { $ties ->
    [one] 1 tie.
   *[other] { $ties } ties.
}
road-last-run = Last run: { $side }, { $wins ->
    [one] 1 win
   *[other] { $wins } wins
}
road-no-mark = No mark yet.
road-derived-summary = { $marks ->
    [one] 1 mark
   *[other] { $marks } marks
}: { $regular } regular, { $irregular } irregular. The colors do not stand for Banker and Player.
road-regular = regular
road-irregular = irregular
road-none = no mark
road-hand = Hand
road-result = Result
road-run = Run
roads-as-table = Roads as a table
roads-hand-by-hand = Hand by hand
roads-meaning = On the last three roads red means regular and blue means irregular. They do not stand for Banker and Player, and no road says what comes next.
roads-ask = What the board would draw next, for
roads-corrected = A result was corrected. The roads have been redrawn.
