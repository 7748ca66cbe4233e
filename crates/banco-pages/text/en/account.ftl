limits-note = A tighter limit holds at once. A looser one, or none, can be confirmed a day later.
your-limits-title = Your limits
limit-name-deposit-day = Deposits in a day
limit-name-deposit-week = Deposits in a week
limit-name-deposit-month = Deposits in a month
limit-name-loss-day = Losses in a day
limit-name-loss-week = Losses in a week
limit-name-loss-month = Losses in a month
limit-name-session = Minutes in a session
limit-name-wager = A single bet
limit-column = Limit
limit-in-force = In force
limit-left = Left
limit-change = Change to
limit-new = New limit: { $name }
limit-empty = no limit
limit-set = Set
limit-waits = { $figure } can be confirmed from { $when } UTC
limit-confirm = Confirm
limit-withdraw = Keep what is in force
time-title = Time
check-now = You are told how long you have played every { $minutes ->
    [1] minute
   *[other] { $minutes } minutes
}.
check-never = You are not told how long you have played.
check-minutes = Minutes between reminders
check-set = Set reminder
break-title = Take a break
break-how = You cannot bet until the break is over, and nobody can end it early. Your balance stays yours.
break-long = For how long
break-sure = I understand that nobody can end this early
break-go = Take the break
exclude-title = Exclude yourself
exclude-how = For months, years or for good. It holds at once and cannot be taken back.
exclude-go = Exclude me
on-break = You are on a break until { $when } UTC.
is-excluded-until = You have excluded yourself until { $when } UTC.
is-excluded = You have excluded yourself for good.
for-days = { $days ->
    [1] 24 hours
   *[other] { $days } days
}
for-months = { $months } months
for-years = { $years ->
    [1] one year
   *[other] { $years } years
}
for-good = for good
account-pay-out = Confirm a payout
account-pay-out-asked = { $name } at the cage wants to pay { $amount } out of your account. Confirm only if the money is in front of you.
account-pay-out-confirm = Confirm the payout
account-pay-out-decline = Decline
account-pay-out-declined = Declined by the owner

notices-title = What the house has done about your account
notices-ask = If you did not ask for it, tell the cage or a supervisor now.
notices-go-on = Continue
notice-reset-invited = The house made an invitation to choose a new password: { $when }
notice-password-reset = A new password was chosen by an invitation of the house: { $when }
notice-second-factor-reset = The house took your second factor away: { $when }
cools-off-until = No buy-ins and no payouts until { $when }, because the house reset your password or second factor. Show an identity document at the cage to end this sooner.
