// What of npm reaches the browser? Bundles each library once into static/vendor/ and the icons named in static/icons.json into
// one sprite: <svg><use href="…/vendor/icons.svg#NAME"></use></svg>. Nothing of it is committed.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const TARGET = "static/vendor";
const LIBRARIES = {
  "uplot.js": 'export { default } from "uplot";',
  "uplot.css": '@import "uplot/dist/uPlot.min.css";',
  "codemirror.js": `
    export { EditorState } from "@codemirror/state";
    export { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
    export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
    export { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
    export { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
    export { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
    export { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
    export { pythonLanguage } from "@codemirror/lang-python";
    export { tags } from "@lezer/highlight";`,
};

async function bundle(file, contents) {
  await build({
    stdin: { contents, resolveDir: ".", loader: file.endsWith(".css") ? "css" : "js" },
    outfile: `${TARGET}/${file}`,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    legalComments: "inline",
    logLevel: "warning",
  });
}

async function symbol(name) {
  const icon = await readFile(`node_modules/lucide-static/icons/${name}.svg`, "utf8").catch(() => {
    throw new Error(`static/icons.json: lucide has no icon "${name}"`);
  });
  const shapes = icon.slice(icon.indexOf(">", icon.indexOf("<svg")) + 1, icon.lastIndexOf("</svg>"));
  return (
    `<symbol id="${name}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" ` +
    `stroke-linecap="round" stroke-linejoin="round">${shapes.replace(/\s*\n\s*/g, "")}</symbol>`
  );
}

await rm(TARGET, { recursive: true, force: true });
await mkdir(TARGET, { recursive: true });
for (const [file, contents] of Object.entries(LIBRARIES)) await bundle(file, contents);
const names = JSON.parse(await readFile("static/icons.json", "utf8"));
const symbols = await Promise.all(names.map(symbol));
await writeFile(
  `${TARGET}/icons.svg`,
  `<svg xmlns="http://www.w3.org/2000/svg">\n<!-- Lucide, ISC licence -->\n${symbols.join("\n")}\n</svg>\n`,
);
