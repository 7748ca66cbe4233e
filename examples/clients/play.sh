#!/usr/bin/env bash
# A guest sits down, bets and follows a round to its end, with curl alone.
set -euo pipefail

address="${1:-http://127.0.0.1:8080}"
table="${2:-5}"
api="$address/api/v1"

# Prints the first value of a key of some JSON. Enough for here; a real program reads JSON.
value() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p" | head -n 1; }

token="$(curl -fsS "$api/guests" -H 'Content-Type: application/json' -d '{"name":"Curl","bearer":true}' | value token)"

command() {
    # A new key for every new command. When curl tries again it sends the same one, so nothing happens twice.
    curl -sS --retry 3 "$api/tables/$table/commands" -H "Authorization: Bearer $token" \
        -H 'Content-Type: application/json' -H "Idempotency-Key: $RANDOM-$RANDOM-$RANDOM-$(date +%s%N)" -d "$1"
}

done_or_die() {
    case "$1" in *'"code":'*) echo "refused: $1" >&2; exit 1 ;; esac
}

seated=no
for seat in 1 2 3 4 5 6 7 8 9; do
    case "$(command "{\"do\":\"sit\",\"seat\":$seat}")" in *'"code":'*) ;; *) seated=$seat; break ;; esac
done
[ "$seated" != no ] || { echo "every seat is taken" >&2; exit 1; }
echo "sits at seat $seated"
done_or_die "$(command '{"do":"buy_in","amount":{"minor":100000,"currency":"USD"},"with":"chips"}')"

# The line: one event after another, until the round that has our wager is settled.
wagered=no
while IFS= read -r line; do
    case "$line" in data:*) ;; *) continue ;; esac
    case "$line" in
        *'"prompt":"place_wagers"'*)
            if [ "$wagered" = no ]; then
                answer="$(command '{"do":"place_wager","spot":"banker","amount":{"minor":2500,"currency":"USD"}}')"
                case "$answer" in *'"code":'*) ;; *) wagered=yes; echo "bets on the banker" ;; esac
            fi ;;
    esac
    case "$line" in *'"kind":"event"'*) printf '%s\n' "$line" | value text ;; esac
    case "$line" in
        *'"what":"settlement.round_settled"'*) if [ "$wagered" = yes ]; then echo "the round is over"; exit 0; fi ;;
    esac
done < <(curl -fsSN "$api/tables/$table/events" -H "Authorization: Bearer $token")
echo "the line ended" >&2
exit 1
