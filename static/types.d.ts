/**
 * Shapes that cross a border: socket messages (docs/protocol.md), frames, and what a game's browser module and the
 * match page owe each other. For the type checker and the reader; nothing loads this file.
 */

/** Anything JSON: what only the game understands. */
export type Json = any;
export type Orders = Json;
export type View = Json;
export type GameEvent = Record<string, Json>;
/** A seat number, "public", "referee", or null for "mine, else public". */
export type Audience = number | 'public' | 'referee' | null;
export type Params = Record<string, string | number>;
/** A message of a game, with numbers, other messages, other phrases and names of things in its places. */
export interface Phrase {
  text: string;
  data?: Record<string, string | number | Phrase | [english: string, chinese: string]>;
}

// ---------------------------------------------------------------- messages from the server

export interface Welcome {
  type: 'welcome';
  protocol: number;
  now: number;
  release: string;
  /** Whom the site takes us for; null: a stranger. */
  person: number | null;
}
export interface Ack {
  type: 'ack';
  ack: number;
}
export interface Refusal {
  code: string;
  path: string;
  message: string;
  data?: Record<string, Json>;
}
export interface ErrorMessage extends Refusal {
  type: 'error';
  ack: number | null;
  match: string | null;
}

export interface SeatInfo {
  seat: number;
  name: string;
  kind: 'person' | 'bot';
  bot: string;
  /** The program that plays; not there or empty: none. */
  program?: string;
  /** A person of the site's staff. */
  staff?: boolean;
  /** An account with which a program plays. */
  bot_account?: boolean;
  /** Of a bot that shares its level with another: the end of its name, in English and Chinese. */
  given?: string[];
}

export interface MatchInfo {
  game: string;
  name: string;
  turns: string;
  /** What step 0 is called by: more than 0 in a match that begins with a later position than the set-up. */
  first_step: number;
  rules_version: string;
  options: Record<string, Json>;
  /** `none`: against bots alone, and `StatusMessage.deadline` is null. */
  clock: 'live' | 'slow' | 'none';
  /** Of the last two one person has several seats. */
  kind: 'ordinary' | 'hot_seat' | 'sandbox' | 'lesson';
  rated: boolean;
  step_seconds: number;
  bank_seconds: number;
  /** Of slow clocks: the hour at which steps end, and the days of the week (0: Monday) that do not count, in `time_zone`. */
  fixed_hour: number | null;
  time_zone: string;
  rest_days: number[];
  /** Days of vacation that each seat may take. */
  vacation_days: number;
  draws: boolean;
  spectator_delay: number;
  /** Steps by which spectators who see everything are late; null: everything is shown when the match is over. */
  truth_delay?: number | null;
  /** When the match began. */
  started_at?: number | null;
  has_fog: boolean;
  /** How players may talk while the match runs. */
  press: 'none' | 'public' | 'full';
  /** Who sits where is hidden until the end: then names of others are "", and all are called persons. */
  anonymous: boolean;
  host: string | null;
  public: boolean;
  /** The view's keys that never change; `store` puts them back into every frame's view. */
  static: Record<string, Json>;
  seats: SeatInfo[];
  /** My seat; of several the one I look from. */
  you: number | null;
  yours: number[];
  seat_seed?: string | null;
  /** Why a match of the game may end, as sentences: put in by the page, whose language they are in. */
  reasons?: Record<string, string>;
}

export interface MatchMessage {
  type: 'match';
  match: string;
  audience: Audience;
  info: MatchInfo;
}

export interface Frame {
  step: number;
  view: View;
  events: GameEvent[];
  choices: Json | null;
  final: boolean;
}
export interface FrameMessage extends Frame {
  type: 'frame';
  match: string;
  audience: Audience;
}

export type MatchStatus = 'open' | 'running' | 'paused' | 'finished' | 'aborted';
export type VoteKind = 'pause' | 'resume' | 'extend' | 'draw' | 'abort';
export interface Tally {
  /** Somebody is for it. */
  asked: boolean;
  /** I am. */
  mine: boolean;
  /** Who asked first, or who declined; null: nobody, or hidden. */
  by: number | null;
  /** It was declined a few steps ago. */
  declined: boolean;
  /** The step from which on I may ask for it again; null: now. */
  again: number | null;
}

