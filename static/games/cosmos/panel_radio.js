/** What is said by radio? Everybody in sight with the value, when it came and what it may mean; and all that one of them has said. */
import { h, replace } from 'app/dom.js';
import { t, tn } from 'app/i18n.js';
import { choice, section, table } from 'kit/parts.js';
import { ALL, entityName, KINDS, ownerName, placeName } from './names.js';

/** @import { Part, Pos, Session } from './types' */

/** Ways to read the eight digits, by what their groups are made of. */
const SPLITS = { '4 4': /(.{4})(.{4})/, '2 3 3': /(.{2})(.{3})(.{3})/, '1 3 3 1': /(.)(.{3})(.{3})(.)/ };
const WAYS = /** @type {(keyof typeof SPLITS)[]} */ (Object.keys(SPLITS));

/** A value read as the standing order writes it: where the nearest foe is. @param {number} radio @param {Pos} from */
function reportText(radio, from) {
  const value = radio - 1;
  const kind = ALL[(value % 100) - 1];
  const [dx, dy] = [Math.floor(value / 100000) - 128, (Math.floor(value / 100) % 1000) - 128];
  if (!kind || Math.abs(dx) > 20 || Math.abs(dy) > 20) return '–';
  return t('{kind} at {place}', { kind: KINDS[kind].name(), place: placeName([from[0] + dx, from[1] + dy]) });
}

/** @param {Session} session @returns {Part} */
export function createRadio(session) {
  const box = section(t('Radio'), {});
  /** @type {keyof typeof SPLITS} */
  let split = '4 4';
  const digits = (/** @type {number} */ value) =>
    SPLITS[split].exec(String(value).padStart(8, '0'))?.slice(1).join(' ') ?? '';
  const filter = h('input', { type: 'search', 'aria-label': t('Filter: number, kind, owner or value'), oninput: draw });
  const how = choice({
    label: t('Digits'),
    visible: true,
    onchoose: (/** @type {keyof typeof SPLITS} */ value) => {
      split = value;
      draw();
    },
  });
  const list = h('div');
  box.element.append(h('div', { class: 'cosmos-pair' }, filter, how.element), list);

  function draw() {
    const { shown, view, byId } = session.position();
    const told = shown.map((entity) => ({ entity, said: session.valueLog.of(entity.id, view.round) }));
    const talking = told.filter(({ said }) => said.length);
    box.show({ shown: session.state.radio, aside: tn('{n} voice', '{n} voices', talking.length) });
    how.show({ value: split, options: WAYS.map((value) => ({ value, text: value })) });
    const wanted = filter.value.trim().toLowerCase();
    const body = talking
      .map(({ entity, said: [[round]] }) => [
        [entityName(entity), ownerName(entity.seat, view.seat, session.host.info)].join(t(', ')),
        digits(entity.radio),
        String(round),
        reportText(entity.radio, entity.pos),
      ])
      .filter((cells) => cells.join(' ').toLowerCase().includes(wanted));
    const [only] = session.state.selected.flatMap((id) => byId.get(id) ?? []);
    const past = only ? session.valueLog.of(only.id, view.round) : [];
    replace(
      list,
      body.length
        ? table({ head: [t('Who'), t('Value'), t('Since round'), t('As a report')], body })
        : h('p', { class: 'kit-hint' }, t('Nobody in sight radios anything.')),
      past.length > 1 &&
        table({
          caption: t('All that {who} said', { who: entityName(only) }),
          head: [t('Round'), t('Value'), t('As a report')],
          body: past.map(([round, value]) => [String(round), digits(value), reportText(value, only.pos)]),
        }),
    );
  }
  return { element: box.element, show: draw };
}
