// Lets node load the browser's modules as they are: resolves the prefixes of the page's import map into static/.
// Used as `node --import ./tests/js/import_map.mjs --test …`.
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const PREFIX = /^(app|board|kit|match|games|vendor)\//;
const STATIC = new URL('../../static/', import.meta.url);

if (isMainThread) register(import.meta.url);

export async function resolve(specifier, context, next) {
  return next(PREFIX.test(specifier) ? new URL(specifier, STATIC).href : specifier, context);
}
