/** Shapes of Deep Blue's forecast (rules, chapter 10): what drafts lead to, and answers to questions. For the type checker; nothing loads this file. */
import type { Cell, Spot, Standing, Strike, UnitKind, UnitOrders } from './types';

/** Questions beside a draft. */
export interface Ask {
  units?: number[];
  targets?: number[];
  cell?: number[];
  planes?: number[];
  zones?: boolean;
}
/** Of the asked units together, cells packed as `vision`: where they come in this round, and where they can be shot at in the next. */
export interface Zones {
  reach: string[];
  danger: string[];
  /** What planes reach, apart from ships and buildings. */
  wings?: string[];
}
export interface Refused {
  path: string;
  code: string;
  message: string;
  data: Record<string, any>;
}
export interface Warned {
  code: string;
  /** Who can fill it; `runs`: by a supply run of more than this round. */
  near?: { id: number; apart: number; gives: number; runs?: true };
  [key: string]: any;
}
export interface Way {
  path: Cell[];
  /** Places in the path at the end of this round and of each later one. */
  stops: number[];
  fuel_ends: number | null;
  fuel: number;
  rounds: number | null;
  destination: Cell | null;
  reaches: boolean;
  stopped: string | null;
}
export interface StrikeAhead {
  kind: Strike;
  chance: number;
  damage: number;
  ammo: number;
  result: string;
  at: Spot;
  meets: number | null;
  splash: { id: number; damage: number; own: boolean }[];
}
/** What several do that fire at one target. */
export interface Together {
  target: number;
  units: number[];
  expected: number;
  sinks: number;
}
/** The same of all that may, and of those who are enough. */
export interface Joint extends Together {
  enough: Together;
}
export interface Volley {
  cell: Spot;
  distance: number;
  reach: number;
  expected: number;
  sinks: number;
  /** Of a free island: its points a round once it is taken; damage to it scores nothing. */
  gives?: number;
  combat: {
    defender: number;
    mastery: [number, number];
    band: string;
    losses: [number, number];
    planes: number[];
  } | null;
  strikes: StrikeAhead[];
}
export interface UnitAhead {
  /** Where `orders` come from: drafted, by the standing order, or nothing but the way to a destination. */
  by: 'orders' | 'standing' | 'course';
  standing: Standing | null;
  orders: UnitOrders;
  way: Way | null;
  attack: (Volley & { target: number | null; back: Volley | null }) | null;
  service: {
    type: string;
    target?: number;
    failed: string | null;
    flows?: Record<string, any>;
    left?: Record<string, number> | null;
    blast?: number;
    victims?: { id: number; damage: number; own: boolean; destroyed: boolean }[];
  } | null;
  after: { pos?: Spot; health?: number; fuel?: number; ammo?: number; metal?: number; planes?: number[] } | null;
  warnings: Warned[];
}
export interface Entry {
  kind: UnitKind;
  planes: number[] | null;
  draft: boolean;
  rounds: number;
  waiting: string | null;
  fails: boolean;
  population: number;
  cost: number;
  rally: Cell | null;
}
export interface Yard {
  metal: [number, number];
  population: [number, number, number];
  room: number;
  entries: Entry[];
  products: {
    kind: UnitKind;
    composition: string | null;
    planes: number[] | null;
    cost: number;
    rounds: number;
    late: boolean;
    population: number;
    fuel: number;
    refused: string | null;
    waits: boolean;
  }[];
  warnings: Warned[];
}
export interface Offer {
  type: string;
  target: number;
  refused: Refused | null;
  strikes?: Strike[];
  volley?: Volley;
  back?: Volley | null;
  /** As much as would flow. */
  most?: Record<string, number>;
}
/** What a unit can do. */
export interface Abilities {
  sight: [number, number, number];
  /** By layer; null: it cannot fire there. Radii are planar. */
  fire: ({
    reach: number;
    radius: number;
    aims: 'own' | 'shared' | 'blind';
    bands: [number, number | null][];
  } | null)[];
  reach: { round: string[]; fuel: string[]; speed: number; range: number } | null;
  commands: Offer[];
  /** Steps to the base; null: buildings. */
  home: number | null;
  blast: { blast: number; victims: { id: number; damage: number; own: boolean }[] } | null;
  /** Standing orders it can be given. */
  standing: Standing['type'][];
  cell: { way: Way | null; volley: Volley | null; refused: Refused | null } | null;
}
export interface Composition {
  planes: number[];
  health: number;
  fuel: number;
  ammo: number;
  cost: number;
  rounds: number;
  population: number;
  attack: [number, number, number];
  sight: [number, number, number];
  speed: number;
  reach: [number, number, number];
}
export interface Forecast {
  round: number;
  refused: Refused[];
  units: Record<string, UnitAhead>;
  production: Yard;
  together?: Together[];
  attention: Warned[];
  ask: {
    together?: Joint[];
    /** With those whose drafts fire at the target already. */
    joint?: Together[];
    units: Record<string, Abilities>;
    targets: Record<string, { sight: [number, number, number]; fire: Abilities['fire'] }>;
    planes: Composition | null;
    zones?: Zones;
  } | null;
}
