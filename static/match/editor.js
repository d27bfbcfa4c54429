/**
 * How does a person write a program? An editor replaces the form's text field: highlighting, completion of the game's interface with its
 * documentation, and the server's problems at their lines. Without the editor the text field works.
 */
import { h } from 'app/dom.js';
import { t } from 'app/i18n.js';
import {
  acceptCompletion,
  autocompletion,
  bracketMatching,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  defaultKeymap,
  drawSelection,
  EditorState,
  EditorView,
  HighlightStyle,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSelectionMatches,
  highlightSpecialChars,
  history,
  historyKeymap,
  indentOnInput,
  indentUnit,
  indentWithTab,
  keymap,
  lineNumbers,
  lintGutter,
  lintKeymap,
  pythonLanguage,
  search,
  searchKeymap,
  setDiagnostics,
  syntaxHighlighting,
  tags,
} from 'vendor/codemirror.js';

/** @typedef {{line: number, column: number, message: string, severity?: 'error' | 'warning'}} Problem line and column from 1; 0: unknown */
/** @typedef {{signature: string, meaning: string}} Reference */

/** The site's colours, light and dark: the editor is in a shadow tree, and custom properties are inherited into it. */
const LOOK = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--panel)', fontSize: '14px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { color: 'var(--muted)', backgroundColor: 'var(--ink)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--text) 6%, transparent)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--text) 22%, transparent)',
  },
  '.cm-tooltip': { color: 'var(--text)', backgroundColor: 'var(--panel)', border: '1px solid var(--control)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--ink)', backgroundColor: 'var(--text)' },
  '.cm-completionInfo': { maxWidth: '340px', padding: '8px' },
  '.cm-panels': { color: 'var(--text)', backgroundColor: 'var(--ink)' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--lamp)' },
});

const COLOURS = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.definitionKeyword, tags.controlKeyword],
    color: 'var(--code-keyword)',
    fontWeight: '600',
  },
  { tag: [tags.string], color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.comment], color: 'var(--muted)', fontStyle: 'italic' },
  {
    tag: [tags.function(tags.definition(tags.variableName)), tags.function(tags.propertyName)],
    color: 'var(--code-name)',
  },
]);

/** The text that completion inserts for a signature: `sense()` for `c.sense(center=None)`. @param {string} signature */
const nameOf = (signature) => signature.replace(/\(.*$/, '');

/** Completes members after a dot, and names without one. @param {Reference[]} reference */
function completion(reference) {
  const members = reference.filter(({ signature }) => nameOf(signature).includes('.'));
  const names = reference.filter(({ signature }) => !nameOf(signature).includes('.'));
  const option = (/** @type {Reference} */ { signature, meaning }, /** @type {string} */ label) => ({
    label,
    detail: signature.includes('(') ? signature.slice(signature.indexOf('(')) : '',
    info: meaning,
    apply: signature.includes('(') ? `${label}(` : label,
    type: signature.includes('(') ? 'method' : 'property',
  });
  /** @param {import('vendor/codemirror.js').CompletionContext} context */
  return (context) => {
    const dotted = context.matchBefore(/\b\w+(?:\.\w+)*\.\w*$/);
    if (dotted) {
      const owner = dotted.text.slice(0, dotted.text.lastIndexOf('.') + 1);
      const known = members.filter(({ signature }) => nameOf(signature).startsWith(owner));
      if (!known.length) return null;
      const options = known.map((entry) => option(entry, nameOf(entry.signature).slice(owner.length)));
      return { from: dotted.from + owner.length, options, validFor: /^\w*$/ };
    }
    const word = context.matchBefore(/\w+$/);
    if (!word && !context.explicit) return null;
    return {
      from: word?.from ?? context.pos,
      options: names.map((entry) => option(entry, nameOf(entry.signature))),
      validFor: /^\w*$/,
    };
  };
}

/**
 * @param {HTMLTextAreaElement} field is hidden and kept up to date, so that the form sends what the editor shows
 * @param {{reference: Reference[], onChange: () => void, onRun: () => void}} how
 */
export function createEditor(field, { reference, onChange, onRun }) {
  const box = h('div', { class: 'editor' });
  const root = box.attachShadow({ mode: 'open' });
  const runs = () => {
    onRun();
    return true;
  };
  const label = field.labels?.[0]?.textContent?.trim() ?? t('Program');
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: field.value,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        indentOnInput(),
        indentUnit.of('    '),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        lintGutter(),
        pythonLanguage,
        autocompletion({ override: [completion(reference)] }),
        syntaxHighlighting(COLOURS),
        LOOK,
        EditorState.phrases.of({
          Find: t('Find'),
          Replace: t('Replace'),
          next: t('next'),
          previous: t('previous'),
          all: t('all'),
          'match case': t('match case'),
          regexp: t('pattern'),
          'by word': t('whole words'),
          replace: t('replace'),
          'replace all': t('replace all'),
          close: t('close'),
          Completions: t('Completions'),
          Diagnostics: t('Problems'),
          'No diagnostics': t('No problems'),
        }),
        EditorView.contentAttributes.of({
          'aria-label': t('{label}. Escape, then Tab, leaves the editor.', { label }),
        }),
        keymap.of([
          { key: 'Mod-Enter', run: runs },
          { key: 'Tab', run: acceptCompletion },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...lintKeymap,
          indentWithTab,
        ]),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          field.value = view.state.doc.toString();
          onChange();
        }),
      ],
    }),
  });
  field.hidden = true;
  field.after(box);
  field.labels?.[0]?.addEventListener('click', () => view.focus());

  return {
    element: box,
    focus: () => view.focus(),
    text: () => view.state.doc.toString(),

    /** Replaces the text; undo restores the old one. @param {string} text */
    replace(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },

    /** Shows problems at their lines. @param {Problem[]} problems */
    show(problems) {
      const { doc } = view.state;
      const found = problems.map(({ line, column, message, severity = 'error' }) => {
        const at = doc.line(Math.max(1, Math.min(doc.lines, line || 1)));
        const from = Math.min(at.to, at.from + Math.max(0, column - 1));
        return { from, to: Math.max(from, at.to), severity, message };
      });
      view.dispatch(setDiagnostics(view.state, found));
    },

    /** Scrolls to a line and puts the cursor there. @param {number} line from 1 */
    goTo(line) {
      const at = view.state.doc.line(Math.max(1, Math.min(view.state.doc.lines, line)));
      view.dispatch({ selection: { anchor: at.from }, scrollIntoView: true });
      view.focus();
    },
  };
}