export interface SeatStatus {
  seat: number;
  ready: boolean | null;
  /** Milliseconds left in the time bank. */
  bank: number | null;
  online: boolean;
  autopilot: string;
  missed: number | null;
  resigned: boolean | null;
  watchable: boolean;
  /** Days of vacation left. */
  vacation: number | null;
  /** From when on others may call a bot; null: its person is not gone. */
  gone_at: number | null;
  place: number | null;
}

export interface StatusMessage {
  type: 'status';
  match: string;
  revision: number;
  now: number;
  status: MatchStatus;
  step: number;
  deadline: number | null;
  /** Seats whose answer is awaited. */
  waiting: number[];
  seats: SeatStatus[];
  /** Seats that no longer take part while the match goes on. */
  out: number[];
  votes: Partial<Record<VoteKind, Tally>>;
  /** From when on I may claim the win. */
  claim_at: number | null;
  outcome: { reason: string; places: number[] } | null;
  /** Id of the next table, when somebody asked for one. */
  rematch: string | null;
  /** Who has asked for it, until when the seats are kept for those who played here, and whether it has begun. */
  rematch_offer: { seats: number[]; until: number; begun: boolean; full: boolean } | null;
  /** Paused, and only staff end it. */
  held: boolean;
  /** Id of the match in which staff let this one go on from an earlier step. */
  goes_on: string | null;
}

export interface OrdersMessage {
  type: 'orders';
  match: string;
  step: number;
  orders: Orders | null;
  ready: boolean;
}
/** What the site answers for my seat now: a value for every preference of the game. */
export interface PreferencesMessage {
  type: 'preferences';
  match: string;
  preferences: Record<string, any>;
}
/** For how many steps my seat goes on by itself, until what, and why it has stopped. */
export interface GoingOn {
  type: 'going_on';
  match: string;
  left: number;
  until: Record<string, number | boolean>;
  /** `text` null: the steps are over (`steps`), or something failed. `also`: what else happened for which it stops. */
  stopped: { step: number; key: string; text: string | null; data: Record<string, any>; also?: Phrase[] } | null;
}
export interface ForecastMessage {
  type: 'forecast';
  match: string;
  step: number;
  ack: number | null;
  forecast: Json;
}
export interface ChatLine {
  /** Its place in its channel, which is the room and `to`. */
  number: number;
  room: 'table' | 'seats' | 'spectators';
  /** Seats of a private channel, ascending; empty: everybody in the room. */
  to: number[];
  /** "" while names are hidden. */
  name: string;
  seat: number | null;
  step: number;
  text: string;
  at: number;
  /** Somebody of the site's staff said it. */
  staff?: boolean;
  /** A bot account said it. */
  bot?: boolean;
}
export interface ChatMessage {
  type: 'chat';
  match: string;
  lines: ChatLine[];
}
export interface Bye {
  type: 'bye';
  match: string;
  code: string;
}
export interface Pong {
  type: 'pong';
  now: number;
}

export type ServerMessage =
  | Welcome
  | Ack
  | ErrorMessage
  | MatchMessage
  | FrameMessage
  | StatusMessage
  | OrdersMessage
  | PreferencesMessage
  | GoingOn
  | ForecastMessage
  | ChatMessage
  | Bye
  | Pong;

/** Answer of /matches/<id>/frames/. */
/** Many frames in few bytes; a change is null, or what docs/protocol.md says under *Runs of frames*. */
export interface Run {
  first: number;
  view: View;
  changes: Json[];
  events: { keys: string[][]; columns: Json[][][]; order: number[][] };
  /** The last step of a match that is over. */
  final: number | null;
}

export interface FramesAnswer {
  info: MatchInfo;
  frames: Frame[];
  /** Named series, main one first: per step, a number for each seat. */
  scores: Record<string, number[][]>;
  /** Where they were asked for: per step, the chances of each seat in thousandths; empty in games without an estimate. */
  chances?: number[][];
  count: number;
}

// ---------------------------------------------------------------- a game's module in the browser

