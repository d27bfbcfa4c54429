/**
 * What can be done now, and what will it do? The parts of the panel beside the board: amount, tactics, what is selected, totals, tools.
 */
import { h, replace, setText } from 'app/dom.js';
import { t } from 'app/i18n.js';
import { throughOf } from 'kit/describe.js';
import { lineChart } from 'kit/line_chart.js';
import { button, section, tools } from 'kit/parts.js';
import { createAmount } from './amount.js';
import { createCard } from './card.js';
import { tieLots } from './describe.js';
import { totalsForecast } from './forecast.js';
import { iconPath } from './names.js';
import { createOrderList } from './order_list.js';
import { createTacticBar } from './tactic_bar.js';

/** @import { Session } from './types' */

/** @param {Session} session */
function createTotals({ state, host }) {
  const chart = h('div');
  const fee = h('p', { class: 'kit-hint' });
  const lots = h('p', { class: 'kit-hint' });
  const part = section(t('If nothing changes'), {}, chart, fee, lots);
  return {
    element: part.element,
    show() {
      const { view } = state.frame ?? {};
      const totals = totalsForecast(state.forecast, view);
      part.show({ shown: totals.length > 1 });
      const [first, last] = [totals[0], totals[totals.length - 1]];
      if (totals.length < 2) return;
      const points = totals.map(({ units, round }) => ({ value: units, name: t('round {round}', { round }) }));
      const facts = { first: first.units, from: first.round, last: last.units, to: last.round };
      const labels = [t('growth ½'), t('growth ¼'), t('no growth')];
      const steps = /** @type {number[]} */ (state.forecast?.fee?.steps ?? []);
      const levels = steps.map((level, i) => ({ level, label: labels[i] }));
      const through = throughOf(view, host.info);
      const label = through
        ? t('Units of {seat}: {first} in round {from}, {last} in round {to}', { ...facts, seat: through.name })
        : t('Your units: {first} in round {from}, {last} in round {to}', facts);
      replace(chart, lineChart(points, { label, seat: view.seat, levels }));
      fee.hidden = !view.you?.fee.on;
      const percent = (view.you?.fee.quarters ?? 4) * 25;
      setText(lots, tieLots(view, host.info));
      setText(
        fee,
        through
          ? t('Maintenance fee: planets of {seat} grow at {percent}%.', { percent, seat: through.name })
          : t('Maintenance fee: your planets grow at {percent}%.', { percent }),
      );
    },
  };
}

/** @param {Session} session */
function createTools(session) {
  const overlay = button({
    text: t('Growth'),
    sign: iconPath('forecast'),
    key: 'V',
    act: () => session.change({ overlay: !session.state.overlay }),
  });
  const row = tools(session, { again: t('Play the last round again'), key: 'R' }, [overlay]);
  return {
    element: row.element,
    show() {
      row.show();
      overlay.show({ shown: !session.state.frame?.final, pressed: session.state.overlay });
    },
  };
}

/** What is handled stands first and keeps its place; what grows with the orders and with what is pointed at comes after. @param {Session} session */
export function createPanel(session) {
  return [
    createAmount(session),
    createTacticBar(session),
    createOrderList(session),
    createCard(session),
    createTotals(session),
    createTools(session),
  ];
}
