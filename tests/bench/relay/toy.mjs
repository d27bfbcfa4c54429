// What the toys of all servers have in common (tests/games/toy_wide.py): the text, the window of it that a seat is shown, the
// orders; and chance that is the same in every run.
const LETTERS = Array.from({ length: 1009 }, (_, number) => String.fromCharCode(97 + ((number * number) % 23))).join("");
const WIDTH = 4000;
const TEXT = LETTERS.repeat(2 + Math.ceil(WIDTH / LETTERS.length));

/** What a seat sees: 4,000 characters, other ones after each turn, and not what the other seat sees. */
export function windowOf(position, seat) {
    const start = (position.turn * 97 + position.cells[seat]) % LETTERS.length;
    return TEXT.slice(start, start + WIDTH);
}

/** Orders of a seat, 200 bytes as JSON. */
export function ordersOf(turn, seat) {
    const orders = { walk: ((turn + seat) % 3) - 1, note: "" };
    orders.note = "n".repeat(200 - JSON.stringify(orders).length);
    return orders;
}

/** Is this a whole view? */
export function isView(view) {
    return view.text.length === WIDTH;
}

/** Numbers from 0 to 1, the same ones in every run. */
export function makeChance(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return (state + 0.5) / 2 ** 32;
    };
}
