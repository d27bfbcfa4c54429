/**
 * The page of a new program, assembled: editor, templates, problems while one writes, the trial. The browser keeps the text until
 * it is saved. A trial goes on without the page, and a page that is loaded again finds it.
 */
import { ApiError, post } from 'app/api.js';
import { byId, h, pageData, replace, setText } from 'app/dom.js';
import { sentences, t, tn } from 'app/i18n.js';
import { keptAt } from 'app/kept.js';
import { state } from 'app/rest.js';
import { siteUrl } from 'app/site_url.js';
import { trying } from 'app/trouble.js';
import { loadGame } from 'match/board.js';
import { createEditor } from 'match/editor.js';
import { createTrial } from 'match/trial.js';
import { cancelTrial, followTrial, goesOn } from 'match/trial_job.js';

/** `program`: a module, of which there is no text to write. @typedef {{game: string, program: number | null, has_board: boolean, vocabulary: any, check: string, trial: string | null, templates: {name: string, text: string}[], reference: {signature: string, meaning: string}[], levels: {id: string, name: string}[], most_steps: number, longest_seed: number, longer: number}} ProgramPage */

/** Milliseconds without a change until the server is asked to check the text. */
const CHECK_AFTER = 900;
const STEPS = [20, 60, 120];
const SEEDS = 10;

/** @type {ProgramPage} */
const page = pageData('page');
const { game } = await loadGame(page, 'match/program.js');
const form = /** @type {HTMLFormElement} */ (byId('program-form'));
const field = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem('text'));
const origin = /** @type {HTMLInputElement | null} */ (form.elements.namedItem('origin'));
const draft = keptAt(`program.${page.game}.${origin?.value ?? ''}`);
const said = byId('trial-said');
let timer = 0;
const checking = state('request');
let asked = 0;
let isSent = false;
let isAsking = false;
/** The server has sent this text back, for a reason that the check may not know. */
let isRefused = form.querySelector('.errorlist, .wrong') !== null;
/** Notice that an unsaved text was restored; shown beside every verdict until the text changes. */
let note = '';

const status = h('span', { class: 'small muted', role: 'status' });
/** The trial that goes on, as far as this page knows. @type {{ id: string, line: ReturnType<typeof followTrial> } | null} */
let current = null;
const go = h(
  'button',
  { type: 'button', class: 'button primary', id: 'trial-go', onclick: () => void run() },
  t('Run the trial'),
);
const ten = h(
  'button',
  {
    type: 'button',
    class: 'button',
    id: 'trial-ten',
    onclick: runTen,
    title: t('The same trial with ten words of chance'),
  },
  t('Ten seeds'),
);
const table = h('table', { class: 'trial-table', id: 'trial-series', hidden: true });
/** The trials that are played one after the other, of the text as it was when they were asked for, and how those that are over have ended. @type {{ text: string, seeds: string[], rows: {words: string, row: ReturnType<typeof trial.row>}[] } | null} */
let series = null;
/** The timer of a series whose next trial is not allowed yet; 0: none waits. */
let later = 0;
/** The text of the trial that this page has begun last. */
let played = '';
const cancel = h(
  'button',
  { type: 'button', class: 'button', id: 'trial-cancel', onclick: end, hidden: true },
  t('Cancel the trial'),
);
const bar = h('progress', { id: 'trial-progress', 'aria-label': t('Steps of the trial'), hidden: true });
const editor = page.program
  ? { text: () => '', replace() {}, show() {}, goTo() {} }
  : createEditor(field, { reference: page.reference, onChange: changed, onRun: () => void run() });
const trial = createTrial({ game, id: page.game, goTo: editor.goTo, mark });
offerTools();
if (!page.program) {
  restore();
  void check();
}
if (page.trial) follow(page.trial);
else if (location.hash === '#try') void run();
form.addEventListener('submit', () => {
  isSent = true;
  draft.write(null);
});
addEventListener('beforeunload', (event) => {
  if (!isSent && !page.program && editor.text() !== field.defaultValue && !draft.read()) event.preventDefault();
});

/** Restores the text that was never saved, unless the server has sent back a refused one. */
function restore() {
  const text = draft.read();
  if (!text || text === editor.text() || isRefused) return;
  editor.replace(text);
  note = t('What you had not saved is back; undo brings the text before.');
  say('');
}

/** @param {string} verdict what the last check said, or whatever else there is to tell */
function say(verdict) {
  setText(status, sentences([note, verdict]));
}

function changed() {
  note = '';
  isRefused = false;
  draft.write(editor.text() || null);
  clearTimeout(timer);
  // What was said of the text before says nothing of this one.
  say('');
  checking(true);
  timer = window.setTimeout(check, CHECK_AFTER);
}

