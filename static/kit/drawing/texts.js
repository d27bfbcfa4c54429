/** How does a map come in as a text, and how does it go out? Files and pasted texts of JSON and YAML; the server reads them and says what it has read. */
import { post } from 'app/api.js';
import { h, list, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { siteUrl } from 'app/site_url.js';
import { trying as told } from 'app/trouble.js';

/** @typedef {import('kit/workshop/store.js').Store} Store */

/** Letters of a text that the server reads. */
const LONGEST = 200 * 1024;

/** Has the browser keep a text as a file. @param {string} name @param {string} text @param {string} type */
function keep(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = h('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A name for a file. @param {string} name */
const fileName = (name) =>
  name
    .trim()
    .replace(/[\\/:*?"<>|\s]+/g, '_')
    .slice(0, 40) || 'map';

/** @param {Store} store @param {() => void} goToSheet */
export function createTexts(store, goToSheet) {
  const api = siteUrl(`/api/games/${store.page.game}/maps/`);
  const text = h('textarea', {
    id: 'draw-text',
    rows: '6',
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    maxlength: LONGEST,
    'aria-describedby': 'draw-text-said',
  });
  const file = h('input', { type: 'file', id: 'draw-file', accept: '.json,.yaml,.yml,.txt,.map', onchange: opened });
  const said = h('p', { class: 'small', id: 'draw-text-said', role: 'status' });
  const report = h('ul', { class: 'draw-report' });

  async function opened() {
    const [one] = file.files ?? [];
    if (!one) return;
    text.value = (await one.text()).slice(0, LONGEST);
    file.value = '';
    await read();
  }

  /** @param {string} words @param {boolean} isBad */
  function say(words, isBad = false) {
    setText(said, words);
    said.classList.toggle('bad', isBad);
  }

  async function read() {
    list(
      report,
      /** @type {string[]} */ ([]),
      (one) => one,
      () => h('li'),
    );
    if (!text.value.trim()) return say(t('There is no text yet.'), true);
    try {
      const found = await told('maps', () =>
        post(`${api}read/`, { text: text.value }, { wants: ['content', 'read', 'left'] }),
      );
      const lines = [
        ...found.read.map((/** @type {string} */ one) => `✓ ${one}`),
        ...found.left.map((/** @type {string} */ one) => `! ${one}`),
      ];
      list(
        report,
        lines,
        (one) => one,
        (one) => h('li', null, one),
      );
      if (typeof found.content !== 'object' || found.content === null || Array.isArray(found.content))
        return say(t('This is no map.'), true);
      const { name = '', ...content } = found.content;
      const title = typeof name === 'string' ? name : '';
      store.open({ id: null, name: title.slice(0, store.page.longest_name), build: { ...content, name: '' } });
      say(t('Read. The map is on the board.'));
      goToSheet();
    } catch (error) {
      say(/** @type {Error} */ (error).message, true);
    }
  }

  const now = () => ({ ...store.now().build, name: store.now().name.trim() });

  async function asYaml() {
    try {
      const found = await told('maps', () => post(`${api}read/`, { content: now() }, { wants: ['yaml'] }));
      keep(`${fileName(store.now().name)}.yaml`, found.yaml, 'application/yaml');
    } catch (error) {
      say(/** @type {Error} */ (error).message, true);
    }
  }

  const asJson = () =>
    keep(`${fileName(store.now().name)}.json`, `${JSON.stringify(now(), null, 1)}\n`, 'application/json');
  /** @param {string} words @param {() => void} act */
  const button = (words, act) => h('button', { type: 'button', class: 'button slim', onclick: act }, words);
  return h(
    'details',
    { class: 'card draw-texts' },
    h('summary', null, h('h2', null, t('As a text or file'))),
    h(
      'p',
      null,
      t(
        'JSON or YAML, also maps that were written for the system this game comes from. You are told what was read and what was not.',
      ),
    ),
    h('p', { class: 'draw-field' }, h('label', { for: 'draw-file' }, t('A file')), file),
    h('p', { class: 'draw-field' }, h('label', { for: 'draw-text' }, t('Or its text')), text),
    h(
      'div',
      { class: 'row' },
      button(t('Read it'), read),
      button(t('Save as JSON'), asJson),
      button(t('Save as YAML'), asYaml),
    ),
    said,
    report,
  );
}
