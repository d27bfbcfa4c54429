/**
 * Shapes of Hundred Clubs: view, choices, orders, forecast and events (rules, chapter 10). Cells are [x, y], x to the east, y to
 * the south; a grid of letters has one string per row. For the type checker; nothing loads this file.
 */

export type Cell = [number, number];
export type Phase = 'auction' | 'birthplaces' | 'rounds' | 'over';
export type Relation = 'undiscovered' | 'neutral' | 'allied' | 'at_war';
export type Command = 'keep_neutral' | 'form_alliance' | 'justify_war' | 'backstab';

// ---------------------------------------------------------------- orders (10.1)

export interface Campaign {
  at: Cell;
  size: number;
}
/** A draft of any phase; what is left out keeps the status quo. */
export interface ClubOrders {
  bid?: number;
  birthplace?: Cell;
  /** By seat number as text. */
  diplomacy?: Record<string, Command>;
  /** In the order in which they are paid. */
  campaigns?: Campaign[];
  capital?: Cell;
  resign?: true;
}

// ---------------------------------------------------------------- view (10.2)

export interface Terrain {
  key: string;
  atk: number;
  def: number;
  members: number;
}
export interface Override {
  at: Cell;
  atk?: number;
  def?: number;
  members?: number;
}
export interface Landmark {
  key: string;
  name: string;
  at: Cell;
  note: string;
  name_zh?: string;
  note_zh?: string;
}
export interface CampusMap {
  name?: string;
  name_zh?: string;
  width: number;
  height: number;
  rows: string[];
  overrides?: Override[];
  starts?: Cell[];
  landmarks?: Landmark[];
}
export interface ClubOptions {
  rounds: number;
  initial_saving: number;
  min_birth_distance: number;
  campaign_limit: number;
  campaign_price: number;
  threshold: number;
  capital_influence_pct: number;
  justify_rounds: number;
  justify_price: number;
  truce_rounds: number;
  meeting_truce: number;
  alliance_tax: { basis: 'area'; milli: number };
  corruption: { basis: 'area'; ppm: number };
  capital_wage: { base: number; per_round: number };
  sight: number;
  [other: string]: unknown;
}
export interface Own {
  saving: number;
  income: number;
  area: number;
  peak: number;
  capital: Cell | null;
  alive: boolean;
  backstab_used: boolean;
  /** Rounds of justification towards a seat. */
  justify: Record<string, number>;
  /** Size of the free campaign at the capital. */
  capital_influence: number;
  corruption_rate_ppm: number;
  /** Only where lost capitals return: where it stands again. */
  capital_returns_to?: [number, number] | null;
}
/** What one seat knows of another; how much depends on the relation (rule 5.3). */
export interface PlayerView {
  seat: number;
  relation: Relation;
  truce?: number;
  area?: number;
  capital?: Cell | null;
  saving?: number;
  relations?: Record<string, Relation>;
  at_war_with?: number[];
  in_truce_with?: number[];
  eliminated_in?: number | null;
}
/** What the referee knows of every seat. */
export interface RefereePlayer {
  seat: number;
  saving: number;
  income: number;
  area: number;
  peak: number;
  capital: Cell | null;
  alive: boolean;
  eliminated_in: number | null;
  backstab_used: boolean;
  bid: number | null;
  relations: Record<string, Relation>;
  justify: Record<string, number>;
  truce: Record<string, number>;
}
export interface TableRow {
  seat: number;
  rank: number;
  income: number;
  alive: boolean;
  eliminated_in: number | null;
  peak: number;
  area: number;
  saving: number;
}
export interface Outcome {
  ranking: number[][];
  reason: string;
  table: TableRow[];
}
export interface Auction {
  order: number[] | null;
  chosen: Cell[];
  my_bid: number | null;
  next: number | null;
}
export interface LastRound {
  commands: Record<string, Record<string, Command>>;
  campaigns: Record<string, { at: Cell; size: number; capital: boolean }[]>;
}
export interface ClubView {
  names?: { places: import('app/names.js').Book };
  game: string;
  phase: Phase;
  round: number;
  rounds: number;
  /** null: the public or the referee. */
  you: number | null;
  clubs: number;
  options: ClubOptions;
  map: CampusMap;
  terrain: Record<string, Terrain>;
  /** Twentieths by |dx| and |dy|. */
  kernel20: number[][];
  pending: number[];
  auction: Auction | null;
  /** '?' unseen, '.' unowned, '0' to '7' owner. */
  owners: string[];
  cut_off: Cell[];
  memory: { owners: string[]; rounds: number[][] } | null;
  me: Own | null;
  players: (PlayerView | RefereePlayer)[];
  outcome: Outcome | null;
  /** The referee's only. */
  last_round?: LastRound | null;
}

