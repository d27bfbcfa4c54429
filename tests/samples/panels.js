/** What do the kit's parts of a panel look like? One live example of each, by module and name. What is pressed answers on the page (`say`). */
import { h } from 'app/dom.js';
import { actButtons } from 'kit/acts.js';
import { createBeads } from 'kit/beads.js';
import { sayBeyond } from 'kit/beyond.js';
import { createCaption } from 'kit/captions.js';
import { compass } from 'kit/compass.js';
import { bars, curves } from 'kit/figures.js';
import { groupChips } from 'kit/groups.js';
import { card } from 'kit/inspect.js';
import { createLargeWords } from 'kit/large_words.js';
import { figure, ramp } from 'kit/legend.js';
import { lineChart } from 'kit/line_chart.js';
import { chips, each, links, queue } from 'kit/lists.js';
import { needsPart } from 'kit/needs.js';
import { boardButton } from 'kit/over.js';
import * as parts from 'kit/parts.js';
import { tellingSelect } from 'kit/playback_bar.js';
import { pictureOf } from 'kit/preview.js';
import { sharesOf } from 'kit/shares.js';

/** @typedef {(say: (words: string) => void) => Element} Sample */

const PEAK = 'M3 20 12 4l9 16Z';
const NAMES = ['Ada', 'Bo', 'Cy'];

/** A part with facts. @template {{element: Element, show: (facts: any) => void}} Part @param {Part} part @param {Parameters<Part['show']>[0]} facts */
function shown(part, facts) {
  part.show(facts);
  return part.element;
}

/** What a session knows that these parts ask for. @param {(words: string) => void} say */
const session = (say) => {
  const one = {
    state: {
      selected: [1, 2],
      groups: { 1: [1, 2, 3] },
      aim: null,
      speed: 1,
      telling: 'full',
      frame: { final: false },
    },
    change: (/** @type {any} */ part) => Object.assign(one.state, part),
    say,
    ask: say,
    select: (/** @type {number[]} */ ids) => say(`selected ${ids}`),
    members: (/** @type {number[]} */ ids) => ids,
    setSpeed: (/** @type {number} */ speed) => say(`speed ${speed}`),
    setTelling: say,
  };
  return /** @type {any} */ (one);
};

/** A row that changes its own order. @param {(words: string) => void} say */
function orderOf(say) {
  let items = [...NAMES];
  const part = queue({
    label: 'Queue',
    key: (name) => name,
    name: (name) => name,
    create: () => {
      const words = h('span');
      return { element: words, show: (name) => words.replaceChildren(name) };
    },
    onmove(from, to) {
      items.splice(to, 0, ...items.splice(from, 1));
      part.show(items);
    },
    onremove(index) {
      say(`removed ${items[index]}`);
      items = items.filter((_, i) => i !== index);
      part.show(items);
    },
    canChange: () => true,
  });
  return shown(part, items);
}

/** Shares of which the sum holds. */
function sharing() {
  const part = sharesOf({ label: 'Shares', names: NAMES, onset: (shares) => part.show({ shares }) });
  return shown(part, { shares: [5, 3, 2] });
}

/** Chips in a row that is wider than its place. */
function wideRow() {
  const row = h(
    'div',
    { class: 'samples-row' },
    [...Array(20).keys()].map((n) => h('span', { class: 'tag' }, `Item ${n + 1}`)),
  );
  const host = h('div', { class: 'samples-host' }, row);
  // It watches the row by itself, from when the page has it.
  sayBeyond(host, [{ element: row }], '.tag');
  return host;
}

/** Two examples of one part, one below the other. @param {Element[]} elements */
const both = (...elements) => h('div', null, elements);

