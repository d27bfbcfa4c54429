/**
 * Shapes of Planet Conquer's view, events and orders (rules, chapters 12 to 14), and what its modules call things. For the type checker;
 * nothing loads this file.
 */

import type { Point } from 'board/lines.js';
import type { Graph } from './graph.js';

export type { Track } from 'board/animate.js';
export type { Camera, Size } from 'board/camera.js';
export type { View } from 'board/layers.js';
export type { Palette } from 'board/palette.js';
export type { Piece } from 'board/pieces.js';
export type { Box } from 'kit/labels.js';
export type { Stage } from 'kit/mount.js';
export type { Frame, Host, MatchInfo } from '../../types';
export type { Layout, Name } from './layout.js';
export type { Session } from './session.js';
export type { Point };
export type Ctx = CanvasRenderingContext2D;

/** A planet with the map's facts; `room`: distance to the nearest other one. */
export type Planet = MapPlanet & PlanetView & { x: number; y: number; room: number };
/** `length` in rounds. */
export interface Route {
  index: number;
  a: number;
  b: number;
  length: number;
  line: Point[];
}
/** What a frame shows, with the map's facts at hand. */
export interface Position {
  view: PlanetConquerView;
  planets: Planet[];
  routes: Route[];
  graph: Graph<Route>;
  /** -1: none. */
  home: number;
}
/** What a person has in hand, besides what every board knows. */
export interface Hand {
  /** Planets that will send. */
  sources: number[];
  /** The planet the keyboard is at. */
  focus: number | null;
  /** The planet under the pointer. */
  hover: number | null;
  /** What the card shows. */
  inspected: { kind: 'planet'; id: number } | { kind: 'fleet'; id: string } | { kind: 'battle'; planet: number } | null;
  /** Index of the move that was pressed on the chart. */
  edited: number | null;
  /** The standing route that was pressed on the chart. */
  route: { from: number; to: number } | null;
  /** A tactic that waits for its target; `from` for teleport. */
  aim: { type: string; from: number | null; to?: number } | null;
  /** Part of a garrison that is sent next. */
  fraction: number;
  /** Number of units that is sent instead. */
  exact: number | null;
  /** What is sent next goes on every round: a standing route. */
  repeat: boolean;
  /** A part was chosen while the next order was to go on every round, which it does no more. */
  isOnceOnly: boolean;
  /** What was chosen while dragging counts for this drag only. */
  grip: Partial<Share> | null;
  /** A tactic that was pressed and cannot be played now. */
  denied: string | null;
  /** Growth forecast over the planets. */
  overlay: boolean;
  /** A target without a direct route, offered "along the way". */
  detour: { from: number; to: number } | null;
  /** Units that were to go on. */
  reminders: { at: number; to: number; round: number }[];
}

export interface MapPlanet {
  key: string;
  kind: string;
  at: [number, number];
  def: number;
  res: number;
  cos: number;
  max: number;
  natives: number;
  name: string;
}
export type MapRoute = [string, string, number, number?];
export interface StarMap {
  id: string;
  name?: string;
  name_zh?: string;
  planets: MapPlanet[];
  routes: MapRoute[];
  starts?: string[];
}

export interface Effect {
  type: string;
  seat: number | null;
  until: number;
}
export interface PlanetView {
  id: number;
  seen: 'now' | 'before' | 'never';
  owner: number | null;
  units: number | null;
  as_of: number | null;
  next: number | null;
  effects: Effect[];
}
export interface Fleet {
  id: string;
  seat: number;
  from: number;
  to: number;
  units: number;
  length: number;
  left: number;
  kind: 'route' | 'teleport';
}
export interface Announcement {
  type: string;
  planet: number | null;
  seat: number | null;
  target?: number | null;
  round: number;
}
export interface TacticState {
  type: string;
  cost: number;
  allowed: boolean;
  why_not: string | null;
}
export interface Own {
  points: number;
  planets: number;
  units: number;
  lost_turns: number;
  lost_turn_limit: number;
  fee: { on: boolean; base_line: number | null; quarters: number; next_step_at: number | null };
}
export interface SeatView {
  seat: number;
  status: 'in' | 'eliminated' | 'lost_turns' | 'resigned';
  out_round: number | null;
  planets: number | null;
  units: number | null;
  points: number | null;
  lot: number;
}
export interface PlanetConquerView {
  names?: { planets: import('app/names.js').Book };
  round: number;
  max_round: number;
  phase: 'orders' | 'ended';
  fog: boolean;
  seat: number | null;
  you: Own | null;
  seats: SeatView[];
  planets: PlanetView[];
  fleets: Fleet[];
  announcements: Announcement[];
  attacks: { planet: number; until: number }[];
  tactics: TacticState[];
  map: StarMap;
  rules?: { points_per_round: number };
  /** Only at tables that have standing routes. */
  standing?: (Standing & { seat: number })[];
  result: any;
}

export interface Move {
  from: number;
  to: number;
  units: number;
}
export interface Tactic {
  type: string;
  planet?: number;
  from?: number;
  to?: number;
  units?: number;
  seat?: number;
}
export interface Orders {
  moves: Move[];
  tactic: Tactic | null;
  resign: boolean;
  /** Only where a table has them, and the draft changes them: all standing routes from now on. */
  standing?: Standing[] | null;
}
/** An order that goes on: so many units a round, or what exceeds a number; both null, or `growth`: all growth, where `above` is what stays. */
export interface Standing {
  from: number;
  to: number;
  units: number | null;
  above: number | null;
  growth?: boolean;
}
/** How much is sent: a part, else an exact number; or every round from now on. */
export interface Share {
  fraction: number;
  exact: number | null;
  repeat: boolean;
}

export interface BattleSide {
  seat: number | null;
  garrison: number;
  arrived: number;
  heads: number;
  power: number;
  def: number | null;
  defended: boolean;
  attack: boolean;
  god: boolean;
  loss_caused: number;
  teleported: number;
}

/** What `games/planet_conquer/forecast.py` says of a draft. */
export interface ForeseenMove extends Move {
  arrives: number | null;
  battle: { owner: number | null; garrison: number; winner: number | null; survivors: number; needs: number } | null;
}
export interface Foreseen {
  round: number;
  points: number;
  left: { planet: number; units: number; grows: number | null }[];
  moves: ForeseenMove[];
  teleport: ForeseenMove | null;
  planets: { planet: number; next: { owner: number | null; units: number }[] }[];
  totals: { round: number; planets: number; units: number }[];
  fee: { base_line: number; steps: number[] } | null;
  advice: Advice | null;
  reach: Reach[];
  threats: Threat[];
  battles: ForeseenBattle[];
}
/** How a battle ends to which fleets are under way already. */
export interface ForeseenBattle {
  planet: number;
  round: number;
  owner: number | null;
  winner: number | null;
  survivors: number;
}
/** What a neighbour needs, besides the draft, to be one's own. */
export interface Reach {
  from: number;
  to: number;
  arrives: number;
  needs: number;
}
/** What a rival's neighbour would do to an own planet with all it has; `left`: units of one's own, 0 if it falls. */
export interface Threat {
  planet: number;
  from: number;
  seat: number;
  units: number;
  arrives: number;
  left: number;
}
/** The tactic that would pay with the draft: planets won or saved and units more after so many rounds. */
export interface Advice {
  type: string;
  planet: number;
  cost: number;
  planets: number;
  units: number;
  rounds: number;
}
