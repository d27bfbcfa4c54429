/**
 * What will the draft do if every other club keeps the status quo and places nothing? The engine's forecast, computed from the
 * view alone and to the last digit, because an answer from afar comes too late for a hand that drags. Pure; whole numbers only
 * (rules, chapters 5 to 8). Influence is counted in twentieths.
 */
import { cellOf, isOnBoard, membersAround, NOBODY, neighbours, placeOfCell, positionOf } from './position.js';
import { statusQuo } from './relations.js';

/** @typedef {import('./types').ClubView} View */
/** @typedef {import('./types').ClubOrders} Orders */
/** @typedef {import('./types').Command} Command */
/** @typedef {import('./types').PlayerView} PlayerView */
/** @typedef {import('./types').Money} Money */
/** @typedef {import('./types').Refused} Refused */
/** @typedef {import('./types').RoundForecast} RoundForecast */
/** @typedef {import('./position.js').Position} Position */

/** The forecast of a round with what it was computed from. @typedef {RoundForecast & {grids: Grids}} Plan */

/**
 * Numbers per cell.
 * @typedef {object} Grids
 * @property {Float64Array} influence mine, capital included, in twentieths
 * @property {Uint8Array} access 1 on the land of this round where my campaigns count
 * @property {Uint8Array} attackable 1 on seen land that I may take this round
 * @property {Uint8Array} broken 1 where my attack exceeds the threshold
 * @property {Uint8Array} taken 1 where that is connected to access land
 */

/** @param {View} view @returns {PlayerView[]} known living clubs in the order of seats */
function knownClubs(view) {
  if (view.you === null) return [];
  return /** @type {PlayerView[]} */ (view.players).filter(
    ({ relation, eliminated_in: out }) => relation !== 'undiscovered' && !Number.isInteger(out),
  );
}

/**
 * What each known club is told. Of several backstabs the first counts, and none once it is used up (rule 5.2 a).
 * @param {View} view @param {Orders} orders @returns {{player: PlayerView, command: Command}[]}
 */
export function commandsOf(view, orders) {
  let stabbed = view.me?.backstab_used ?? true;
  return knownClubs(view).map((player) => {
    const said = orders.diplomacy?.[player.seat] ?? statusQuo(view, player.seat);
    if (said !== 'backstab') return { player, command: said };
    const command = stabbed ? 'keep_neutral' : said;
    stabbed = true;
    return { player, command };
  });
}

/**
 * Price of a command; null where it hangs on an area that is not known (rule 5.2 b).
 * @param {View} view @param {PlayerView} player @param {Command} command @returns {number | null}
 */
export function priceOf({ options }, player, command) {
  if (command === 'justify_war') return options.justify_price;
  if (command !== 'form_alliance') return 0;
  if (player.area === undefined) return null;
  return Math.floor((options.alliance_tax.milli * player.area) / 1000);
}

/**
 * Payments, lowest seat first, and the relations that follow if the others keep to theirs (rule 5.2 b to d).
 * @param {View} view @param {Orders} orders
 */
function diplomacy(view, orders) {
  let money = view.me?.saving ?? 0;
  const wars = [];
  const allies = new Set();
  /** @type {Money['diplomacy']} */
  const paid = [];
  for (const { player, command: wanted } of commandsOf(view, orders)) {
    const price = priceOf(view, player, wanted);
    const command = (price ?? 0) > money ? 'keep_neutral' : wanted;
    if (command === wanted) money -= price ?? 0;
    if (command === wanted && price !== 0) paid.push({ target: player.seat, command, price });
    if (isWar(view, player, command)) wars.push(player.seat);
    else if (player.relation === 'allied' && command === 'form_alliance') allies.add(player.seat);
  }
  return { money, wars, allies, paid };
}

/** @param {View} view @param {PlayerView} player @param {Command} command */
function isWar({ options, me }, { seat, relation, truce = 0 }, command) {
  if (command === 'backstab' || relation === 'at_war') return true;
  if (command !== 'justify_war' || truce > 0) return false;
  if (relation === 'allied' && options.truce_rounds > 0) return false;
  return (me?.justify[seat] ?? 0) + 1 >= options.justify_rounds;
}

