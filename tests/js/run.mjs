// Runs all tests of the browser's modules: `npm test`. A process takes longer to begin than most files have tests, so files share one where they
// leave nothing behind; the boards share another one, with what plays their matches. Whatever puts something into the place of a browser's own
// stays alone.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const HERE = new URL('./', import.meta.url);
const NODE = ['--import', './tests/js/import_map.mjs'];
const BOARDS = /'\.\/board_page\.js'/;
/** Says that a file changes what its whole process has once, or asks for hooks around every test. */
const ALONE =
  /globalThis|happy-dom|_page\.js'|\bmock\b|\b(?:before|after)(?:Each)?\(|\bprocess\.(?:env\.TZ|on)\b|Date\.now *=/;

const files = readdirSync(HERE).filter((name) => name.endsWith('.test.js'));
const groups = { boards: [], alone: [], together: [] };
for (const name of files) {
  const text = readFileSync(new URL(name, HERE), 'utf8');
  groups[BOARDS.test(text) ? 'boards' : ALONE.test(text) ? 'alone' : 'together'].push(`tests/js/${name}`);
}

const runs = [
  ['./tests/js/together.mjs', ...groups.together],
  ['./tests/js/together.mjs', '--read-first', ...groups.boards],
  ['--test', ...groups.alone],
];
const cwd = new URL('../../', HERE);
for (const run of runs) {
  const { status } = spawnSync(process.execPath, [...NODE, ...run], { cwd, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
