// The literal enumerator in plain C++: the base game, Tie, Dragon 7 and Panda 8 over unordered pairs of point values.
// Prints the five counts and the nanoseconds that one shoe takes, the least of several runs.
#include <chrono>
#include <cstdint>
#include <cstdio>

using u64 = std::uint64_t;

struct Counts {
    u64 player, banker, tie, dragon, panda;
};

static bool banker_draws(int banker, int third) {
    switch (banker) {
    case 0: case 1: case 2: return true;
    case 3: return third != 8;
    case 4: return third >= 2 && third <= 7;
    case 5: return third >= 4 && third <= 7;
    case 6: return third == 6 || third == 7;
    default: return false;
    }
}

static void add(Counts &counts, int player, int player_cards, int banker, int banker_cards, u64 ways) {
    if (player > banker) {
        counts.player += ways;
        if (player == 8 && player_cards == 3) counts.panda += ways;
    } else if (banker > player) {
        counts.banker += ways;
        if (banker == 7 && banker_cards == 3) counts.dragon += ways;
    } else {
        counts.tie += ways;
    }
}

static u64 take(int *left, int value) {
    return static_cast<u64>(left[value]--);
}

static Counts enumerate(int *left) {
    Counts counts{};
    u64 cards = 0;
    for (int value = 0; value < 10; ++value) cards += left[value];
    for (int a = 0; a < 10; ++a) for (int b = a; b < 10; ++b) {
        u64 pair = take(left, a) * (a == b ? 1 : 2);
        pair *= take(left, b);
        if (pair) for (int c = 0; c < 10; ++c) for (int d = c; d < 10; ++d) {
            u64 four = pair * take(left, c) * (c == d ? 1 : 2);
            four *= take(left, d);
            int player = (a + b) % 10, banker = (c + d) % 10;
            if (four == 0) {
            } else if (player >= 8 || banker >= 8 || (player >= 6 && banker >= 6)) {
                add(counts, player, 2, banker, 2, four * (cards - 4) * (cards - 5));
            } else if (player >= 6) {
                for (int y = 0; y < 10; ++y)
                    add(counts, player, 2, (banker + y) % 10, 3, four * left[y] * (cards - 5));
            } else {
                for (int x = 0; x < 10; ++x) {
                    u64 five = four * take(left, x);
                    int drawn = (player + x) % 10;
                    if (five == 0) {
                    } else if (!banker_draws(banker, x)) {
                        add(counts, drawn, 3, banker, 2, five * (cards - 5));
                    } else {
                        for (int y = 0; y < 10; ++y) add(counts, drawn, 3, (banker + y) % 10, 3, five * left[y]);
                    }
                    ++left[x];
                }
            }
            ++left[c];
            ++left[d];
        }
        ++left[a];
        ++left[b];
    }
    return counts;
}

int main(int count, char **words) {
    int left[10] = {};
    for (int value = 0; value < 10 && value + 1 < count; ++value) std::sscanf(words[value + 1], "%d", &left[value]);
    Counts counts{};
    double least = 1e300;
    for (int run = 0; run < 50; ++run) {
        auto from = std::chrono::steady_clock::now();
        for (int turn = 0; turn < 20; ++turn) counts = enumerate(left);
        std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - from;
        if (taken.count() / 20 < least) least = taken.count() / 20;
    }
    std::printf("%llu %llu %llu %llu %llu %.1f\n", (unsigned long long)counts.player, (unsigned long long)counts.banker,
                (unsigned long long)counts.tie, (unsigned long long)counts.dragon, (unsigned long long)counts.panda, least);
}
