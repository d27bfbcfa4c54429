/** Shapes that the board makes of view, draft and forecast: the position, what is drawn, what is in hand; and the kit's with these. Nothing loads this file. */
import type { Abilities, Forecast, Volley, Zones } from './forecast';
import type {
  Building,
  Cell,
  DeepBlueView,
  Element,
  Layer,
  Level,
  Memory,
  Orders,
  Rect,
  Spot,
  Strike,
  Unit,
} from './types';

export type { Track } from 'board/animate.js';
export type { View } from 'board/layers.js';
export type { Point } from 'board/lines.js';
export type { Piece } from 'board/pieces.js';
export type { Callbacks, How } from 'board/state.js';
export type { Inspected } from 'kit/inspect.js';
export type { Choice } from 'kit/menu.js';
export type { Part, Stage } from 'kit/mount.js';
export type { Placer } from 'kit/plates.js';
export type { Look } from 'kit/sprites.js';
export type { Place } from 'kit/tracks.js';
export type { Frame, Host, Params } from '../../types';
export type { Theme } from './relief.js';
export type { Session } from './session.js';
export type { Shape } from './silhouettes.js';

export type Ctx = CanvasRenderingContext2D;
export type AnyCtx = Ctx | OffscreenCanvasRenderingContext2D;
export type About = import('kit/describe.js').About<Position>;
export type Act = import('kit/acts.js').Act<import('./session.js').Session>;
export type Actor = import('kit/actors.js').Actor<Drawn>;
export type Key = import('kit/keys.js').Key<import('./session.js').Session>;
export type Line = import('kit/verbs.js').Line<Position, Orders>;

// ---------------------------------------------------------------- position

/** An enemy unit as it was last seen, and how many rounds ago. */
export type Ghost = Memory & { age: number };
/** The facts of a map, the same object as long as the terrain is the same; lists by `y * width + x`. */
export interface Chart {
  /** Cells. */
  width: number;
  height: number;
  /** 1 for land. */
  land: Uint8Array;
  /** 1 where a base, island, mine or oil field stands. */
  built: Uint8Array;
}
export interface Position {
  view: DeepBlueView;
  chart: Chart;
  /** Whose eyes these are; null: a stranger's or the referee's. */
  seat: number | null;
  /** By id. */
  elements: Map<number, Element>;
  buildings: Building[];
  /** All that are shown, own and others. */
  units: Unit[];
  /** Units and buildings of the seat. */
  own: Element[];
  /** Units of others; to an audience without a seat nobody is an enemy. */
  enemies: Unit[];
  /** Of the seat. */
  base: Building | null;
  /** Enemy units seen before and not now. */
  ghosts: Ghost[];
  /** By level, then cell: 1 where the audience sees now; null: it sees everything or nothing at all. */
  sight: Uint8Array[] | null;
  eyes: 'seat' | 'all' | 'nothing';
  /** By level, then cell: id of who is there. */
  occupants: (number | undefined)[][];
}

// ---------------------------------------------------------------- what the chart is given to draw

/** A unit as it is drawn at one moment. */
export interface Drawn {
  id: number;
  kind: string;
  seat: number;
  /** Middle, in map units. */
  x: number;
  y: number;
  level: number;
  /** Radians. */
  heading: number;
  /** Part of what it can have. */
  health: number;
  /** Alive, of formations. */
  planes: number;
  /** Strength, 0 to 1. */
  wake: number;
  alpha: number;
  /** How far it has gone down, 0 to 1. */
  sunk?: number;
  /** Part of its health that a blow has just taken. */
  lost?: number;
}
/** Where an order leads: every cell from the unit's own on, and which of them it reaches at the end of a round. */
export interface DrawnPath {
  unit: number;
  cells: Cell[];
  level: Level;
  /** Indices into `cells`: where it is after one round, two, … */
  marks: number[];
  /** Index of the last cell that the fuel reaches; null: fuel is no matter. */
  fuel: number | null;
  /** `draft`: ordered now; `standing`: ordered before; `aim`: what a click would order; `repeat`: a standing order such as a patrol. */
  form: 'draft' | 'standing' | 'aim' | 'repeat';
  /** Words for the end of the path, such as a warning; already translated. */
  note?: string;
  /** It goes along with others, whose numbers of rounds are told: it has none. */
  isQuiet?: boolean;
}
/** A strike, supply, repair or collecting that is drafted or pointed at. */
export interface DrawnShot {
  from: Spot;
  to: Spot;
  kind: Strike | 'supply' | 'repair' | 'collect';
  /** `standing`: by a standing order. */
  form: 'draft' | 'aim' | 'standing';
  /** Words for its plate, such as "55 % · 23"; already translated. */
  note?: string;
  /** What a strike does, by the forecast. */
  volley?: Volley;
  /** Who fires. */
  unit?: number;
}
/** Where a unit's fire reaches on one layer: bands of chance around it, best first, in combat distance. */
export interface DrawnFire {
  /** What fires: the distance to a building is that to its nearest cell. */
  rect: Rect;
  layer: Level;
  /** `range`: planar cells; `note`: words for its plate, such as "75 %". */
  bands: { range: number; note: string }[];
  /** Cells that are cut off because they are not seen: drawn open. */
  cut?: Cell[];
}
/** A ring of cells around something: fuel range, sight. */
export interface DrawnRing {
  rect: Rect;
  range: number;
  kind: 'fuel' | 'sight';
  note: string;
}
/** A warning sign over a cell. */
export interface DrawnWarning {
  at: Spot;
  note: string;
}

/** Orders, aims and ranges: made from the draft and the engine's forecast by the logic. */
export interface Plan {
  paths: DrawnPath[];
  shots: DrawnShot[];
  fire: DrawnFire[];
  rings: DrawnRing[];
  warnings: DrawnWarning[];
  /** Cells that one's own guns reach, 1 each, by `y * width + x`; null: not asked for. */
  covered: Uint8Array | null;
}

/** What the scene reads of the session's state, beside what every session has. */
export interface ChartState {
  position: Position | null;
  hover: Cell | null;
  /** Where the keyboard is. */
  focus: Cell | null;
  /** Ids of chosen elements. */
  selected: number[];
  layer: Layer;
  /** What the hand is about to order; null: nothing. */
  aim: { kind: string; [key: string]: any } | null;
  shown: { zones: boolean; wings?: boolean; sight: boolean; fire: boolean; labels: boolean };
  zones: Zones | null;
  spelled: boolean;
  adds: boolean;
  told: Forecast | null;
  drawn: Plan;
}

// ---------------------------------------------------------------- what is in hand

/** The server's answers about units, by id. */
export type Answers = Record<string, Abilities>;
export type Asked = NonNullable<Forecast['ask']>;
/** A menu of orders on the chart. */
export interface Menu {
  cell: Cell;
  /** Pixels of the board. */
  at: number[];
  /** Without one it is called as its cell. */
  title?: string;
  clear?: import('kit/menu.js').Clear;
  /** null: being fetched. */
  choices: import('kit/menu.js').Choice[] | null;
  /** The unit whose command is being set. */
  editing: number | null;
  /** A finger has opened it: it closes when something is ordered. */
  isTouch?: boolean;
}