/** @type {Record<string, Record<string, Sample>>} */
export const PANELS = {
  acts: {
    actButtons: (say) =>
      shown(
        actButtons(
          session(say),
          [
            { key: 'H', text: () => 'Hold', meaning: () => 'Hold the place', act: () => say('Hold') },
            { key: 'M', text: () => 'Move', meaning: () => 'Move there', aim: 'move' },
            { key: 'D', text: () => 'Dig', meaning: () => 'Dig in', act: () => say('Dig'), fits: () => false },
          ],
          { label: 'Acts', hint: 'Choose a place.', aimAt: (_, aim) => say(`aims: ${aim}`) },
        ),
        true,
      ),
  },
  beads: {
    createBeads(say) {
      const told = [0, 1, null, 2].map((by, i) => ({ by, text: `Event ${i + 1}` }));
      const beads = createBeads((index) => {
        beads.show(told, index);
        say(told[index].text);
      });
      beads.show(told, 1);
      return beads.element;
    },
  },
  beyond: { sayBeyond: wideRow },
  captions: {
    createCaption() {
      const caption = createCaption(undefined, null);
      caption.say('Ada takes the hill.', '2 of 5', true);
      caption.element.hidden = false;
      return h('div', { class: 'samples-board' }, caption.element);
    },
  },
  compass: {
    compass: (say) =>
      compass({
        label: 'Way',
        ways: [
          { key: 'n', step: [0, -1], text: '↑', label: 'north' },
          { key: 'e', step: [1, 0], text: '→', label: 'east' },
          { key: 's', step: [0, 1], text: '↓', label: 'south' },
          { key: 'w', step: [-1, 0], text: '←', label: 'west' },
        ],
        onchoose: say,
      }),
  },
  figures: {
    bars: () => shown(bars(), { bars: [3, 7, 5, 9].map((value) => ({ value, isFull: value > 6 })), text: 'Four bars' }),
    curves: () =>
      shown(curves(), {
        lines: [0, 1].map((seat) => ({ seat, points: [0, 1, 2, 3].map((x) => [x, x * (seat + 2)]) })),
        end: [5, 12],
        text: 'Two curves',
      }),
  },
  groups: {
    groupChips(say) {
      const part = groupChips(session(say));
      part.show();
      return part.element;
    },
  },
  inspect: {
    card(say) {
      const part = card({ empty: 'Point at something.', label: 'Card', act: say });
      part.show({
        title: 'Harbour',
        icon: PEAK,
        kind: 'a building',
        facts: [['Health', '8 of 10']],
        signs: ['under attack'],
        lines: ['Built in round 3.'],
        actions: [{ key: 'repair', text: 'Repair', small: '20' }],
      });
      return part.element;
    },
  },
  large_words: {
    createLargeWords() {
      const words = createLargeWords();
      const line = { text: 'Ada turns on Bob and takes 29 cells.', moment: 'Ada turns on Bob' };
      words.say({ ...line, weight: 90, at: null, between: [0, 1] });
      return h('div', { class: 'samples-board' }, words.element);
    },
  },
  legend: {
    figure: () => figure([PEAK]),
    ramp: () => ramp(['#223355', '#5577aa', '#aaccee'], ['little', 'much']),
  },
  line_chart: {
    lineChart: () =>
      lineChart(
        [4, 6, 5, 9].map((value, i) => ({ value, name: `Round ${i + 1}` })),
        { label: 'A number that runs', seat: 1, levels: [{ level: 8, label: 'enough' }] },
      ),
  },
  lists: {
    each() {
      const list = h('ul');
      const part = each(
        list,
        (name) => name,
        () => {
          const element = h('li');
          return { element, show: (name) => element.replaceChildren(name) };
        },
      );
      return shown(part, NAMES);
    },
    chips(say) {
      const part = chips({ label: 'Chips', onchoose: say, onremove: (key) => say(`without ${key}`) });
      return shown(
        part,
        NAMES.map((text, i) => ({ key: text, text, small: `${i + 1}`, pressed: i === 0 })),
      );
    },
    links(say) {
      const part = links({ label: 'Lines', go: ({ text }) => say(text) });
      return shown(
        part,
        NAMES.map((name) => ({ key: name, text: `To ${name}` })),
      );
    },
    queue: orderOf,
  },
  needs: {
    needsPart: (say) =>
      shown(needsPart({ go: (_, key) => say(key), next: () => say('next') }), {
        shown: true,
        needs: [{ key: 'a', id: 1, text: 'Ada rests.', rests: true }],
        waiting: 2,
        locked: false,
      }),
  },
  over: { boardButton: (say) => boardButton(parts.drawing(PEAK), 'Peak', () => say('Peak')) },
  parts: {
    drawing: () => parts.drawing(PEAK),
    section(say) {
      const part = parts.section('A section', {}, h('p', null, 'What stands in it.'));
      part.show({ aside: 'beside' });
      say('');
      return part.element;
    },
    folded: () => parts.folded('Folded away', h('p', null, 'What stands in it.')).element,
    rows: () =>
      shown(parts.rows(), [
        ['Speed', '4'],
        ['Health', '8 of 10'],
      ]),
    table: () =>
      parts.table({
        caption: 'A table',
        head: ['', 'Ada', 'Bo'],
        body: [
          ['Won', '3', '1'],
          ['Lost', '1', '3'],
        ],
      }),
    refusal: () => shown(parts.refusal(), 'That is too far.'),
    button: (say) =>
      both(
        parts.button({ text: 'Press', key: 'P', sign: PEAK, act: () => say('pressed') }).element,
        shown(parts.button({ text: 'Blocked', act: () => say('blocked') }), {
          blocked: true,
          price: ['20', 'costs 20'],
        }),
      ),
    signButton: (say) => parts.signButton(parts.SIGNS.replay, 'Again', () => say('again')),
    numberField: (say) =>
      shown(parts.numberField({ label: 'A number', onset: (value) => say(`${value}`) }), {
        value: 3,
        min: 0,
        max: 9,
        hint: '0 to 9',
      }),
    stepper(say) {
      const part = parts.stepper({
        label: 'Steps',
        onset(value) {
          part.show({ value, min: 0, max: 9 });
          say(`${value}`);
        },
      });
      return shown(part, { value: 3, min: 0, max: 9 });
    },
    slider(say) {
      const part = parts.slider({
        label: 'How much',
        exactly: 'Exactly',
        marks: [[50, 'half']],
        onslide(value) {
          part.show({ value, max: 100, text: `${value} of 100` });
          say(`${value}`);
        },
      });
      return shown(part, { value: 40, max: 100, text: '40 of 100' });
    },
    choice(say) {
      const options = NAMES.map((text) => ({ value: text, text }));
      const part = parts.choice({
        label: 'One of them',
        visible: true,
        onchoose(value) {
          part.show({ value, options });
          say(`${value}`);
        },
      });
      return shown(part, { value: 'Ada', options });
    },
    meter: () => shown(parts.meter('Strength'), { value: 6, max: 10, text: '6 of 10' }),
    toolbar: (say) =>
      parts.toolbar(
        { label: 'Tools' },
        NAMES.map((name) => parts.button({ text: name, act: () => say(name) }).element),
      ).element,
    tools(say) {
      const part = parts.tools(session(say), { again: 'Play the last step again', key: 'R' });
      part.show();
      return part.element;
    },
  },
  playback_bar: { tellingSelect: (say) => tellingSelect(session(say)) },
  preview: {
    pictureOf: () =>
      pictureOf(
        [
          { x: 0, y: 0, radius: 20, kind: 'start' },
          { x: 160, y: 40, radius: 26, kind: 'free' },
          { x: 300, y: 0, radius: 20, kind: 'held' },
        ],
        [
          [
            [0, 0],
            [160, 40],
            [300, 0],
          ],
        ],
        'Three places',
      ),
  },
  shares: { sharesOf: sharing },
};
