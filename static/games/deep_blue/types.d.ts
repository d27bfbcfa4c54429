/** Shapes of Deep Blue's view, events and orders (rules, chapters 4 and 10). For the type checker; nothing loads this file. */

export type * from './chart';
export type * from './forecast';

/** 0 underwater, 1 surface, 2 air. */
export type Level = 0 | 1 | 2;
/** A layer, or 3: all of them, stacked. */
export type Layer = Level | 3;
export type Cell = [number, number];
export type Spot = [number, number, number];
/** First and last cell, both included. */
export type Rect = [number, number, number, number];

export type BuildingKind = 'base' | 'island' | 'mine' | 'oilfield';
export type UnitKind = 'submarine' | 'destroyer' | 'cruiser' | 'battleship' | 'carrier' | 'cargo' | 'formation';
export type Kind = BuildingKind | UnitKind;
export type Strike = 'fire' | 'torpedo';

// ---------------------------------------------------------------- view

/** A column of the table of elements (1). Triples are [underwater, surface, air]; null: infinite or immune. */
export interface KindTable {
  key: Kind;
  level: number;
  health: number;
  fuel: number;
  ammo: number | null;
  ammo_once: number;
  metal: number;
  sight: [number, number, number];
  reach: [number, number, number];
  attack: [number, number];
  anti_air: number;
  defence: [number | null, number | null];
  speed: number;
  population: number;
  cost: number;
  rounds: number;
}
export interface PlaneTable {
  types: string[];
  rating: [number, number, number][];
  health: number[];
  fuel: number[];
  ammo: number[];
  metal: number[];
  rounds: number[];
  size: number;
  scout_sight: [number, number, number];
}
export interface Tables {
  kinds: Record<Kind, KindTable>;
  planes: PlaneTable;
  queue_max: number;
  /** How much of it is a point; a match of before says nothing of it. */
  per_point?: Partial<Record<keyof ScoreParts, number>>;
  /** Points of an island that is held, at the end of each round. */
  island_score: number;
}

/** null: not known to the audience. */
export interface Building {
  id: number;
  kind: BuildingKind;
  seat: number | null;
  rect: Rect;
  level: 1;
  health: number | null;
  fuel: number | null;
  ammo: number | null;
  metal: number | null;
  visible: boolean;
  /** When it was last seen; 0: known from the start, never seen. */
  seen_round: number | null;
}
export interface Unit {
  id: number;
  kind: UnitKind;
  seat: number;
  pos: Spot;
  health: number;
  fuel: number | null;
  ammo: number | null;
  metal: number | null;
  visible: boolean;
  /** Own only. */
  destination?: Cell | null;
  /** Own only: what it does round after round; not there: nothing. */
  standing?: Standing;
  /** Own only: health that the enemy took in the round before. */
  struck?: number;
  /** Of own formations: planes alive by type. */
  planes?: number[] | null;
  planes_max?: number[];
  /** Of enemy formations: how many planes are alive. */
  planes_total?: number;
  attack?: [number, number, number];
  sight?: [number, number, number];
  limits?: { health: number; fuel: number; ammo: number };
}
export type Element = Building | Unit;

/** An enemy unit as it was last seen. */
export interface Memory {
  id: number;
  kind: UnitKind;
  seat: number;
  pos: Spot;
  health: number;
  round: number;
}
export interface QueueEntry {
  kind: UnitKind;
  planes: number[] | null;
  left: number;
  waiting: string | null;
  rally: Cell | null;
}
export interface ScoreParts {
  damage: number;
  islands: number;
  fuel: number;
  metal: number;
}
/** By level, then by row: hexadecimal digits, one bit for each x, the highest first. */
export type Vision = string[][];

export interface DeepBlueView {
  names?: Partial<Record<'units' | 'buildings' | 'seas', import('app/names.js').Book>>;
  game: 'deep_blue';
  ruleset: string;
  /** null: a stranger or the referee. */
  seat: number | null;
  round: number;
  round_limit: number;
  size: [number, number];
  weather: number;
  /** By row; `#` is land. */
  terrain: string[];
  map: { name: string; title: string; symmetry: string };
  options: Record<string, any>;
  tables: Tables;
  scores: number[];
  score_parts: (ScoreParts | null)[];
  /** Of the enemy's points those whose cause a seat was told. */
  enemy_parts?: Pick<ScoreParts, 'damage' | 'islands'>;
  pending: number[];
  outcome: any;
  /** Of a seat; of the referee a list of both; null: a stranger. */
  population: any;
  queue: any;
  vision: any;
  memory: any;
  elements: Element[];
  /** After the end, and for the referee: per seat, by kind. */
  statistics?: Record<string, any>[];
}

