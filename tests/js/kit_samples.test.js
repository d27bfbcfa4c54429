// Has every part of the kit that draws something a live example on /kit/, and does none stand there that is gone?
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PLACE } from '../../.ci/kit.mjs';
import { OVERS, TRACKS } from '../samples/boards.js';
import { elsewhere, modulesOf } from '../samples/drawn.js';
import { PAINTINGS } from '../samples/paintings.js';
import { PANELS } from '../samples/panels.js';

const KIT = modulesOf(readFileSync(PLACE, 'utf8'));
const drawn = KIT.flatMap(({ module, exports }) =>
  exports.filter(({ name, draws }) => draws && !elsewhere(module, name)).map(({ name }) => `${module}.${name}`),
);
const shown = [PANELS, PAINTINGS, TRACKS, OVERS].flatMap((table) =>
  Object.entries(table).flatMap(([module, parts]) => Object.keys(parts).map((name) => `${module}.${name}`)),
);

test('every part that draws has an example, and every example a part', () => {
  assert.ok(KIT.length > 60 && drawn.length > 60);
  assert.deepEqual(
    drawn.filter((name) => !shown.includes(name)),
    [],
    'without an example in tests/samples/',
  );
  assert.deepEqual(
    shown.filter((name) => !drawn.includes(name)),
    [],
    'examples of what is gone, or draws nothing',
  );
});
