/** Shapes of Cosmos as docs/rules/cosmos.engine.md has them: views (7.2), orders (8), events (11), forecasts (13). Nothing loads this file. */

export type Kind = 'planet' | 'battleship' | 'miner' | 'scout';
export type Direction = 'north' | 'north_east' | 'east' | 'south_east' | 'south' | 'south_west' | 'west' | 'north_west';
/** x grows to the east, y to the north, from the origin of the views. */
export type Pos = [number, number];

export type Action =
  | { do: 'move'; dir: Direction }
  | { do: 'build'; kind: Kind; dir: Direction; energy: number }
  | { do: 'charge'; energy: number }
  | { do: 'overload'; radius: number }
  | { do: 'analyse'; id: number }
  | { do: 'radio'; value: number };

/** `type` and the fields of 8.2. */
export type Reflex = { type: string; [field: string]: any };
export type Movement = { type: string; [field: string]: any };
export interface Rules {
  movement?: Movement | null;
  reflexes?: Reflex[];
}

export interface Direct {
  id: number;
  actions: Action[];
  valid_for?: number;
}
export interface Standing extends Rules {
  id: number;
}
export interface CosmosOrders {
  direct: Direct[];
  standing: Standing[];
  defaults: Partial<Record<Kind, Rules>>;
  resign: boolean;
}

export interface Entity {
  id: number;
  kind: Kind;
  seat: number | null;
  pos: Pos;
  energy: number;
  defence: number;
  radio: number;
}
export interface Own extends Entity {
  initial_defence: number | null;
  cooldown: number;
  ready: boolean;
  born: number;
  home: number | null;
  income: number;
  mining_income: number;
  /** Rounds for which a planet still bids by itself, where that ends; missing where it does not. */
  bids_left?: number;
  standing: Rules;
  direct: { actions: Action[]; rounds: number } | null;
}
export interface Foreign extends Entity {
  sure: boolean;
  seen_by: number[];
}
export interface Ghost extends Entity {
  round: number;
}
export interface Bonus {
  seat: number;
  sum: number;
  factor: number;
  next_expiry: number | null;
  entries: [number, number][];
}
export interface KindFacts {
  base_cooldown: number;
  /** Squared radii. */
  action: number;
  sense: number;
  detect: number;
  true_sight: boolean;
}
export interface Tables {
  kinds: Record<Kind, KindFacts>;
  mining_steps: number[];
  mining_delay: number;
  evolution_age: number;
  bonus_rounds: number;
  routines: Record<Kind, Record<string, Rules>>;
  actions: Record<string, Kind[]>;
}
/** round, planet, bid, result, refund */
export type Bid = [number, number, number, 'won' | 'lost', number];
/** round, points */
export type Course = [number, number][];
export interface Ranked {
  seat: number;
  rank: number;
  points: number;
  planets: number;
  energy: number;
}

export interface CosmosView {
  names?: { entities: import('app/names.js').Book };
  game: string;
  round: number;
  rounds: number;
  phase: 'orders' | 'over';
  seats: number;
  alive: number[];
  execution: string;
  stride: number;
  rules: Record<string, any>;
  tables: Tables;
  bonus: Bonus[];
  points: number[] | null;
  /** Points of the final weapon that nobody can catch up with. */
  safe: number;
  outcome: { ranking: Ranked[]; reason: string; rounds: number } | null;
  seat: number | null;
  /** Not there for a stranger. */
  map?: {
    origin: Pos | null;
    size: Pos | null;
    /** Rows from the south; thousandths, null where nothing is known. */
    aether: (number | null)[][] | null;
    tiles: [number, number, number][] | null;
  };
  own?: Own[];
  foreign?: (Foreign | Own)[];
  blips?: Pos[];
  ghosts?: Ghost[];
  /** `courses`: by seat [round, points], null where they are secret. */
  weapon?: { own: number; all: number[] | null; history: Bid[]; courses: (Course | null)[] };
  /** Of the referee: of all seats. */
  history?: Bid[][];
  courses?: Course[];
  bids?: Record<string, number>;
  defaults?: Record<Kind, Rules> | Record<Kind, Rules>[];
}

/** What a burst does to somebody; in forecasts all null of one that was only guessed. */
export interface Hit {
  id: number;
  kind: Kind;
  before: number;
  after: number;
  result: 'healed' | 'hurt' | 'captured' | 'destroyed';
}
/** A sentence of the engine, as `app/i18n.js` says it. */
type Said = import('../../types').Phrase;
/** A way to go on from the draft; `id`: what it is about, `by`: who acts. `orders` null: there is nothing to order. */
export interface Advice {
  way: 'grow' | 'wait' | 'strike' | 'weapon' | 'scout' | 'defend';
  kind:
    | 'hold'
    | 'keep'
    | 'pause'
    | 'take'
    | 'storm'
    | 'save'
    | 'bid'
    | 'mine'
    | 'stop'
    | 'hunt'
    | 'strike'
    | 'guard'
    | 'trace'
    | 'seek'
    | 'look';
  id: number;
  by: number;
  says: Said;
  price: Said;
  gives: Said;
  risk: Said;
  orders: Partial<CosmosOrders> | null;
}
/** What the bursts of own ships that go for somebody come to: its defence before and after them; `result` null: none is foreseen. */
export interface Attack {
  target: number;
  round: number | null;
  before: number;
  after: number;
  result: Hit['result'] | null;
  /** Of the ship that bursts last, by how many that is shared, and how much each gets. */
  energy: number | null;
  shared: number | null;
  burst: number | null;
}
export interface Lack {
  planet: number;
  from: number;
  rounds: number | null;
  bids: boolean;
}