/** What the page offers to a game's board and panel. */
export interface Host {
  info: MatchInfo;
  /** My seat; null for whoever only watches. */
  seat: number | null;
  readonly: boolean;
  /** Where nobody orders: the step whose orders in `getOrders` are shown as drafts that nobody can change; null: none are. */
  advised?(): number | null;
  t(msgid: string, params?: Params): string;
  tn(one: string, many: string, n: number, params?: Params): string;
  reducedMotion(): boolean;
  theme(): 'dark' | 'light';
  getOrders(): Orders;
  /** The drafts changed: kept in the undo history, forecast, and sent after a moment. */
  setOrders(orders: Orders): void;
  /** Takes the newest change of the drafts back. A page that keeps none need not offer it. */
  undo?(): void;
  /** What would become of these orders, without drafting them; null if nobody can say. A page need not offer it. */
  forecast?(orders: Orders): Promise<Json | null>;
  /** Hands the drafts in, as Ready does. A page on which nobody plays does not offer it. */
  submit?(): void;
  /** Which act is due, as the board knows it better than the page: until another is named, that one alone shines. A page without Ready does not offer it. */
  due?(due: Due): void;
  /** Opens the choice of what a person goes on until. A page without it does not offer it. */
  goOn?: (() => void) | null;
  /** Time left for this step in milliseconds, and as a part of the whole; null: nobody waits for the clock. */
  remaining?(): { left: number; part: number } | null;
  /** A question beside the board names something on it, as that of a puzzle does: names are shown from the beginning. */
  isNamed?: boolean;
  /** What the site answers for this seat, and how to change it; `get` is null where there is nothing to choose. */
  preferences?: { get(): Record<string, any> | null; set(key: string, value: any): void };
  /** An event has its moment on the board: it may be heard. A page without sounds does not offer it. */
  hear?(event: GameEvent): void;
  /** A moment stops the eye, and may be heard. */
  stir?(): void;
  /** Where the bar of playback stands, beside the board; a page without such a place has it over the board. */
  bar?: HTMLElement | null;
  /** Where the beads of the step stand while nothing moves, in the strip under the board; a page without it has them in the bar. */
  beads?: HTMLElement | null;
  /** Spoken by screen readers. */
  announce(text: string): void;
  /** Tell the other half (board or panel) what is selected. */
  select(what: Json): void;
  /** Hear what the other half selected; returns the way to stop. */
  onSelect(listener: (what: Json) => void): () => void;
}

/** The act that is due. */
export interface Due {
  /** `ready`: Ready does it. `board`: a button on the board does it, and Ready gives way to that. `choice`: something is chosen first, and Ready does not shine. */
  act: 'ready' | 'board' | 'choice';
  /** Does a button beside the board what Ready would do? On a wide page Ready gives way to it. */
  isTwin?: boolean;
  /** What Space does instead of Ready, where a button on the board does what is due. */
  press?(): void;
  /** What to press now, in somebody's first match: in place of the hint of the game. */
  hint?: { key: string; text: string } | null;
}

/** What something covers of a board's left and of its foot, in CSS pixels. */
export interface Cover {
  left: number;
  bottom: number;
}

/** A board that nobody plays on, with one frame. */
export interface Still {
  /** Shows all of the map beside what is covered. */
  survey(cover: Cover | null): void;
  /** Where a place of the world is, in CSS pixels from the corner. */
  screen(at: [number, number]): [number, number];
  /** Comes near to a place of the world; resolves when it is painted. */
  near(at: [number, number]): Promise<void>;
  destroy(): void;
}

