// The elements of views, by their classes; see "Views of widgets" in FORMATS.md.
//
// A widget has `make(mount)`, which returns the element of a view, and `update(mount, attributes,
// former)`, which shows attributes. A mount has the element, the parts that a widget keeps, and
// `report(name, values)`. Texts only ever become text nodes.

import { record } from './boxes.js';

/** Makes an element with attributes and children. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Sets an attribute, or removes it if the value is null, false or undefined; only if it differs. */
export function set(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else {
    const text = value === true ? '' : `${value}`;
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export const string = (value) => (typeof value === 'string' ? value : '');
const finite = (value) => (Number.isFinite(value) ? value : null);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

let lastNumber = 0;
/** A name for an element that others refer to. */
export const nextID = (prefix) => `roster-${prefix}-${++lastNumber}`;

// Colours.

const names = new Set([
  'accent', 'text', 'secondaryText', 'background', 'surface', 'separator', 'error', 'success',
  'warning', 'selection',
  ...['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'].flatMap((name) => [
    name, `bright${name[0].toUpperCase()}${name.slice(1)}`,
  ]),
]);

/** A colour in CSS; null for anything that is none. */
export function color(value) {
  if (typeof value !== 'string') return null;
  if (/^#[0-9a-f]{6}$/i.test(value)) return value;
  if (!names.has(value)) return null;
  return `var(--roster-${value.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)})`;
}

// Addresses.

/** An address that a link may lead to; null for others, such as those of scripts. */
export function linkAddress(value) {
  try {
    const url = new URL(string(value));
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
}

function imageAddress(value) {
  if (typeof value !== 'string') return null;
  // A picture that the site fetches itself.
  if (/^\/images\/[0-9a-f]+$/.test(value)) return value;
  if (/^data:image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)[;,]/i.test(value)) return value;
  const address = linkAddress(value);
  return address?.startsWith('https:') ? address : null;
}

// Offsets: those of the program count bytes of UTF-8, those of JavaScript units of UTF-16.

const bytesOf = (point) => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);

/** Returns the unit of each offset in bytes; an offset within a character counts as its start. */
export function unitsOfOffsets(text, offsets) {
  const sorted = [...new Set(offsets)].sort((a, b) => a - b);
  const units = new Map();
  let [bytes, unit, next] = [0, 0, 0];
  for (const character of text) {
    const after = bytes + bytesOf(character.codePointAt(0));
    while (next < sorted.length && sorted[next] < after) units.set(sorted[next++], unit);
    if (next === sorted.length) break;
    bytes = after;
    unit += character.length;
  }
  while (next < sorted.length) units.set(sorted[next++], text.length);
  return units;
}

/** Returns the offset in bytes of a unit. */
export function offsetOfUnit(text, unit) {
  let bytes = 0;
  for (const character of text.slice(0, unit)) bytes += bytesOf(character.codePointAt(0));
  return bytes;
}

// Text.

/** The pieces of a text, each with the properties that its spans give it. */
function pieces(text, spans) {
  const valid = spans.map(record).filter(({ from, to }) => from >= 0 && to > from);
  const offsets = valid.flatMap(({ from, to }) => [from, to]);
  const units = unitsOfOffsets(text, offsets);
  const cuts = [...new Set([0, text.length, ...units.values()])].sort((a, b) => a - b);
  const result = [];
  for (let index = 0; index + 1 < cuts.length; index += 1) {
    const [start, end] = [cuts[index], cuts[index + 1]];
    const over = valid.filter((span) => units.get(span.from) <= start && units.get(span.to) >= end);
    result.push({ text: text.slice(start, end), look: Object.assign({}, ...over) });
  }
  return result;
}

function textNodes(text, spans) {
  const nodes = [];
  let link = null;
  for (const piece of pieces(text, spans)) {
    const { color: ink, bold, italic, underline, link: target } = piece.look;
    const node = make('span');
    node.textContent = piece.text;
    const css = color(ink);
    if (css) node.style.setProperty('color', css);
    if (bold === true) node.classList.add('roster-bold');
    if (italic === true) node.classList.add('roster-italic');
    if (underline === true) node.classList.add('roster-underline');
    const address = linkAddress(target);
    if (!address) {
      link = null;
      nodes.push(css || node.className ? node : node.textContent);
    } else if (link?.address === address) {
      link.element.append(node);
    } else {
      const element = make('a', { href: address, rel: 'noopener noreferrer', target: '_blank' });
      element.append(node);
      link = { address, element };
      nodes.push(element);
    }
  }
  return nodes;
}

/** A length in CSS between two others; null for anything that is none, and for 0. */
function points(value, least = 0, most = 1000) {
  return finite(value) ? `${Math.max(least, Math.min(value, most))}px` : null;
}

/** Sets the room between letters and lines, and the distance of tab stops. CSS has no other stops. */
function setSpacing({ style }, { letterSpacing, lineSpacing, tabWidth }) {
  const height = points(lineSpacing, -1000);
  const lengths = {
    'letter-spacing': points(letterSpacing, -1000),
    // The height of a line of the text around it.
    'line-height': height && `max(0px, calc(1lh + ${height}))`,
    'tab-size': typeof tabWidth === 'number' ? points(tabWidth) ?? '0px' : null,
  };
  for (const [name, length] of Object.entries(lengths)) {
    if (length) style.setProperty(name, length);
    else style.removeProperty(name);
  }
}

const text = {
  make(mount) {
    const content = make('div', { class: 'roster-content' });
    mount.parts = { content };
    return make('div', {}, content);
  },
  update(mount, attributes, former) {
    const { text: value, spans, align, truncation } = attributes;
    const { content } = mount.parts;
    setSpacing(content, attributes);
    const lines = mount.node.lines;
    const isLimited = Number.isInteger(lines) && lines > 0;
    const cut = ['start', 'middle', 'none'].includes(truncation) ? truncation : 'end';
    const shape = isLimited ? (lines === 1 && cut !== 'none' ? cut : 'lines') : 'free';
    set(mount.element, 'data-align', align === 'center' || align === 'end' ? align : null);
    set(content, 'dir', shape === 'middle' ? 'auto' : null);
    set(content, 'data-shape', shape === 'free' ? null : shape);
    set(content, 'data-cut', cut === 'none' ? cut : null);
    if (isLimited) content.style.setProperty('--roster-lines', `${Math.min(lines, 10000)}`);
    if (mount.parts.shape === shape && former && former.text === value && same(former.spans, spans)) {
      return;
    }
    mount.parts.shape = shape;
    const whole = string(value);
    const nodes = Array.isArray(spans) && spans.length ? textNodes(whole, spans) : [whole];
    if (shape === 'start') {
      content.replaceChildren(make('bdi', {}, ...nodes));
    } else if (shape === 'middle' && nodes.length === 1 && typeof nodes[0] === 'string') {
      // The second half stays, the first one gives way.
      const characters = [...whole];
      const middle = Math.ceil(characters.length / 2);
      content.replaceChildren(
        make('span', {}, characters.slice(0, middle).join('')),
        make('span', {}, characters.slice(middle).join('')));
    } else if (nodes.length === 1 && typeof nodes[0] === 'string') {
      setText(content, whole);
    } else {
      content.replaceChildren(...nodes);
    }
  },
};

const badge = {
  make(mount) {
    const content = make('div', { class: 'roster-content' });
    mount.parts = { content };
    return make('div', {}, content);
  },
  update(mount, attributes) { setText(mount.parts.content, string(attributes.text)); },
};

// Pictures.

const pixelCountMax = 1 << 20;

function draw(canvas, { width, height, rgb }) {
  const isSized = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0
    && width * height <= pixelCountMax;
  if (!isSized || typeof rgb !== 'string') return false;
  let bytes;
  try { bytes = atob(rgb); } catch { return false; }
  if (bytes.length !== width * height * 3) return false;
  [canvas.width, canvas.height] = [width, height];
  const image = new ImageData(width, height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let part = 0; part < 3; part += 1) {
      image.data[pixel * 4 + part] = bytes.charCodeAt(pixel * 3 + part);
    }
    image.data[pixel * 4 + 3] = 255;
  }
  canvas.getContext('2d').putImageData(image, 0, 0);
  return true;
}

const image = {
  make(mount) {
    mount.parts = {};
    return make('div');
  },
  update(mount, attributes, former) {
    const { source, pixels, fit } = attributes;
    set(mount.element, 'data-fit', fit === 'cover' || fit === 'fill' ? fit : null);
    const words = mount.label ?? string(attributes.alternative);
    if (!former || former.source !== source || !same(former.pixels, pixels)) {
      mount.parts.picture?.remove();
      mount.parts.picture = this.picture(mount, source, pixels);
      mount.element.prepend(mount.parts.picture);
    }
    const { picture } = mount.parts;
    if (picture.localName === 'img') {
      set(picture, 'alt', words);
      mount.parts.words = words;
    } else if (picture.localName === 'canvas') {
      set(picture, 'role', words ? 'img' : null);
      set(picture, 'aria-label', words || null);
      set(picture, 'aria-hidden', words ? null : 'true');
    } else {
      setText(picture, words);
    }
  },
  picture(mount, source, pixels) {
    if (pixels !== undefined) {
      const canvas = make('canvas', { class: 'roster-picture' });
      if (draw(canvas, record(pixels))) return canvas;
    }
    const address = imageAddress(source);
    // A name says nothing to a page: the words stand where the picture would.
    if (!address) return make('span', { class: 'roster-alternative' });
    const element = make('img', {
      class: 'roster-picture', decoding: 'async', loading: 'lazy', referrerpolicy: 'no-referrer',
      draggable: 'false', alt: '',
    });
    element.addEventListener('error', () => {
      if (mount.parts.picture !== element) return;
      const words = make('span', { class: 'roster-alternative' });
      words.textContent = mount.parts.words ?? '';
      element.replaceWith(words);
      mount.parts.picture = words;
    });
    element.src = address;
    return element;
  },
};

// Controls.

const button = {
  isControl: true,
  make(mount) {
    const element = make('button', { type: 'button' });
    const title = make('span', { class: 'roster-title' });
    mount.parts = { title, icon: null };
    element.append(title);
    element.addEventListener('click', () => mount.report('tap', []));
    return element;
  },
  update(mount, { title, icon, selected, disabled }, former) {
    const { element, parts } = mount;
    setText(parts.title, string(title));
    if (!former || former.icon !== icon) {
      parts.icon?.remove();
      parts.icon = typeof icon === 'string' && icon ? this.icon(icon) : null;
      if (parts.icon) element.prepend(parts.icon);
    }
    parts.title.hidden = !string(title);
    element.disabled = disabled === true;
    const isToggle = selected === true || element.hasAttribute('aria-pressed');
    set(element, 'aria-pressed', isToggle ? `${selected === true}` : null);
  },
  icon(source) {
    const address = imageAddress(source);
    if (address) return make('img', { class: 'roster-icon', src: address, alt: '' });
    return make('span', { class: 'roster-icon', 'aria-hidden': 'true' }, source);
  },
  visibleName: ({ title }) => string(title),
};

/**
 * What a control shows beside what the program wants. The program answers later than the user acts:
 * an answer that repeats what was reported earlier is not shown again.
 */
class Reported {
  constructor(value) {
    this.program = value;
    this.pending = [];
  }

  /** Notes what the user has made of the value. */
  note(value) {
    this.pending.push(value);
    if (this.pending.length > 64) this.pending.shift();
  }

  /** Returns whether a value of the program is to be shown. */
  wants(value, shown) {
    const isUnchanged = value === this.program;
    this.program = value;
    const answered = this.pending.lastIndexOf(value);
    if (value === shown) {
      // Everything up to here is answered.
      this.pending = [];
      return false;
    }
    if (answered >= 0) {
      this.pending.splice(0, answered + 1);
      return false;
    }
    if (isUnchanged) return false;
    this.pending = [];
    return true;
  }
}

/**
 * Shows what the program has some time after it has taken an event, if that led to nothing else: the
 * program may have refused the value, so that no answer differs from what it said before.
 */
function settle(mount, answer, show) {
  if (typeof answer?.then !== 'function') return;
  const number = (mount.parts.reports = (mount.parts.reports ?? 0) + 1);
  const check = () => setTimeout(() => {
    if (mount.parts.reports === number && mount.element.isConnected) show();
  }, 1500);
  answer.then(check, check);
}

const toggle = {
  isControl: true,
  make(mount) {
    const input = make('input', { type: 'checkbox', role: 'switch', class: 'roster-switch' });
    const title = make('span', { class: 'roster-title' });
    mount.parts = { input, title };
    mount.control = input;
    input.addEventListener('change', () => {
      mount.parts.on?.note(input.checked);
      settle(mount, mount.report('change', [input.checked]), () => {
        input.checked = mount.parts.on.program;
        mount.parts.on.pending = [];
      });
    });
    return make('label', {}, input, title);
  },
  update(mount, { on, title, disabled }) {
    const { parts } = mount;
    const { input } = parts;
    const isOn = on === true;
    if (!parts.on) {
      parts.on = new Reported(isOn);
      input.checked = isOn;
    } else if (parts.on.wants(isOn, input.checked)) {
      input.checked = isOn;
    }
    input.disabled = disabled === true;
    setText(parts.title, string(title));
    parts.title.hidden = !string(title);
  },
  visibleName: ({ title }) => string(title),
};

const segments = {
  isControl: true,
  make(mount) {
    mount.parts = { name: nextID('segments'), inputs: [] };
    return make('div', { role: 'radiogroup' });
  },
  update(mount, { titles, selected, disabled }, former) {
    const { parts, element } = mount;
    const words = Array.isArray(titles) ? titles.map(string) : [];
    while (parts.inputs.length > words.length) parts.inputs.pop().label.remove();
    words.forEach((word, index) => {
      const segment = parts.inputs[index] ?? this.segment(mount, index);
      setText(segment.title, word);
      segment.input.disabled = disabled === true;
    });
    const wanted = Number.isInteger(selected) ? selected : null;
    const shown = parts.inputs.findIndex(({ input }) => input.checked);
    const show = () => parts.inputs.forEach(({ input }, index) => {
      input.checked = index === parts.selected.program;
    });
    if (!parts.selected) {
      parts.selected = new Reported(wanted);
      show();
    } else if (parts.selected.wants(wanted, shown < 0 ? null : shown)) {
      show();
    } else if (former && former.titles?.length !== words.length) {
      show();
    }
    parts.show = show;
    set(element, 'aria-disabled', disabled === true ? 'true' : null);
  },
  segment(mount, index) {
    const { parts, element } = mount;
    const input = make('input', { type: 'radio', name: parts.name, class: 'roster-spoken' });
    const title = make('span', { class: 'roster-title' });
    const label = make('label', { class: 'roster-segment' }, input, title);
    input.addEventListener('change', () => {
      if (!input.checked) return;
      parts.selected.note(index);
      settle(mount, mount.report('change', [index]), () => {
        parts.selected.pending = [];
        parts.show();
      });
    });
    parts.inputs[index] = { input, title, label };
    element.append(label);
    return parts.inputs[index];
  },
};

const field = {
  isControl: true,
  make(mount) {
    mount.parts = { input: null, error: null };
    const element = make('div');
    // What is around the text belongs to the field.
    element.addEventListener('pointerdown', (event) => {
      if (event.target.closest('input, textarea')) return;
      event.preventDefault();
      mount.parts.input?.focus();
    });
    return element;
  },
  update(mount, attributes, former) {
    const { parts, element } = mount;
    const { value, placeholder, secure, multiline, error, disabled, correction } = attributes;
    const name = multiline === true && secure !== true ? 'textarea' : 'input';
    if (parts.input?.localName !== name) this.makeInput(mount, name);
    const { input } = parts;
    if (name === 'input') set(input, 'type', secure === true ? 'password' : 'text');
    set(input, 'autocomplete', 'off');
    set(input, 'placeholder', string(placeholder) || null);
    input.disabled = disabled === true;
    const text = string(value);
    const isCorrected = Boolean(former) && former.correction !== correction;
    let isSet = false;
    if (!parts.value) {
      parts.value = new Reported(text);
      input.value = text;
    } else if (isCorrected) {
      parts.value.program = text;
      parts.value.pending = [];
      isSet = this.setText(mount, text);
    } else if (parts.value.wants(text, input.value)) {
      isSet = this.setText(mount, text);
    }
    const hasMoved = isSet || isCorrected || former?.cursor !== attributes.cursor
      || !same(former?.selection, attributes.selection);
    if (former && hasMoved && Number.isInteger(attributes.cursor) && input.value === text) {
      this.select(mount, attributes);
    }
    this.showError(mount, string(error));
    if (name === 'textarea') this.fit(input);
    element.dataset.error = string(error) ? 'true' : 'false';
  },
  makeInput(mount, name) {
    const { parts, element } = mount;
    const input = make(name, { class: 'roster-input' });
    if (name === 'textarea') input.rows = 1;
    if (parts.input) {
      input.value = parts.input.value;
      const isFocused = document.activeElement === parts.input;
      parts.input.replaceWith(input);
      if (isFocused) input.focus();
    } else {
      element.prepend(input);
    }
    parts.input = input;
    mount.control = input;
    const report = () => {
      parts.typed = performance.now();
      if (name === 'textarea') this.fit(input);
      // Half of what an input method composes is no text yet.
      if (parts.isComposing || input.value === parts.reported) return;
      parts.reported = input.value;
      parts.value.note(input.value);
      mount.report('change', [input.value]);
    };
    input.addEventListener('input', report);
    input.addEventListener('compositionstart', () => { parts.isComposing = true; });
    input.addEventListener('compositionend', () => {
      parts.isComposing = false;
      report();
      if (parts.deferred !== undefined) {
        const text = parts.deferred;
        parts.deferred = undefined;
        if (parts.value.program === text) this.setText(mount, text);
      }
    });
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing || parts.isComposing) return;
      if (name === 'textarea' && !event.ctrlKey && !event.metaKey) return;
      if (!mount.listens('submit')) return;
      event.preventDefault();
      parts.value.note(input.value);
      mount.report('submit', [input.value]);
    });
    input.addEventListener('focus', () => mount.report('focus', []));
    input.addEventListener('blur', () => mount.report('blur', []));
    input.addEventListener('selectionchange', () => this.selected(mount));
  },
  /** Sets the text, with the cursor where it was in what both texts have in common. */
  setText(mount, text) {
    const { parts } = mount;
    const { input } = parts;
    if (parts.isComposing) {
      parts.deferred = text;
      return false;
    }
    parts.reported = undefined;
    if (input.value === text) return true;
    const before = input.value;
    const { selectionStart: start, selectionEnd: end, selectionDirection: direction } = input;
    input.value = text;
    if (document.activeElement === input && start !== null) {
      let prefix = 0;
      const shorter = Math.min(before.length, text.length);
      while (prefix < shorter && before[prefix] === text[prefix]) prefix += 1;
      const moved = (unit) => (unit <= prefix ? unit
        : Math.max(prefix, unit + text.length - before.length));
      parts.typed = performance.now();
      input.setSelectionRange(moved(start), moved(end), direction);
    }
    return true;
  },
  select(mount, { cursor, selection }) {
    const { input } = mount.parts;
    const ends = Array.isArray(selection) && selection.length === 2 ? selection : [cursor, cursor];
    const units = unitsOfOffsets(input.value, ends);
    const [anchor, head] = ends.map((offset) => units.get(offset) ?? input.value.length);
    mount.parts.typed = performance.now();
    input.setSelectionRange(Math.min(anchor, head), Math.max(anchor, head),
      anchor <= head ? 'forward' : 'backward');
  },
  /** Reports what the user selects, but not how the cursor moves while text is typed or set. */
  selected(mount) {
    const { parts } = mount;
    if (!mount.listens('select') || parts.isComposing) return;
    clearTimeout(parts.selecting);
    parts.selecting = setTimeout(() => {
      const { input } = parts;
      if (document.activeElement !== input || performance.now() - (parts.typed ?? 0) < 250) return;
      const { selectionStart: start, selectionEnd: end, selectionDirection: direction } = input;
      const ends = direction === 'backward' ? [end, start] : [start, end];
      const offsets = ends.map((unit) => offsetOfUnit(input.value, unit));
      if (same(offsets, parts.selection)) return;
      parts.selection = offsets;
      mount.report('select', offsets);
    }, 200);
  },
  showError(mount, text) {
    const { parts, element } = mount;
    if (text && !parts.error) {
      parts.error = make('div', { class: 'roster-error', id: nextID('error') });
      element.append(parts.error);
    }
    if (parts.error) {
      setText(parts.error, text);
      parts.error.hidden = !text;
    }
    set(parts.input, 'aria-invalid', text ? 'true' : null);
    mount.describedBy = text ? parts.error.id : null;
  },
  /** Makes a field as high as its text; `field-sizing` does so where it exists. */
  fit(input) {
    if (CSS.supports('field-sizing', 'content')) return;
    input.style.setProperty('height', 'auto');
    input.style.setProperty('height', `${input.scrollHeight}px`);
  },
};

