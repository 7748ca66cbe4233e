lobby-open = The floor is open
lobby-title = Choose a table
seats-free = { $seats ->
    [one] 1 seat free
   *[other] { $seats } seats free
}