/**
 * Which campaigns are paid (rule 6).
 * @param {Position} position @param {Orders} orders @param {number} money @param {Uint8Array} access
 */
function funding({ view, chart, owner }, orders, money, access) {
  const { campaign_limit: limit, campaign_price: price } = view.options;
  const neutral = new Set(
    knownClubs(view)
      .filter(({ relation }) => relation === 'neutral')
      .map(({ seat }) => seat),
  );
  let left = money;
  let valid = 0;
  let isSpent = false;
  const campaigns = (orders.campaigns ?? []).map(({ at, size }, index) => {
    const refuse = (/** @type {Refused} */ reason) => ({ index, funded: 0, reason });
    if (!isOnBoard(chart, at[0], at[1])) return refuse('off_board');
    const cell = cellOf(chart, at);
    if (!access[cell]) return refuse(neutral.has(owner[cell]) ? 'alliance_needed' : 'no_access');
    if (isSpent) return refuse('no_money');
    if (valid === limit) return refuse('over_limit');
    valid += 1;
    const funded = Math.min(size, Math.floor(left / price));
    left -= funded * price;
    isSpent = funded < size;
    return { index, funded, reason: /** @type {Refused | null} */ (isSpent ? (funded ? 'cut' : 'no_money') : null) };
  });
  return { campaigns, spent: money - left, left };
}

/**
 * Adds what one campaign radiates (rule 7.1).
 * @param {Float64Array} influence @param {{width: number, height: number}} chart @param {number[][]} kernel @param {number} cell @param {number} size
 */
export function radiate(influence, { width, height }, kernel, cell, size) {
  const [x, y] = [cell % width, Math.floor(cell / width)];
  const reach = kernel.length - 1;
  for (let dy = Math.max(-reach, -y); dy <= Math.min(reach, height - 1 - y); dy += 1) {
    const row = kernel[Math.abs(dy)];
    for (let dx = Math.max(-reach, -x); dx <= Math.min(reach, width - 1 - x); dx += 1)
      influence[cell + dy * width + dx] += row[Math.abs(dx)] * size;
  }
}

/** Influence a cell needs so that it breaks if nobody defends it; Infinity on water. @param {Position} position @param {number} cell */
export function neededAt({ view, chart }, cell) {
  const atk = chart.atk[cell];
  return atk > 0 ? Math.floor((20 * view.options.threshold) / atk) + 1 : Infinity;
}

/**
 * Cells reached from access land through cells in `broken` (rule 7.6).
 * @param {Position} position @param {Uint8Array} access @param {Uint8Array} broken
 */
function connected({ chart }, access, broken) {
  const taken = new Uint8Array(broken.length);
  /** @type {number[]} */
  const open = [];
  const reach = (/** @type {number} */ cell) => {
    for (const next of neighbours(chart, cell)) {
      if (!broken[next] || taken[next]) continue;
      taken[next] = 1;
      open.push(next);
    }
  };
  access.forEach((own, cell) => {
    if (own) reach(cell);
  });
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) reach(cell);
  return taken;
}

/** @param {Position} position @param {Uint8Array} flags @returns {import('./types').Cell[]} */
function placesOf({ chart }, flags) {
  const places = [];
  for (let cell = 0; cell < flags.length; cell += 1) if (flags[cell]) places.push(placeOfCell(chart, cell));
  return places;
}

/**
 * Saving of the next round with some cells more (rules 7.7, 7.8, 8.1).
 * @param {Position} position @param {Orders} orders @param {number} left @param {Uint8Array} access @param {Uint8Array | null} taken
 */