// Indicators.

const spinner = {
  make() { return make('div'); },
  update(mount, { active }) { set(mount.element, 'data-active', active === false ? null : ''); },
  describe(mount) {
    const { element, label } = mount;
    set(element, 'role', label ? 'progressbar' : null);
    set(element, 'aria-label', label ?? null);
    set(element, 'aria-hidden', label ? null : 'true');
  },
};

const progress = {
  make(mount) {
    const bar = make('progress', { max: '1', class: 'roster-bar' });
    mount.parts = { bar };
    return make('div', {}, bar);
  },
  update(mount, { value }) {
    const part = finite(value);
    set(mount.parts.bar, 'value', part === null ? null : Math.min(Math.max(part, 0), 1));
  },
  describe(mount) {
    const { bar } = mount.parts;
    set(bar, 'aria-label', mount.label ?? null);
    // What has no name is said by something else.
    set(bar, 'aria-hidden', mount.label ? null : 'true');
    set(bar, 'aria-valuetext', mount.value ?? null);
  },
};

const divider = {
  make() { return make('hr'); },
  update(mount, { axis }) {
    set(mount.element, 'aria-orientation', axis === 'vertical' ? 'vertical' : null);
  },
  describe() {},
};

// Parts of rows.

const scroll = {
  make(mount) {
    const element = make('div', { tabindex: '0' });
    const end = make('div', { class: 'roster-end', 'aria-hidden': 'true' });
    element.append(end);
    mount.parts = { end, offset: null, isWaiting: false };
    element.addEventListener('scroll', () => this.scrolled(mount), { passive: true });
    return element;
  },
  /** Reports where the user has scrolled to, some times a second. */
  scrolled(mount) {
    const { parts, element } = mount;
    const offset = Math.abs(element.scrollLeft);
    if (Math.abs(offset - parts.shown) <= 1 || parts.isWaiting) return;
    parts.isWaiting = true;
    setTimeout(() => {
      parts.isWaiting = false;
      if (!element.isConnected) return;
      const now = Math.abs(element.scrollLeft);
      if (Math.abs(now - parts.shown) <= 1) return;
      parts.shown = now;
      parts.offset.note(now);
      mount.report('scroll', [now]);
    }, 120);
  },
  update(mount, { offset, length }) {
    const { parts, element } = mount;
    const whole = finite(length);
    // Items without views have room, too.
    parts.end.style.setProperty(
      'inset-inline-start', `${Math.min(Math.max((whole ?? 1) - 1, 0), 33554432)}px`);
    const wanted = finite(offset) ?? 0;
    if (!parts.offset) {
      parts.offset = new Reported(wanted);
      parts.shown = wanted;
      // There is nothing to scroll before the children are there.
      if (wanted > 0) queueMicrotask(() => this.scrollTo(element, wanted));
    } else if (parts.offset.wants(wanted, Math.abs(element.scrollLeft))) {
      parts.shown = wanted;
      queueMicrotask(() => this.scrollTo(element, wanted));
    }
  },
  scrollTo(element, offset) {
    const sign = getComputedStyle(element).direction === 'rtl' ? -1 : 1;
    element.scrollLeft = sign * offset;
  },
  describe(mount) {
    set(mount.element, 'role', 'group');
    set(mount.element, 'aria-label', mount.label ?? null);
  },
};