/** @param {Record<string, string>} fields */
function formData(fields) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

async function check() {
  asked += 1;
  const mine = asked;
  try {
    const ask = () => post(page.check, formData({ text: editor.text() }), { wants: ['problems'] });
    const { problems } = await trying('check', ask, check);
    if (mine !== asked) return;
    checking(false);
    editor.show(problems);
    if (problems.length) say(tn('{n} problem', '{n} problems', problems.length));
    else say(isRefused ? '' : t('No problems found.'));
  } catch (error) {
    if (mine !== asked) return;
    say(messageOf(error));
    const isLater = error instanceof ApiError && error.status === 429 && error.data.seconds;
    if (isLater) timer = window.setTimeout(check, error.data.seconds * 1000);
    checking(Boolean(isLater));
  }
}

/** @param {unknown} error */
const messageOf = (error) =>
  error instanceof ApiError ? error.message : t('Something went wrong. Nothing was changed; please try again.');

function offerTools() {
  const tools = byId('editor-tools');
  tools.hidden = false;
  tools.append(
    ...(page.templates.length && !page.program ? [h('span', { class: 'small muted' }, t('Begin with:'))] : []),
    ...(page.program ? [] : page.templates).map(({ name, text }) =>
      h('button', { type: 'button', class: 'button slim', onclick: () => editor.replace(text) }, name),
    ),
    status,
  );
  const level = h(
    'select',
    { id: 'trial-level' },
    page.levels.map(({ id, name }) => h('option', { value: id }, name)),
  );
  level.value = page.levels[Math.min(1, page.levels.length - 1)]?.id ?? '';
  const steps = h(
    'select',
    { id: 'trial-steps' },
    STEPS.filter((n) => n <= page.most_steps).map((n) => h('option', { value: String(n) }, String(n))),
  );
  steps.value = '60';
  const seed = h('input', {
    id: 'trial-seed',
    type: 'text',
    value: '1',
    size: 8,
    maxlength: String(page.longest_seed),
  });
  byId('trial').hidden = false;
  said.after(table);
  byId('trial-tools').append(
    h('label', null, t('Against'), ' ', level),
    h('label', null, t('Steps'), ' ', steps),
    h('label', { title: t('The same word gives the same map and the same chance.') }, t('Chance'), ' ', seed),
    go,
    ten,
    cancel,
    h('kbd', { 'aria-hidden': 'true' }, 'Ctrl+Enter'),
    bar,
  );
}

/** Says at lines of the text that the trial has played what they took of a budget. @param {{line: number, words: string}[]} lines */
function mark(lines) {
  if (editor.text() !== played) return;
  editor.show(lines.map(({ line, words }) => ({ line, column: 0, message: words, severity: 'warning' })));
}

/** A trial is asked for, played or waited for. */
const isBusy = () => Boolean(current || isAsking || later);

/** Plays the trial with ten words of chance, one after the other, and keeps how each has ended. */
function runTen() {
  if (isBusy()) return;
  const { value } = /** @type {HTMLInputElement} */ (byId('trial-seed'));
  const seeds = Array.from({ length: SEEDS }, (_, i) => `${value} ${i + 1}`.slice(-page.longest_seed));
  series = { text: editor.text(), seeds, rows: [] };
  drawSeries();
  void runNext();
}

const runNext = () => (series ? run(series.seeds[series.rows.length]) : undefined);

/** The trial of a series is over. @param {import('./trial.js').Told} told @param {string} words */
function noteEnd(told, words) {
  if (!series) return;
  series.rows.push({ words, row: told.status === 'cancelled' || told.refusal ? null : trial.row(told) });
  const isOver = told.status === 'cancelled' || told.refusal || series.rows.length === series.seeds.length;
  drawSeries();
  if (isOver) series = null;
  else void runNext();
}

