// A page without a browser, for tests of what is made by app/dom.js: elements with attributes, children, listeners and a focus, as
// far as those tests look. No styles, no layout, no selectors.

class PaperNode {}

class PaperText extends PaperNode {
  constructor(text) {
    super();
    this.textContent = text;
  }
}

class PaperElement extends PaperNode {
  constructor(tag, page) {
    super();
    this.tagName = tag.toUpperCase();
    this.page = page;
    this.childNodes = [];
    this.attributes = {};
    this.listeners = {};
    this.dataset = {};
    this.hidden = false;
    this.disabled = false;
    this.tabIndex = -1;
    if (tag === 'input' || tag === 'select') this.value = '';
    if (tag === 'input') this.checked = false;
    this.style = {
      setProperty: (name, text) => (this.style[name] = text),
      removeProperty: (name) => delete this.style[name],
    };
    this.classList = {
      toggle: (name, on) => this.classList[on ? 'add' : 'remove'](name),
      add: (name) => this.setAttribute('class', [...this.classes, name].join(' ')),
      remove: (name) => this.setAttribute('class', this.classes.filter((other) => other !== name).join(' ')),
    };
  }
  get classes() {
    return (this.attributes.class ?? '').split(' ').filter(Boolean);
  }
  get children() {
    return this.childNodes.filter((node) => node instanceof PaperElement);
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }
  get nextElementSibling() {
    const all = this.parentElement?.children ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
  get textContent() {
    return this.childNodes.map((node) => node.textContent).join('');
  }
  set textContent(text) {
    this.replaceChildren();
    if (text) this.append(text);
  }
  append(...nodes) {
    for (const node of nodes) this.insertBefore(node instanceof PaperNode ? node : new PaperText(node), null);
  }
  insertBefore(node, before) {
    node.remove?.();
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    node.parentElement = this;
  }
  remove() {
    const { parentElement: parent, page } = this;
    if (!parent) return;
    parent.childNodes = parent.childNodes.filter((node) => node !== this);
    this.parentElement = null;
    // As in a browser: what leaves its place has no focus any more.
    if (this.contains(page.activeElement)) page.activeElement = null;
  }
  replaceChildren() {
    for (const child of this.children) child.remove();
    this.childNodes = [];
  }
  contains(other) {
    for (let node = other; node; node = node.parentElement) if (node === this) return true;
    return false;
  }
  setAttribute(name, text) {
    this.attributes[name] = text;
  }
  getAttribute(name) {
    return this.attributes[name] ?? null;
  }
  removeAttribute(name) {
    delete this.attributes[name];
  }
  toggleAttribute(name, on) {
    if (on) this.setAttribute(name, '');
    else this.removeAttribute(name);
  }
  addEventListener(kind, listener) {
    (this.listeners[kind] ??= []).push(listener);
  }
  /** Something happens to the element. */
  happen(kind, facts = {}) {
    const event = { preventDefault: () => (event.defaultPrevented = true), defaultPrevented: false, ...facts };
    if (!this.disabled) for (const listener of this.listeners[kind] ?? []) listener(event);
    return event;
  }
  click(facts = {}) {
    return this.happen('click', facts);
  }
  focus() {
    this.page.activeElement = this;
  }
  matches() {
    return this.tagName === 'BUTTON';
  }
  querySelector(selector) {
    if (selector?.startsWith('.')) return this.within().find((one) => one.classes.includes(selector.slice(1))) ?? null;
    return this.all('button')[0] ?? null;
  }
  within() {
    return this.children.flatMap((child) => [child, ...child.within()]);
  }
  closest() {
    return null;
  }
  /** Every element of that tag below this one, in the order of the page. */
  all(tag) {
    return this.children.flatMap((child) => [
      ...(child.tagName === tag.toUpperCase() ? [child] : []),
      ...child.all(tag),
    ]);
  }
}

/** Puts the page in place of the browser's. */
export function openPaperPage() {
  const page = {
    activeElement: null,
    documentElement: {
      lang: 'en',
      dataset: {},
      hasAttribute: (name) => name === 'data-account' && !!page.documentElement.dataset.account,
    },
    ids: {},
    /** Every id is there once it is asked for. */
    getElementById: (id) => (page.ids[id] ??= new PaperElement('div', page)),
    createElement: (tag) => new PaperElement(tag, page),
    createElementNS: (_, tag) => new PaperElement(tag, page),
  };
  const ResizeObserver = class {
    observe() {}
  };
  Object.assign(globalThis, { document: page, Node: PaperNode, ResizeObserver });
  return page;
}
