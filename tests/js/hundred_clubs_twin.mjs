// Does the browser's plan say what the engine's forecast says? Reads cases (view, orders, forecast) from the JSON file that is named and
// ends with an error at the first that differs. Run by tests/games/hundred_clubs/test_plan_twin.py, which writes the cases.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { auctionPlan, birthPlan, planOf } from 'games/hundred_clubs/plan.js';

const PLANS = {
  auction: auctionPlan,
  birthplaces: birthPlan,
  rounds(view, orders) {
    const { grids: _, ...forecast } = planOf(view, orders);
    return forecast;
  },
};

const cases = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const { view, orders, forecast } of cases) {
  const where = `${view.phase}, round ${view.round}, seat ${view.you}: ${JSON.stringify(orders)}`;
  assert.deepEqual(PLANS[view.phase](view, orders), forecast, where);
}
process.stdout.write(`${cases.length} cases agree\n`);
