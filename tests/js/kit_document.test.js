// Does docs/kit.md say what the kit offers?
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { kitDocument, PLACE } from '../../.ci/kit.mjs';

test('docs/kit.md says what the kit offers: `make kit` writes it anew', () => {
  assert.equal(readFileSync(PLACE, 'utf8'), kitDocument());
});