export interface Board {
  /** Resolves when the animation of the frame's events has ended. `isBrief`: there is no time to tell them one by one. */
  show(frame: Frame, how: { previous: Frame | null; animate: boolean; isBrief?: boolean }): Promise<void>;
  /** Show the frame after the one that is being animated, and its events after those; false: nothing is, or the board cannot. */
  join?(frame: Frame, previous: Frame): boolean;
  setDrafts(orders: Orders, forecast: Json | null): void;
  setLocked(locked: boolean): void;
  setError(error: { path: string; message: string } | null): void;
  /** Show the place of a line of news and mark it for a moment. A board without places need not offer it. */
  point?(at: Json): void;
  /** Plays the step that is shown from the beat of this line on; whether it has one. */
  tell?(line: News): boolean;
  /** Show all of the map beside what is covered; null: nothing is any more. A board that is no map need not offer it. */
  survey?(cover: Cover | null): void;
  /** What Ready would give away by accident now; null: nothing. */
  doubt?(): Doubt | null;
  /** End the running animation at once. */
  skip(): void;
  /** To the end of a step that is being told, if one is: whether it was. */
  pass?(): boolean;
  focus(): void;
  destroy(): void;
}

/** Why Ready may have been pressed too early. */
export interface Doubt {
  /** `nothing`: nothing is ordered though something can be, of which a mouse is not asked; else the game's word. One kind is asked of once in a row. */
  kind: string;
  /** A plain sentence, with what becomes of it. */
  text: string;
}

export interface Panel {
  show(frame: Frame): void;
  setDrafts(orders: Orders, forecast: Json | null): void;
  setLocked(locked: boolean): void;
  setError(error: { path: string; message: string } | null): void;
  /** What stands below a seat's name in the strip of seats; null: nothing. A game without it need not offer it. */
  beside?(seat: number): HTMLElement | null;
  destroy(): void;
}

/**
 * How a game sounds, beside what all games have: `own` is its own sound, of a second at most; `events` says by type what sounds like a hit and
 * what like itself, or asks who hears it.
 */
export interface Sounds {
  own: readonly import('app/sound.js').Note[];
  events: Record<string, 'hit' | 'own' | ((event: GameEvent, seat: number | null) => 'hit' | 'own' | null)>;
}

/** A line of what a step brought; where it was, as the game's board points at it: a canvas in its world units; null: nowhere in particular. */
export interface News {
  text: string;
  weight: number;
  at: Json | null;
  /** The event that it tells. */
  event?: GameEvent;
  /** No event tells of it, so the log has no line for it. */
  onlyHere?: boolean;
  /** The large words of a moment that stops the eye. */
  moment?: string;
  /** The seats of a moment that stands between two: who did it, and to whom. */
  between?: [number, number];
  /** What it cost or brought, in numbers: the board lets them rise at the place, the strip under it sums them up. */
  changes?: Change[];
  /** The same of every side, as far as this view tells: the report of the step has a row for each. */
  sides?: SideChange[];
  /** The seat whose deed or fate it is; null: nobody's. */
  by?: number | null;
  /** No match turned by it alone, as by taking what nobody held. */
  isUsual?: boolean;
}

/** A number that changed for the seat that looks on: so many of one kind lost (below 0) or gained. */
export interface Change {
  /** What is counted, as the game names it: changes of one kind are summed up. */
  kind: string;
  /** The kind in words, for that many: "destroyers", "points". */
  name: string;
  /** A sign of `static/icons.json`. */
  icon: string;
  amount: number;
  /** It was given for something, and is no loss. */
  isPaid?: boolean;
  /** The kind in words, for so many: sums ask it. */
  named?: (n: number) => string;
}
/** `seat`: whose it is; null: nobody's that has a seat. */
export interface SideChange extends Change {
  seat: number | null;
}

/** A hint in somebody's first match; `again`: in the second one too. */
export interface Hint {
  key: string;
  text: string;
  again?: boolean;
}