function nextSaving({ view, chart, owner }, orders, left, access, taken) {
  const { corruption, capital_wage: wage } = view.options;
  let area = 0;
  let income = 0;
  for (let cell = 0; cell < owner.length; cell += 1) {
    if (chart.atk[cell] === 0 || (owner[cell] !== view.you && !taken?.[cell])) continue;
    area += 1;
    income += chart.members[cell];
  }
  const capital = orders.capital ?? view.me?.capital ?? null;
  const seat = capital && isOnBoard(chart, capital[0], capital[1]) ? cellOf(chart, capital) : -1;
  const stands = seat >= 0 && chart.atk[seat] > 0 && (access[seat] === 1 || taken?.[seat] === 1);
  const kept = Math.max(0, Math.floor((left * (1000000 - corruption.ppm * area)) / 1000000));
  return kept + (stands ? wage.base + wage.per_round * view.round : 0) + income;
}

/** @param {View} view @param {Orders} orders @returns {Plan} the forecast of a round and its grids */
export function planOf(view, orders) {
  const position = positionOf(view);
  const { chart, owner } = position;
  const { money, wars, allies, paid } = diplomacy(view, orders);
  const access = new Uint8Array(owner.length);
  const attackable = new Uint8Array(owner.length);
  const enemies = new Set(wars);
  owner.forEach((whose, cell) => {
    access[cell] = Number(whose >= 0 && (whose === view.you || allies.has(whose)));
    attackable[cell] = Number(chart.atk[cell] > 0 && (whose === NOBODY || enemies.has(whose)));
  });
  const { campaigns, spent, left } = funding(position, orders, money, access);
  const influence = new Float64Array(owner.length);
  if (view.me?.capital)
    radiate(influence, chart, view.kernel20, cellOf(chart, view.me.capital), view.me.capital_influence);
  for (const { index, funded } of campaigns) {
    const at = orders.campaigns?.[index].at;
    if (funded && at) radiate(influence, chart, view.kernel20, cellOf(chart, at), funded);
  }
  const broken = attackable.map((open, cell) => Number(open && influence[cell] >= neededAt(position, cell)));
  const taken = connected(position, access, broken);
  const loose = broken.map((flag, cell) => Number(flag && !taken[cell]));
  const uncertain = paid.some(({ price }) => price === null);
  return {
    money: {
      saving: view.me?.saving ?? 0,
      diplomacy: paid,
      campaigns: spent,
      left,
      next_low: nextSaving(position, orders, left, access, null),
      next_high: nextSaving(position, orders, left, access, taken),
      ...(uncertain ? { uncertain } : {}),
    },
    campaigns,
    taken: placesOf(position, taken),
    broken: placesOf(position, loose),
    wars,
    grids: { influence, access, attackable, broken, taken },
  };
}

/**
 * The smallest size with which a campaign on a cell of access land would take one more cell beside that land; null if none would.
 * @param {View} view @param {Plan} plan what is planned already @param {number} cell
 * @returns {number | null}
 */
export function easiestSize(view, { grids }, cell) {
  const position = positionOf(view);
  const { chart } = position;
  const [x, y] = placeOfCell(chart, cell);
  let least = Infinity;
  for (let other = 0; other < grids.attackable.length; other += 1) {
    if (!grids.attackable[other] || grids.broken[other]) continue;
    const [ox, oy] = placeOfCell(chart, other);
    const weight = view.kernel20[Math.abs(ox - x)]?.[Math.abs(oy - y)];
    if (!weight || !neighbours(chart, other).some((next) => grids.access[next] || grids.taken[next])) continue;
    least = Math.min(least, Math.ceil((neededAt(position, other) - grids.influence[other]) / weight));
  }
  return least === Infinity ? null : least;
}

/** What a bid leaves for round 1 (rule 4.1). @param {View} view @param {Pick<Orders, 'bid'>} orders */
export function auctionPlan(view, orders) {
  return { left: (view.me?.saving ?? 0) - (orders.bid ?? 0) };
}

/** What a birthplace is worth; null without one. @param {View} view @param {Orders} orders */
export function birthPlan(view, orders) {
  if (!orders.birthplace) return null;
  const { chart } = positionOf(view);
  const cell = cellOf(chart, orders.birthplace);
  return { members: chart.members[cell], around: membersAround(chart, cell), water: chart.atk[cell] === 0 };
}