// ---------------------------------------------------------------- orders

export type Command =
  | { type: 'attack'; target?: number; cell?: Spot; strikes?: Strike[] }
  | { type: 'supply'; target: number; fuel?: number | null; ammo?: number | null; metal?: number | null }
  | { type: 'repair'; target: number; planes?: number[] }
  | { type: 'collect'; target: number }
  | { type: 'self_destruct' };
/** What a unit does round after round until told otherwise. */
export type Standing =
  | { type: 'patrol'; cells: Cell[] }
  | { type: 'escort'; unit: number }
  | { type: 'supply_run'; unit: number | null }
  | { type: 'collect_run'; target: number }
  | { type: 'attack_at_will' };
export interface UnitOrders {
  /** A cell: the new destination; null: stop; not there: go on. */
  move?: Cell | null;
  command?: Command;
  /** null: ends it. */
  standing?: Standing | null;
}
export interface Product {
  kind: UnitKind;
  planes?: number[];
  rally?: Cell;
}
export interface Orders {
  units?: Record<string, UnitOrders>;
  production?: Product[];
  resign?: boolean;
}

// ---------------------------------------------------------------- events, in the order in which they happened

export type Phase = 'queue' | 'attack' | 'move' | 'services' | 'production' | 'score' | 'end';
export type StrikeResult = 'hit' | 'miss' | 'empty' | 'blocked_by_unit' | 'lost_on_land' | 'overkill';

/** What is null the audience did not see. */
export interface StrikeEvent {
  phase: 'attack';
  type: 'strike';
  attacker: number | null;
  from: Spot | null;
  target: number | null;
  owner: number | null;
  cell: Spot | null;
  kind: Strike;
  result: StrikeResult | null;
  damage: number | null;
  splash: [number, number][];
}
/** `planes`: what is left of attacker and defender: types of the own side, a number of the other. */
export interface AirCombatEvent {
  phase: Phase;
  type: 'air_combat';
  attacker: number;
  defender: number;
  cell: Spot;
  mastery: [number, number];
  band: 'full_control' | 'advantage' | 'even' | 'inferior' | 'lost_control';
  losses: [number, number];
  planes: [number[] | number, number[] | number];
}
export interface BattleEvent {
  phase: 'move';
  type: 'battle';
  a: number;
  b: number;
  cell: Spot;
  /** Who fired, what, how it ended, damage. */
  strikes: [number, Strike, string, number][];
}
export interface DestroyedEvent {
  phase: Phase;
  type: 'destroyed';
  id: number;
  kind: Kind;
  seat: number;
  pos: Spot;
  cause: string;
}
export interface CapturedEvent {
  phase: Phase;
  type: 'captured';
  id: number;
  seat: number;
  from_seat: number | null;
}
/** Own: `path` and why it ended; of others the stretches that were seen. */
export interface MoveEvent {
  phase: 'move';
  type: 'move';
  id: number;
  level: Level;
  path?: Cell[];
  stopped?: string;
  segments?: Cell[][];
}
export interface CrashEvent {
  phase: 'move';
  type: 'crash';
  id: number;
  seat: number;
  pos: Spot;
  victim: number | null;
  damage: number | null;
}
export interface ServiceEvent {
  phase: 'services';
  type: 'supply' | 'repair' | 'collect';
  from: number;
  to_id: number;
  /** Where giver and receiver are. */
  at: [Spot, Spot];
  fuel: number;
  ammo: number;
  metal: number;
  health?: number;
  planes?: number[];
}
/** Somebody else's supply, repair or collecting, at the cells that were seen. */
export interface ActivityEvent {
  phase: 'services';
  type: 'activity';
  at: Spot[];
}
export interface SelfDestructEvent {
  phase: 'services';
  type: 'self_destruct';
  id: number;
  seat: number;
  pos: Spot;
  blast: number;
  victims: [number, number][];
}
export interface LaunchedEvent {
  phase: 'production';
  type: 'launched';
  id: number;
  kind: UnitKind;
  seat: number;
  pos: Spot;
}
export interface OtherEvent {
  phase: Phase;
  type: 'queued' | 'queue_failed' | 'hover' | 'command_failed' | 'score' | 'end';
  [key: string]: any;
}
export type DeepBlueEvent =
  | StrikeEvent
  | AirCombatEvent
  | BattleEvent
  | DestroyedEvent
  | CapturedEvent
  | MoveEvent
  | CrashEvent
  | ServiceEvent
  | ActivityEvent
  | SelfDestructEvent
  | LaunchedEvent
  | OtherEvent;
