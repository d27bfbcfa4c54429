// Runs the tests of several files in one process: `node --import ./tests/js/import_map.mjs tests/js/together.mjs FILE…`
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
