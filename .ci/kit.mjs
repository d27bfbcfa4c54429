// What does static/kit offer to boards? docs/kit.md: each module with its question, each of its functions with its signature in one line, as
// tsc reads them. `make kit` writes it anew; a test compares.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const PLACE = join(ROOT, 'docs/kit.md');
const TSC = join(ROOT, 'node_modules/typescript-native/bin/tsc');
const HEAD = `# The kit of boards

What at least two boards use lies in \`static/kit/\`; what one alone uses lies with it ([Adding a game](adding-a-game.md)). Here are its modules and
what each offers; \`/kit/\` shows all that draws, alive, on a site that runs with \`FOGBOUND_DEBUG=1\` (examples: \`tests/samples/\`). Sizes are CSS pixels, times milliseconds and places units of the map, unless the comment of a function says otherwise. Written by \`make kit\`.
`;

/** The text of docs/kit.md. @returns {string} */
export function kitDocument() {
  const folder = mkdtempSync(join(tmpdir(), 'fogbound-kit-'));
  try {
    const to = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false', '--incremental', 'false', '--rootDir', ROOT, '--outDir', folder];
    execFileSync(process.execPath, [TSC, '-p', join(ROOT, 'static'), ...to]);
    const names = readdirSync(join(folder, 'static/kit'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.d.ts'))
      .sort();
    return [HEAD, ...names.map((name) => chapter(name, readFileSync(join(folder, 'static/kit', name), 'utf8')))].join('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} name @param {string} text its declarations */
function chapter(name, text) {
  const source = readFileSync(join(ROOT, 'static/kit', name.replace('.d.ts', '.js')), 'utf8');
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(source)?.[1] ?? '';
  const words = comment.split(/@\w+/)[0].replace(/\n\s*\*/g, ' ');
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, '');
  const lines = [...bare.matchAll(/^export declare (?:function|const|class) /gm)].map(({ 0: start, index }) =>
    signature(statement(bare.slice(index + start.length))),
  );
  return `## \`kit/${name.replace('.d.ts', '.js')}\`\n\n${flat(words)}\n\n${lines.map((line) => `- \`${line}\`\n`).join('')}`;
}

/** The text to the semicolon that ends it: those within braces end nothing. @param {string} text */
function statement(text) {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ('{(['.includes(text[at])) depth += 1;
    else if ('})]'.includes(text[at])) depth -= 1;
    else if (text[at] === ';' && !depth) return text.slice(0, at);
  }
  return text;
}

/** @param {string} text */
const flat = (text) => text.replace(/\s+/g, ' ').trim();

/** Without where a type comes from. @param {string} declaration */
const signature = (declaration) => flat(declaration.replace(/import\(['"][^'"]+['"]\)\./g, '')).replace(/; \}/g, ' }');

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PLACE, kitDocument());