const slot = {
  make(mount) {
    mount.parts = {};
    return make('div');
  },
  update(mount, { name, values }, former) {
    if (name !== 'map') {
      mount.parts.map?.remove();
      mount.parts.map = null;
      return;
    }
    if (former && former.name === name && same(former.values, values)) return;
    const { region, pins } = record(values);
    const { latitude, longitude } = record(region);
    const place = [latitude, longitude].every(Number.isFinite)
      ? `${degrees(latitude, 'N', 'S')} ${degrees(longitude, 'E', 'W')}` : '';
    const list = make('ul', { class: 'roster-pins' });
    for (const pin of (Array.isArray(pins) ? pins : []).map(record)) {
      const title = string(pin.title) || `${degrees(pin.latitude, 'N', 'S')} ${degrees(pin.longitude, 'E', 'W')}`;
      const choose = make('button', { type: 'button', class: 'roster-pin' }, title);
      choose.addEventListener('click', () => mount.report('select', [pin.id]));
      list.append(make('li', {}, mount.listens('select') ? choose : title));
    }
    const map = make('div', { class: 'roster-map' }, make('div', { class: 'roster-region' }, place));
    if (list.childElementCount) map.append(list);
    if (mount.parts.map) {
      mount.parts.map.replaceWith(map);
    } else {
      mount.element.prepend(map);
    }
    mount.parts.map = map;
  },
};

function degrees(value, positive, negative) {
  const number = finite(value) ?? 0;
  return `${Math.abs(number).toFixed(2)}° ${number < 0 ? negative : positive}`;
}

/** A view that shows nothing but what is in it, and one of a class that the page does not know. */
export const plain = {
  make() { return make('div'); },
  update() {},
};

export const widgets = new Map(Object.entries({
  text, badge, image, button, toggle, segments, field, spinner, progress, divider, scroll, slot,
}));
