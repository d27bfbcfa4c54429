/* A program in C that plays all five games: it takes any whole order of the list, and in Planet Conquer it sends fleets.
 *
 *     zig cc --target=wasm32-wasi -O2 -s -o bot.wasm bot.c        # for the site; `pip install ziglang`, then `python -m ziglang cc …`
 *     cc -O2 -o bot bot.c                                        # for your machine
 */
#include "fogbound.h"

/* Every garrison with more than ten units sends two thirds of them to the target that it knows least about or can beat. */
static void conquer(const Value *view, const Value *choices) {
    double seat = get(view, "seat")->number;
    int moves = 0;
    say("{\"moves\":[");
    for (const Value *source = get(choices, "sources")->first; source; source = source->next) {
        int units = (int)get(source, "units")->number;
        const Value *best = NULL;
        double least = 0;
        if (units <= 10) continue;
        for (const Value *target = get(source, "targets")->first; target; target = target->next) {
            double worth = get(target, "rounds")->number;
            for (const Value *planet = get(view, "planets")->first; planet; planet = planet->next) {
                if (get(planet, "id")->number != get(target, "planet")->number) continue;
                const Value *owner = get(planet, "owner");
                if (owner->kind == NUMBER && owner->number == seat) worth += 1e6;
                if (is_text(get(planet, "seen"), "now")) worth += 1e5 + 10 * get(planet, "units")->number;
            }
            if (!best || worth < least) best = target, least = worth;
        }
        if (!best) continue;
        say("%s{\"from\":", moves++ ? "," : "");
        say_value(get(source, "planet"));
        say(",\"to\":");
        say_value(get(best, "planet"));
        say(",\"units\":%d}", units * 2 / 3);
    }
    say("],\"tactic\":null}");
}

/* Any order of the list that stands by itself. An entry with `adds` is only a part where there are others. */
static void take_any(const Value *choices) {
    int whole = 0, offers = 0;
    for (const Value *one = choices->first; one; one = one->next)
        if (get(one, "orders") != &NOTHING_THERE) offers++, whole += get(one, "adds")->kind != TRUE_;
    int only_whole = whole > 1, left = (int)below((uint32_t)(only_whole ? whole : offers));
    for (const Value *one = choices->first; one; one = one->next) {
        if (get(one, "orders") == &NOTHING_THERE || (only_whole && get(one, "adds")->kind == TRUE_)) continue;
        if (left-- == 0) {
            say_value(get(one, "orders"));
            return;
        }
    }
}

static void decide(const Value *view, const Value *choices, const Value *memory, const Value *refused) {
    (void)refused;
    if (choices->kind == LIST) take_any(choices);
    else if (get(choices, "sources")->kind == LIST) conquer(view, choices);
    char turns[64];
    snprintf(turns, sizeof turns, "{\"turns\":%d}", (int)get(memory, "turns")->number + 1);
    keep(turns);
}