/** Default export of static/games/<game>/main.js. */
export interface GameModule {
  mountBoard(element: HTMLElement, host: Host): Board;
  mountPanel(element: HTMLElement, host: Host): Panel;
  emptyOrders(): Orders;
  /** The text view: everything visible, in words. */
  describe(frame: Frame, info: MatchInfo, forecast?: any): { heading: string; lines: string[] }[];
  /** A line of the log; null if the event is not worth one. */
  describeEvent(event: GameEvent, frame: Frame, info: MatchInfo, before?: Frame | null): string | null;
  /** What the match will be remembered for: marked on the timeline, in the colour of a seat; null if the event is not. */
  /** Keys of a view that nothing on the page reads: a replay does without them. */
  unread?: string[];
  milestone?(event: GameEvent, frame: Frame, info: MatchInfo): { seat: number | null; text: string } | null;
  /** `forecast`: the server's answer to these orders; null until it comes. `brief`: the same for a list of one line an order, in which `of` stands once for those that follow each other. */
  describeOrders(
    orders: Orders,
    frame: Frame,
    info: MatchInfo,
    forecast?: Json | null,
  ): { text: string; path: string; brief?: { of: string; does: string } }[];
  /** What wins, and how far it is, in one line that is always in view. */
  goal?(frame: Frame, info: MatchInfo): string;
  /** What helps in this position of somebody's first match, with these drafts and the server's answer to them, null until it comes; null: nothing more. A hint that is put away by its key stays away. */
  hint?(frame: Frame, orders: Orders, forecast?: Json | null): Hint | null;
  /** What orders lead to, in a few words beside Ready, from the server's newest answer, which may be that to the orders before; ''. */
  foretell?(forecast: Json, orders: Orders): string;
  removeOrder(orders: Orders, path: string): Orders;
  /** The panel shows the draft line by line: the column does not do so once more. A part of it with `data-clear` gets the button that takes all back. */
  draftsInPanel?: boolean;
  /** Throws an Error with a translated sentence. */
  parseCommand(text: string, orders: Orders, frame: Frame, info: MatchInfo, forecast?: Json | null): Orders;
  /** Examples have names of this frame's things. */
  commandHelp(frame?: Frame | null): { command: string; meaning: string }[];
  /** How each seat stands, for the seat strip. */
  score(frame: Frame, info: MatchInfo): { seat: number; text: string }[];
  keys(): { key: string; meaning: string }[];
  sounds?: Sounds;
  /** The board alone with one frame; null, or not there: it is no canvas. */
  still?(element: HTMLElement, host: Host, frame: Frame): Still | null;
  /** What a step brought, each line with how much it matters, 1 to 100. Without it the sentences of events, milestones first. */
  news?(frame: Frame, before: Frame | null, info: MatchInfo): News[];
  /** Words for the name of a score series. */
  describeSeries?(name: string): string | null;
  /** What decided at the end, where the main series does not say it: its name, and a value per seat, or the `fact` in words for everybody. `frame`: the last one, as the referee has it. */
  deciding?(frame: Frame, info: MatchInfo): { name?: string; values?: number[]; fact?: string } | null;
  /** The number of the turn that a frame belongs to, where seats move in turn, each for several steps; null: they do not. */
  turnOf?(frame: Frame): number | null;
  /** What the main series was made of at the end, in the order of the table; values per seat. `frame`: the last one, as the referee has it. */
  sources?(frame: Frame, info: MatchInfo): { name: string; values: number[] }[];
  /** What a step is called whose number says too little; `view` is the position it begins with, null if that is not at hand. */
  nameStep?(step: number, info: MatchInfo, view: View | null): string | null;
  /** What a run of a program is told by that steers one thing of the match: what that is called in this position; '' if it has no name. */
  nameRunner?(entity: string, frame: Frame | null): string;
  /** What Ready does with these orders where that is more than to hand them in; null: that is all. */
  nameReady?(orders: Orders, frame: Frame): string | null;
  /** What an event belongs to where that is not its step: the log puts lines with the same name under one heading. */
  nameChapter?(event: GameEvent, info: MatchInfo): string | null;
}

// ---------------------------------------------------------------- page data (<script type="application/json" id="page">)

/** Something a person may choose about the answers that the site gives for them; texts in the page's language. */
export interface Preference {
  key: string;
  kind: 'choice' | 'choices' | 'int' | 'bool';
  label: string;
  help: string;
  minimum: number | null;
  maximum: number | null;
  /** Value and label, for `choice` and `choices`. */
  choices: [any, string][];
}

/** For what a person who goes on for many steps may want to be asked again. */
export interface Condition {
  key: string;
  label: string;
  /** Least, greatest and usual number; null: it has none. */
  amount: [number, number, number] | null;
  usual: boolean;
}

