// The yardstick of `banco sim`: a plain simulator of eight decks as one would write it in an afternoon and then look at
// twice. One byte a card, xoshiro256++, Fisher and Yates with two draws from a word and a multiplication for each, third
// cards by table and without branches. It counts winners and nothing else.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>

static uint64_t rol(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

struct Random {
    uint64_t s[4];
    uint64_t next() {
        uint64_t word = rol(s[0] + s[3], 23) + s[0], t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = rol(s[3], 45);
        return word;
    }
};

static uint8_t draws[1000]; // by both two-card counts and the card behind them: the Player draws (1), the Banker (2)
static uint8_t count[32];   // modulo ten

int main(int argc, char **argv) {
    const uint64_t shoes = argc > 1 ? strtoull(argv[1], nullptr, 10) : 1000000;
    static const uint8_t least[8] = {0, 0, 0, 0, 2, 4, 6, 10}, most[8] = {9, 9, 9, 9, 7, 7, 7, 0};
    for (int i = 0; i < 32; i++) count[i] = i % 10;
    for (int p = 0; p < 10; p++)
        for (int b = 0; b < 10; b++)
            for (int t = 0; t < 10; t++) {
                bool natural = p > 7 || b > 7, player = !natural && p < 6;
                bool after = b < 8 && t >= least[b] && t <= most[b] && !(b == 3 && t == 8);
                bool banker = !natural && (player ? after : b < 6);
                draws[p * 100 + b * 10 + t] = player | banker << 1;
            }
    uint8_t deck[416 + 8] = {0};
    for (int i = 0; i < 416; i++) deck[i] = i % 13 >= 9 ? 0 : i % 13 + 1;
    uint64_t won[3] = {0, 0, 0};
    Random random = {{1, 2, 3, 4}};
    for (uint64_t shoe = 0; shoe < shoes; shoe++) {
        for (uint32_t i = 415; i > 0; i--) {
            uint64_t word = random.next();
            std::swap(deck[i], deck[(uint64_t(uint32_t(word >> 32)) * (i + 1)) >> 32]);
            if (--i == 0) break;
            std::swap(deck[i], deck[(uint64_t(uint32_t(word)) * (i + 1)) >> 32]);
        }
        int at = 1 + (deck[0] ? deck[0] : 10);
        for (bool last = false;;) {
            int p = count[deck[at] + deck[at + 2]], b = count[deck[at + 1] + deck[at + 3]], fifth = deck[at + 4];
            int drew = draws[p * 100 + b * 10 + fifth], player = drew & 1, banker = drew >> 1;
            p = count[p + (player ? fifth : 0)];
            b = count[b + (banker ? deck[at + 4 + player] : 0)];
            at += 4 + player + banker;
            won[(p < b) + 2 * (p == b)]++;
            if (last) break;
            last = at > 416 - 14;
        }
    }
    printf("%llu %llu %llu\n", (unsigned long long)won[0], (unsigned long long)won[1], (unsigned long long)won[2]);
}