// ---------------------------------------------------------------- choices and forecast

export interface ClubChoices {
  phase: Phase;
  bid?: { minimum: number; maximum: number };
  /** '1' where a birthplace may be chosen. */
  legal?: string[];
  /** 'o' own, 'a' ally's, 'n' a neutral club's, '?' unseen, '-' surely not. */
  access?: string[];
  /** Prices; null where the seat cannot know it. `backstab` is absent once used, and where a truce forbids it. */
  diplomacy?: Record<string, Partial<Record<Command, number | null>>>;
  campaign_limit?: number;
  campaign_price?: number;
  saving?: number;
}
export type Refused = 'no_access' | 'no_money' | 'cut' | 'alliance_needed';
/** At least, and on the average. */
export interface Amount {
  least: number;
  about: number;
}
/** Cells, and about how many members they have. */
export interface Gain extends Amount {
  members: number;
}
export interface Money {
  saving: number;
  diplomacy: { target: number; command: Command; price: number | null }[];
  campaigns: number;
  left: number;
  /** Saving of the next round if no land is lost. */
  next: Amount;
  uncertain?: boolean;
}
export type Note =
  /** `elsewhere`: where the least wins a cell, if it stood there instead; absent if no size that can be paid does. */
  | { code: 'only_defends' | 'gains_nothing'; elsewhere?: Campaign }
  | { code: 'at_peace'; seat: number; cells: number; at: Cell; rounds: number; backstab: boolean };
export interface Fate {
  index: number;
  funded: number;
  reason: Refused | null;
  /** Cells that the draft would lose without it. */
  gain: Gain;
  /** [x, y, size]: cells that so much more would make likely to be won, easiest first. */
  growth: [number, number, number][];
  notes: Note[];
}
export interface Guard {
  campaigns: Campaign[];
  /** Own cells that these enemies could take from the draft as it is. */
  open: number;
  by: number[];
  /** Those of them that it holds, and their members. */
  cells: number;
  members: number;
  /** What it wins besides. */
  gain: Gain;
  left: number;
}
/** What `games/hundred_clubs/forecast.py` says of a round's draft (rules, chapter 12). */
export interface RoundForecast {
  money: Money;
  campaigns: Fate[];
  cells: Gain;
  sure: Cell[];
  likely: Cell[];
  broken: Cell[];
  wars: number[];
  capital: 'on_allied_land' | 'if_taken' | 'if_likely_taken' | 'lost' | null;
  /** Per cell of access land the smallest campaign by which one cell more is likely to be won; else 0. */
  easiest: number[][];
  /** What the money left would win most by: more campaigns, or more for those that stand; `alone`: those of them that win land whether or not the others stand; how many cells more, and the money left then. */
  spend: { campaigns: Campaign[]; alone: Campaign[]; gain: Gain; left: number };
  /** How it is shared between defence and attack, at war; null in peace. */
  guard: Guard | null;
  layers: {
    /** Own influence in twentieths, and that of allies' capitals. */
    influence: number[][];
    allied: number[][];
    /** Influence until a cell breaks undefended; null where nothing may be attacked. */
    missing: (number | null)[][];
    /** Percent of the threshold. */
    defence: number[][];
  };
}
