// A program in AssemblyScript that plays all five games: it takes any whole order of the list, and in Planet Conquer it sends fleets.
//
//     npm install assemblyscript
//     npx asc bot.ts --optimize --runtime stub --use abort= --exportStart _start -o bot.wasm
import { Answer, Kind, Value, answer, below } from "./fogbound";

/** Every garrison with more than ten units sends two thirds of them to the target that it knows least about or can beat. */
function conquer(view: Value, choices: Value): string {
  const seat = view.get("seat"), planets = view.get("planets").items, sources = choices.get("sources").items;
  const moves: string[] = [];
  for (let s = 0; s < sources.length; s++) {
    const units = <i32>sources[s].get("units").number, targets = sources[s].get("targets").items;
    if (units <= 10 || !targets.length) continue;
    let best = targets[0], least = Infinity;
    for (let t = 0; t < targets.length; t++) {
      let worth = targets[t].get("rounds").number;
      for (let p = 0; p < planets.length; p++) {
        if (planets[p].get("id").json != targets[t].get("planet").json) continue;
        if (planets[p].get("owner").json == seat.json) worth += 1e6;
        if (planets[p].get("seen").text == "now") worth += 1e5 + 10 * planets[p].get("units").number;
      }
      if (worth < least) { best = targets[t]; least = worth; }
    }
    moves.push(`{"from":${sources[s].get("planet").json},"to":${best.get("planet").json},"units":${units * 2 / 3}}`);
  }
  return `{"moves":[${moves.join(",")}],"tactic":null}`;
}

/** Any order of the list that stands by itself. An entry with `adds` is only a part where there are others. */
function takeAny(choices: Value): string {
  const offers: Value[] = [], whole: Value[] = [];
  for (let i = 0; i < choices.items.length; i++) {
    const one = choices.items[i];
    if (!one.has("orders")) continue;
    offers.push(one);
    if (one.get("adds").kind != Kind.Yes) whole.push(one);
  }
  const from = whole.length > 1 ? whole : offers;
  return from.length ? from[below(from.length)].get("orders").json : "null";
}

answer((view, choices, kept, refused) => {
  const turns = <i32>kept.get("turns").number + 1;
  const orders = choices.kind == Kind.List ? takeAny(choices) : choices.has("sources") ? conquer(view, choices) : "null";
  return new Answer(orders, `{"turns":${turns}}`);
});