function drawSeries() {
  const { seeds, rows } = series ?? { seeds: [], rows: [] };
  const names = rows.find(({ row }) => row)?.row?.scores.map(({ name }) => name) ?? [];
  const isRemarked = rows.some(({ row }) => !row || row.remarks);
  const heads = [t('Chance'), ...names, t('Steps'), ...(isRemarked ? [t('Remarks')] : [])];
  replace(
    table,
    h('caption', null, tn('{n} trial of {all}', '{n} trials of {all}', rows.length, { all: seeds.length })),
    h('thead', null, h('tr', null, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
    h(
      'tbody',
      null,
      rows.map(({ words, row }, i) => {
        const cells = row
          ? [
              ...row.scores.map(({ text }) => text || t('unknown')),
              String(row.steps),
              ...(isRemarked ? [row.remarks] : []),
            ]
          : [...names.map(() => ''), '', words];
        return h('tr', null, h('th', { scope: 'row' }, seeds[i]), ...cells.map((cell) => h('td', null, cell)));
      }),
    ),
  );
  table.hidden = false;
}

/** @param {string} [chance] the word of a series; none: what stands in the field */
async function run(chance) {
  const value = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id)).value;
  if (isBusy()) return;
  isAsking = true;
  setText(said, t('The trial is asked for …'));
  const text = series?.text ?? editor.text();
  try {
    const wanted = {
      game: page.game,
      ...(page.program ? { program: page.program } : { text }),
      level: value('trial-level'),
      steps: Number(value('trial-steps')),
      seed: chance ?? value('trial-seed'),
    };
    const again = () => void run(chance);
    played = text;
    const { id } = await trying(
      'begin',
      () => post(siteUrl('/api/programs/trials/'), wanted, { wants: ['id'] }),
      again,
    );
    follow(id);
  } catch (error) {
    setText(said, messageOf(error));
    const data = error instanceof ApiError ? error.data : {};
    const isTooMany = error instanceof ApiError && error.status === 429;
    if (chance && series && isTooMany && data.seconds && !data.trial) wait(data.seconds, chance);
    else finish(messageOf(error));
    // Another page of this person has begun it: here it can be watched and cancelled.
    if (data.trial) follow(data.trial, messageOf(error));
  } finally {
    isAsking = false;
  }
}

/** So many trials a minute, and no more: a series goes on when the next one is allowed, or ends when it is cancelled. @param {number} seconds @param {string} chance */
function wait(seconds, chance) {
  later = window.setTimeout(() => {
    later = 0;
    void run(chance);
  }, seconds * 1000);
  occupy();
}

/** @param {string} id @param {string} [why] what to say until the trial is over, instead of how far it is */
function follow(id, why) {
  const line = followTrial(id, {
    onTold: (told) => show(told, why),
    onGone: (error) => finish(error.message),
  });
  current = { id, line };
  occupy();
  bar.removeAttribute('value');
  bar.hidden = false;
}

/** @param {import('./trial.js').Told} told @param {string} [why] */
function show(told, why) {
  const isHere = told.game === page.game;
  if (isHere) trial.add(told, goesOn(told));
  if (!goesOn(told)) {
    const words = isHere ? result(told) : t('The trial is over.');
    release(words);
    noteEnd(told, words);
    return;
  }
  bar.max = told.wanted;
  if (told.status === 'running') bar.value = told.played;
  setText(said, why ?? progress(told));
}

/** How far the trial is, in words that change a few times only: they are read aloud. @param {import('./trial.js').Told} told */
function progress({ status, played, wanted }) {
  if (status === 'waiting') return t('The trial waits for its turn …');
  const quarter = Math.floor((4 * played) / wanted);
  const step = Math.floor((quarter * wanted) / 4);
  return step
    ? t('The trial is being played: {step} of {last} steps …', { step, last: wanted })
    : t('The trial is being played …');
}

/** @param {import('./trial.js').Told} told how it has ended */
function result(told) {
  if (told.status === 'cancelled') return t('The trial is cancelled.');
  const { refusal } = told;
  if (!refusal) {
    const longer = told.ended === 'seconds' && page.longer > told.seconds;
    return [trial.verdict(told), longer ? t('With an account it may take {n} seconds', { n: page.longer }) : '']
      .filter(Boolean)
      .join('. ');
  }
  const { message } = refusal;
  const { line, column } = refusal.data ?? {};
  if (!line) return message;
  editor.show([{ line, column: column ?? 0, message }]);
  editor.goTo(line);
  return t('Line {line}: {message}', { line, message });
}

/** Nothing else can be begun until this is over or cancelled. */
function occupy() {
  swap(go, cancel);
  ten.setAttribute('aria-disabled', 'true');
}

/** One trial is over; those of a series follow. @param {string} words */
function release(words) {
  current = null;
  setText(said, words);
  swap(cancel, go);
  ten.removeAttribute('aria-disabled');
  bar.hidden = true;
}

/** No more trials follow. @param {string} words */
function finish(words) {
  clearTimeout(later);
  later = 0;
  series = null;
  release(words);
}

/** Puts one button in the place of another, with the focus if that one had it. @param {HTMLElement} old @param {HTMLElement} other */
function swap(old, other) {
  const hadFocus = document.activeElement === old;
  other.hidden = false;
  old.hidden = true;
  if (hadFocus) other.focus();
}

async function end() {
  if (later) finish(t('The trial is cancelled.'));
  if (!current) return;
  const { id, line } = current;
  try {
    await trying('cancel', () => cancelTrial(id), end);
    line.ask();
  } catch (error) {
    setText(said, messageOf(error));
  }
}
