/**
 * The page of a new program, assembled: editor, templates, problems while one writes, the trial. The browser keeps the text until
 * it is saved.
 */
import { ApiError, post } from 'app/api.js';
import { byId, h, pageData, setText } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { loadGame } from 'match/board.js';
import { createEditor } from 'match/editor.js';
import { createTrial } from 'match/trial.js';

/** @typedef {{game: string, has_board: boolean, vocabulary: any, check: string, trial: string, templates: {name: string, text: string}[], reference: {signature: string, meaning: string}[], levels: {id: string, name: string}[], most_steps: number}} ProgramPage */

/** Milliseconds without a change until the server is asked to check the text. */
const CHECK_AFTER = 900;
const STEPS = [20, 60, 120];

/** @type {ProgramPage} */
const page = pageData('page');
const { game } = await loadGame(page, 'match/program.js');
const form = /** @type {HTMLFormElement} */ (byId('program-form'));
const field = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem('text'));
const origin = /** @type {HTMLInputElement | null} */ (form.elements.namedItem('origin'));
const KEPT = `program.${page.game}.${origin?.value ?? ''}`;
const said = byId('trial-said');
let timer = 0;
let asked = 0;
let isSent = false;
/** Notice that an unsaved text was restored; shown beside every verdict until the text changes. */
let note = '';

const status = h('span', { class: 'small muted', role: 'status' });
const editor = createEditor(field, { reference: page.reference, onChange: changed, onRun: run });
const trial = createTrial({ game, id: page.game, goTo: editor.goTo });
offerTools();
restore();
void check();
form.addEventListener('submit', () => {
  isSent = true;
  keep('');
});
addEventListener('beforeunload', (event) => {
  if (!isSent && editor.text() !== field.defaultValue && !kept()) event.preventDefault();
});

/** @param {string} text */
function keep(text) {
  try {
    if (text) localStorage.setItem(KEPT, text);
    else localStorage.removeItem(KEPT);
  } catch {
    // If storage is blocked, the page asks before it is left.
  }
}

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** Restores the text that was never saved, unless the server has sent back a refused one. */
function restore() {
  const text = kept();
  const isRefused = form.querySelector('.errorlist, .wrong') !== null;
  if (!text || text === editor.text() || isRefused) return;
  editor.replace(text);
  note = t('What you had not saved is back; undo brings the text before.');
  say('');
}

/** @param {string} verdict what the last check said, or whatever else there is to tell */
function say(verdict) {
  setText(status, [note, verdict].filter(Boolean).join(' '));
}

function changed() {
  note = '';
  keep(editor.text());
  clearTimeout(timer);
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
    const { problems } = await post(page.check, formData({ text: editor.text() }));
    if (mine !== asked) return;
    editor.show(problems);
    say(problems.length ? tn('{n} problem', '{n} problems', problems.length) : t('No problems found.'));
  } catch (error) {
    if (mine === asked) say(messageOf(error));
  }
}

/** @param {unknown} error */
const messageOf = (error) =>
  error instanceof ApiError ? error.message : t('Something went wrong. Nothing was changed; please try again.');

function offerTools() {
  const tools = byId('editor-tools');
  tools.hidden = false;
  tools.append(
    ...(page.templates.length ? [h('span', { class: 'small muted' }, t('Begin with:'))] : []),
    ...page.templates.map(({ name, text }) =>
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
  const seed = h('input', { id: 'trial-seed', type: 'text', value: '1', size: 8, maxlength: '40' });
  const button = h(
    'button',
    { type: 'button', class: 'button primary', id: 'trial-go', onclick: run },
    t('Run the trial'),
  );
  byId('trial').hidden = false;
  byId('trial-tools').append(
    h('label', null, t('Against'), ' ', level),
    h('label', null, t('Steps'), ' ', steps),
    h('label', { title: t('The same word gives the same map and the same chance.') }, t('Chance'), ' ', seed),
    button,
    h('kbd', { 'aria-hidden': 'true' }, 'Ctrl+Enter'),
  );
}

async function run() {
  const value = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id)).value;
  const button = /** @type {HTMLButtonElement} */ (byId('trial-go'));
  if (button.disabled) return;
  button.disabled = true;
  setText(said, t('The trial is being played …'));
  try {
    const course = await post(
      page.trial,
      formData({
        text: editor.text(),
        level: value('trial-level'),
        steps: value('trial-steps'),
        seed: value('trial-seed'),
      }),
    );
    if (course.problems) {
      editor.show(course.problems);
      const [first] = course.problems;
      setText(said, first.line ? t('Line {line}: {message}', first) : first.message);
      if (first.line) editor.goTo(first.line);
      return;
    }
    trial.show(course);
    setText(said, trial.verdict(course));
  } catch (error) {
    setText(said, messageOf(error));
  } finally {
    button.disabled = false;
  }
}