export interface Forecast {
  rounds: number[];
  events: any[];
  tracks: Record<string, Pos[]>;
  planets: Record<string, number[]>;
  gone: number[];
  /** Own planets that one hostile battleship in sight could take, and with how strong a burst. */
  bare: { planet: number; left: number; foe: number; burst: number }[];
  /** Own planets whose bid wins nothing, because of another own planet, or (null) because as much has just lost. */
  vain: { planet: number; bid: number; rival: number | null; most: number; round: number }[];
  /** Own planets that build in turn and lack energy for it: from how much on they build, in how many rounds, null: never; do they bid besides? */
  waits?: Lack[];
  /** By id of a planet of others the least energy of a ship whose burst takes it, as it is known. */
  takes: Record<string, number>;
  attacks: Attack[];
  least_burst: number;
  /** What the ships cost that are offered, by kind. */
  usual: Record<string, number>;
  /** What a planet keeps that sends what it can. */
  keep: number;
  /** One of each way, the usual first; each can be paid by itself. */
  advice: Advice[];
}

/** What the board makes of a view (position.js). */

/** An entity as the board shows it; `x` and `y` are its tile on the chart, whose rows grow downwards. */
export interface Shown extends Entity {
  x: number;
  y: number;
  seen: 'own' | 'seen' | 'remembered';
  /** Whether its kind is. */
  sure: boolean;
  /** When it was last seen, of what is remembered. */
  round: number | null;
  /** Everything, of one's own and for the referee. */
  all: Own | null;
}
export interface Chart {
  /** Tiles. */
  width: number;
  height: number;
  /** The coordinates of its south-western tile. */
  origin: Pos;
  /** Density of tiles row by row from the north, 0 where nothing is known. */
  values: Float32Array;
}
export interface Position {
  view: CosmosView;
  chart: Chart;
  /** Ascending by id. */
  shown: Shown[];
  byId: Map<number, Shown>;
  /** Tiles. */
  blips: [number, number][];
  /** Per tile 1 where an own entity senses it now; null: everything is seen. */
  sensed: Uint8Array | null;
}

/** What the session keeps beside what every session does (session.js). */
export type Aim = 'go' | 'escort' | 'pursue' | 'stay' | 'analyse' | 'build';
export interface InHand {
  /** Ids: own ones, or one that is looked at. */
  selected: number[];
  /** Tile that the keyboard is at. */
  focus: [number, number] | null;
  /** Tile under the pointer. */
  hover: [number, number] | null;
  /** What the next tile is for. */
  aim: { kind: Aim } | null;
  /** What is built next. */
  build: { kind: Kind; energy: number };
  /** Squared radius of the burst that is tried out; 0: none. */
  radius: number;
  /** Only what the one that is selected senses is shown. */
  lens: boolean;
  /** The aether is shown. */
  heat: boolean;
  /** The radii of who is selected are shown. */
  radii: boolean;
  /** The radio table is open. */
  radio: boolean;
  /** The step whose advice this person has put away on the chart. */
  quiet: number | null;
  /** The way to go on that is open on the chart. */
  open: Advice | null;
  /** What own planets wait for, by id, as this person has chosen. */
  waits: Record<number, import('./waits.js').Wait>;
  /** Whom the way is about that is pointed at. */
  eyed: number | null;
  /** What the newest order took the place of, the draft as JSON that came of it, and whom it was for. */
  replaced: { draft: string; text: string; ids: number[] } | null;
  /** From whom to whom somebody drags. */
  pull: { from: number; to: number | null } | null;
  /** Ids by digit. */
  groups: Record<string, number[]>;
}

/** What is painted of an entity (glyphs.js); x and y in tiles, the middle of what is drawn. */
export interface Drawn {
  id: number;
  kind: Kind;
  seat: number | null;
  x: number;
  y: number;
  energy: number;
  own: boolean;
  sure: boolean;
  /** Radians on the screen. */
  heading: number;
  alpha: number;
  /** Rounds until it is ready, if that is known. */
  wait: number | null;
  /** Part of the way to a battleship, of one's own miners. */
  age: number | null;
  /** The miner is old enough to pay. */
  pays: boolean;
  /** Part of the defence that is left, if that is known. */
  wounds: number | null;
  /** When it was last seen, of what is remembered. */
  round: number | null;
  health: number;
  wake: number;
}

export type Session = ReturnType<typeof import('./session.js').sessionOf>;
export type About = import('kit/describe.js').About<Position>;
export type Ctx = CanvasRenderingContext2D;
export type View = import('board/layers.js').View;
export type Piece = import('board/pieces.js').Piece;
export type Palette = import('board/palette.js').Palette;
export type Placer = ReturnType<typeof import('kit/labels.js').createPlacer>;
export type Plates = import('kit/plates.js').Plates;
export type Part = import('kit/mount.js').Part;
export type Stage = import('kit/mount.js').Stage;
export type Key = import('kit/keys.js').Key<Session>;
export type MatchInfo = import('../../types').MatchInfo;
export type Frame = import('../../types').Frame;
export type Orders = CosmosOrders;
export type Line = import('kit/verbs.js').Line<Position, Orders>;
export type Track = import('board/animate.js').Track;
/** A canvas on the page or off it. */
export type Pen = import('kit/sprites.js').Ctx;
export type Host = import('../../types').Host;