/** What a game calls its things where no board of its own shows them, in the page's language. */
export interface Vocabulary {
  /** Of a view, of orders, of score series. */
  keys: Record<string, string>;
  /** Of texts that are not sentences, such as kinds. */
  values: Record<string, string>;
  /** Sentences, with `%(key)s` for what the event has. */
  events: Record<string, string>;
  /** Keys whose number is a seat. */
  seats: string[];
  /** Fields of orders that can be typed. */
  orders: string[];
}

/** A scene of a lesson, and how it stands; texts in the page's language. */
export interface SceneShown {
  lesson: string;
  is_puzzle: boolean;
  /** Of the scene in its lesson, from 1, and how many there are. */
  number: number;
  count: number;
  scene: string;
  title: string;
  text: string;
  goal: string;
  hint: string;
  /** Steps in which it must be done; 0: any number. */
  limit: number;
  verdict: 'open' | 'passed' | 'failed';
  steps: number;
  /** Why it worked; empty until it is passed. */
  learned: string;
  /** The scene after this one; "" if it is the last. */
  following: string;
  /** Where a form enters a scene of this lesson. */
  enter: string;
  /** Where a form begins a match against a bot, and of which game. */
  play: string;
  game: string;
  /** The lesson or puzzle after this one. */
  after: { enter: string; title: string } | null;
  leave: string;
  /** Where one asks how it stands. */
  state: string;
  /** Of a puzzle of the day: where its answer is, and where a form plays on from it. */
  solution?: string;
  play_on?: string;
  /** Of a puzzle of the day: what the first try has come to, and the rating after it. */
  first?: string;
  points?: number | null;
  change?: number | null;
}

export interface MatchPage {
  match: string;
  game: string;
  /** static/games/<game>/main.js exists. */
  has_board: boolean;
  /** Path of the websocket. */
  socket: string;
  /** Where a form begins a match against a bot. */
  play: string;
  /** Where a guest keeps what was played; null for everybody else. */
  sign_up: string | null;
  /** Nothing of the match is secret any more. */
  is_over?: boolean;
  /** Title and line of a picture of the match, as strangers may know them; null: they may not know it. */
  share?: [title: string, line: string] | null;
  /** Once it is over strangers may know it. */
  share_after?: boolean;
  /** What is shown first to a person without a seat; null: their own seat. */
  watch_as?: Audience;
  /** For whom the page was made, a guest or a member; null: a stranger. */
  person: number | null;
  /** The game can guess a position from a seat's view, to try things out while the match goes on. */
  is_imagined: boolean;
  /** Deadlines in a row that a person may miss before a bot plays their seat. */
  misses: number;
  /** Names of the built-in bots in the page's language, weakest first. */
  bots: Record<string, string>;
  /** The bot that is hardest to beat, as whom the coach speaks; empty: the game has none. */
  strongest: string;
  /** Every `outcome.reason` there may be, as a sentence in the page's language. */
  reasons: Record<string, string>;
  /** What the game offers to answer for a person; empty: nothing. */
  preferences: Preference[];
  /** Empty: nobody goes on by himself in this game. */
  until: Condition[];
  vocabulary: Vocabulary;
  /** Ratings by seat as they were when the page was made: points, are they provisional?, whose. */
  ratings?: Record<string, [number, boolean, string]>;
  /** The stops of the game's path, in their order: key, and the opponent in words. */
  path?: { key: string; name: string }[];
  /** The stop that the match is; null: none. */
  stop?: string | null;
  /** The match plays a scene of a lesson. */
  lesson?: SceneShown;
}

/** What the page of a replay knows besides. */
export interface ReplayPage extends MatchPage {
  is_over: boolean;
  /** As whom it is seen first: a seat, `referee`; empty: what is this person's to see. */
  opens_as: string;
  /** A program of theirs played in it, so there is a console. */
  console: boolean;
  /** Seats in which this person sat, and once it is over those that programs of theirs played. */
  theirs: number[];
  /** From any of its positions it can be played on against bots. */
  play_on: boolean;
  /** The coach speaks to this person about this match. */
  coach: boolean;
  /** Names of the bots with how hard they are to beat, in the page's language, weakest first. */
  levels: Record<string, string>;
}
