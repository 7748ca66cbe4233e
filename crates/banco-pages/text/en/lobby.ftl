lobby-open = The floor is open
lobby-title = Choose a table
lobby-new = New to a game?
lobby-minute = Each takes a minute:
lobby-count = { $tables } tables, { $free } with a free seat
your-session = Your session
here-for = Here for
minutes = { $minutes } min
limits = Your limits
change = change
show = Show
all-games = All games
all-tables = All tables
free-seats-only = Free seats only
table-number = Table { $table }
hands = Hands
shoe = Shoe
pace = Time to bet
seconds = { $seconds } s
no-results = No results in this shoe yet
you-hold-seat = You hold seat { $seat }
back-to-seat = Back to seat { $seat }
watch = Watch
take-seat = Take a seat
state-held = On hold
state-closed = Closed
state-preparing = Shuffling
state-cutting = Cutting the cards
state-loading = Loading the shoe
state-betting = Betting
state-dealing = Dealing
state-settled = Paying
state-between = New shoe
seats-free = { $seats ->
    [one] 1 seat free
   *[other] { $seats } seats free
}
