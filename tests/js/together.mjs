// Runs the tests of several files in one process: `node --import ./tests/js/import_map.mjs tests/js/together.mjs [--read-first] FILE…`
import { before } from 'node:test';
import { pathToFileURL } from 'node:url';

const files = process.argv.slice(2).filter((one) => one !== '--read-first');
let read;
const all = new Promise((resolve) => {
  read = resolve;
});
// Of boards no test begins before all files are read: what one opens meanwhile would take the page away from a test of another.
if (files.length < process.argv.length - 2) before(() => all);
for (const file of files) await import(pathToFileURL(file).href);
read();
