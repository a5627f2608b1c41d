// The look of plain JSON models: a feed that reads like a table. Everything of a model is set as text
// (`textContent` or text nodes), never as HTML; links and images are made only of addresses that are
// http(s), data:image, or of this server.

import { element, make, shape } from './elements.js';
import { ExactNumber, isNumber, isObject, stringify } from './numbers.js';
import { formatCount, nameOf, numberFormat, plain, plural, replaceUnseen, unseen } from './texts.js';

/** The members that name a section, the best first. */
const headingNames = ['title', 'subject', 'name', 'label', 'summary', 'path', 'key', 'id'];
const timeName = /(^|[_-])(time|date|ts|timestamp|when|created|updated|modified|published|expires|seen|since|until|at)$|(At|Time|Date|Timestamp|On)$/;
const imageName = /image|img|avatar|photo|picture|thumb|icon|cover|logo/i;
const isoTime = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)?$/;

/** The most characters of one text that become nodes at once: a megabyte would cost seconds of layout. */
const foldedLength = 1_200, unfoldedLength = 100_000;
/** How many columns are chosen by themselves: those that fit, but never fewer or more than these. */
const columnsMin = 4, columnsMax = 8;
/** How many members are shown besides the columns; all of them are a key away. */
const restMax = 8;
/** Texts up to this length are offered to filter by, and so many members of a row. */
const choiceLength = 200, choicesMax = 40;
/** What the server says of a list with fewer rows may still be bettered. */
const settledCount = 8;

// ---- Text ------------------------------------------------------------------------------------------

const pieces = new RegExp(`(https?://[^\\s<>"'\`\\u0000-\\u0020\\u202a-\\u202e\\u2066-\\u2069]+)|(${unseen.source})\\2*`, 'gu');
const marksMax = 200;

/** A visible sign for characters that are not seen. */
function mark(run) {
  const span = document.createElement('span');
  span.className = 'mark';
  const count = [...run].length;
  span.textContent = nameOf(run) + (count > 1 ? ' ×' + formatCount(count) : '');
  return span;
}

/** Returns nodes for a text of a model: its characters, visible marks, and links if there are any. */
function nodesOf(text, withLinks = true) {
  const nodes = [];
  let end = 0, count = 0;
  const source = text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
  for (const match of source.matchAll(pieces)) {
    if (count++ > marksMax) break;
    if (match[1] && !withLinks) continue;
    if (match.index > end) nodes.push(document.createTextNode(source.slice(end, match.index)));
    end = match.index + match[0].length;
    if (match[2]) {
      nodes.push(mark(match[0]));
    } else {
      const address = match[1].replace(/[).,;:!?\]]+$/, '');
      end = match.index + address.length;
      nodes.push(link(address) ?? document.createTextNode(address));
    }
  }
  const rest = source.slice(end);
  if (rest) {
    nodes.push(document.createTextNode(
      count > marksMax ? replaceUnseen(rest, () => '\u25a1') : rest));
  }
  return nodes;
}

/** Fills an element with a text of a model, isolated from the direction of what is around it. */
export function setText(element, text, withLinks = false) {
  element.dir = 'auto';
  element.replaceChildren(...nodesOf(String(text), withLinks));
  return element;
}

const label = (text, className = '') => setText(make('span', className), text);

function link(address) {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return null;
  const anchor = make('a', 'link');
  anchor.href = url.href;
  anchor.rel = 'noopener noreferrer';
  anchor.target = '_blank';
  // The reader sees the address itself, not a text that the model gives it.
  const shown = (url.host + url.pathname + url.search).replace(/\/$/, '');
  return setText(anchor, shown.length > 64 ? shown.slice(0, 60) + '…' : shown);
}

// ---- Times -----------------------------------------------------------------------------------------

const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const dayParts = { day: 'numeric', month: 'short', year: 'numeric' };
const dayFormat = new Intl.DateTimeFormat('en-GB', { ...dayParts, timeZone: 'UTC' });
const minuteFormat = new Intl.DateTimeFormat('en-GB', { ...dayParts, hour: '2-digit', minute: '2-digit' });
const momentFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' });

/** Returns the moment that a field holds, if its name and value say that it is one. */
function momentOf(name, value) {
  if (typeof value === 'string' && value.length <= 40 && isoTime.test(value)) {
    const date = new Date(value.replace(' ', 'T').replace(',', '.'));
    return isNaN(date) ? null : date;
  }
  if (typeof value !== 'number' || !timeName.test(name)) return null;
  // Seconds, milli-, micro- or nanoseconds, as long as the year is between 1980 and 2100.
  for (const scale of [1e3, 1, 1e-3, 1e-6]) {
    const time = value * scale;
    if (time > 315_532_800_000 && time < 4_102_444_800_000) return new Date(time);
  }
  return null;
}

function relativeText(date, now) {
  const seconds = (date - now) / 1000, distance = Math.abs(seconds);
  if (distance < 45) return 'now';
  if (distance < 45 * 60) return relativeFormat.format(Math.round(seconds / 60), 'minute');
  if (distance < 22 * 3600) return relativeFormat.format(Math.round(seconds / 3600), 'hour');
  if (distance < 7 * 86_400) return relativeFormat.format(Math.round(seconds / 86_400), 'day');
  return minuteFormat.format(date);
}

/** A node for a moment, or for a day: a date without a time is the same day everywhere. */
function timeNode(date, isDay) {
  const element = make('time', '', isDay ? dayFormat.format(date) : relativeText(date, Date.now()));
  element.dateTime = isDay ? date.toISOString().slice(0, 10) : date.toISOString();
  if (!isDay) element.title = momentFormat.format(date);
  element.dir = 'ltr';
  return element;
}

/** Brings the times in some elements up to date. */
export function refreshTimes(root) {
  const now = Date.now();
  for (const element of root.querySelectorAll('time[title]')) {
    const text = relativeText(new Date(element.dateTime), now);
    if (element.textContent !== text) element.textContent = text;
  }
}

// ---- Kinds of values -------------------------------------------------------------------------------

function imageAddress(name, value) {
  if (typeof value !== 'string' || value.length > 4_096 || value.endsWith('…')) return null;
  if (/^data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,]/.test(value)) return value;
  if (!URL.canParse(value, location.href)) return null;
  const url = new URL(value, location.href);
  const isHere = url.origin === location.origin && value.startsWith('/') && !value.startsWith('//');
  if (url.protocol !== 'https:' && !isHere) return null;
  const looksLikeOne = /\.(png|jpe?g|gif|webp|avif|svg)$/i.test(url.pathname);
  return looksLikeOne || imageName.test(name) ? url.href : null;
}

/** Whether a text is bytes for programs, as in base 64. The server looks for the same (`RowFields.swift`). */
function isData(text) {
  const start = text.slice(0, 256);
  return /^data:/.test(start) || (/^[\w+/=\-\r\n]{64,}$/.test(start)
    && /\d/.test(start) && /[a-z]/.test(start) && /[A-Z]/.test(start));
}

/** Whether a value has nothing to show. */
const isBlank = (value) => value === null || value === undefined || value === ''
  || (isObject(value) && Object.keys(value).length === 0);

function kindOf(name, value) {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  if (momentOf(name, value)) return 'time';
  if (isNumber(value)) return 'number';
  if (Array.isArray(value)) return 'array';
  if (isObject(value)) return 'object';
  if (imageAddress(name, value)) return 'image';
  if (isData(value)) return 'data';
  if (/^https?:\/\/\S+$/.test(value)) return 'link';
  return value.length <= 40 && !value.includes('\n') ? 'short' : 'text';
}

function numberText(value) {
  if (value instanceof ExactNumber) return String(value);
  return Math.abs(value) >= 1e15 || (value !== 0 && Math.abs(value) < 1e-6)
    ? String(value) : numberFormat.format(value);
}

/** Returns a node for a value that fits into a line. */
function plainNode(name, value) {
  switch (kindOf(name, value)) {
    case 'null': return make('span', 'null', '–');
    case 'boolean': return make('span', value ? 'yes' : 'no', value ? 'yes' : 'no');
    case 'time': return timeNode(momentOf(name, value), typeof value === 'string' && value.length === 10);
    case 'number': return make('span', 'number', numberText(value));
    case 'link': return link(value) ?? label(value);
    case 'array':
      if (value.length <= 6 && value.every((part) => !isObject(part) && String(part).length <= 24)) {
        return make('span', 'tags', ...value.map((part) => label(String(part), 'tag')));
      }
      return null;
    case 'object': return null;
    case 'data': return make('span', 'null', dataText(value));
    default: return label(value.length > 160 ? value.slice(0, 160) + '…' : value);
  }
}

const plainLength = 60;

/** A value as a few words that can stand in titles, as where it is chosen: of a member that is missing, `none`. */
export function plainText(value) {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return plain(cutAt(isObject(value) ? stringify(value) : isNumber(value) ? numberText(value) : value, plainLength));
}

/** The name of the member that says what a model is; null if it has none. */
const headingOf = (model) =>
  headingNames.find((name) => Object.hasOwn(model, name) && !isObject(model[name])) ?? null;

const dataText = (text) => `${plural(text.length, 'character')} of data`;

/** How many parts a value has. @param count the number if some of them are not here */
const sizeText = (value, count) => Array.isArray(value)
  ? plural(count ?? value.length, 'value') : plural(count ?? Object.keys(value).length, 'field');

/** A value as JSON, which does not look whole if it is not. */
const jsonText = (value, isCut) => stringify(value) + (isCut ? '…' : '');
const cutAt = (text, length) => (text.length > length ? text.slice(0, length) + '…' : text);

const treeEntriesMax = 100, treeDepthMax = 12;

/** How many parts a part of a shortened value has; undefined if all of them are here. */
const countOf = ({ counts }, name) => (counts && Object.hasOwn(counts, name) ? counts[name] : undefined);

/** A text as far as it becomes nodes at once, and how much of it does not. */
const unfolded = (text) => (text.length > unfoldedLength
  ? `${text.slice(0, unfoldedLength)}… ${plural(text.length - unfoldedLength, 'more character')}` : text);

/**
 * Returns all of a value, as a list of names and values in lists.
 * @param size of a value that was shortened: the number of its parts, and those of theirs by name
 */
function treeNode(value, size = {}, depth = 0) {
  if (!isObject(value)) {
    const text = String(value);
    const element = make('span', typeof value === 'string' ? 'string' : 'literal');
    return setText(element, unfolded(text), true);
  }
  const entries = Object.entries(value), count = size.count ?? entries.length;
  if (count === 0) return make('span', 'literal', Array.isArray(value) ? '[ ]' : '{ }');
  if (depth >= treeDepthMax || entries.length === 0) return make('span', 'literal', sizeText(value, count));
  const list = make('dl', 'tree'), shown = entries.slice(0, treeEntriesMax);
  for (const [name, part] of shown) {
    const node = treeNode(part, { count: countOf(size, name) }, depth + 1);
    list.append(make('div', '', setText(make('dt'), name), make('dd', '', node)));
  }
  if (count > shown.length) {
    list.append(make('div', '', make('dt', '', '…'), make('dd', '', `${formatCount(count - shown.length)} more`)));
  }
  return list;
}

// ---- Templates -------------------------------------------------------------------------------------

/** Reads a template of rows: `# {title}`, `{author.name}: {text}`, `~ {likes} likes`. */
function readTemplate(text) {
  return text.split(/\n|\\n/).map((line) => {
    const role = line.startsWith('# ') ? 'heading' : line.startsWith('~ ') ? 'details' : 'text';
    const parts = (role === 'text' ? line : line.slice(2)).match(/\{\{|\}\}|\{[^{}]*\}|[^{}]+/g) ?? [];
    return { role, parts: parts.map((part) => part === '{{' ? '{' : part === '}}' ? '}'
      : part.startsWith('{') ? { keys: keysOf(part.slice(1, -1)) } : part) };
  });
}

function keysOf(place) {
  if (place === '.') return [];
  if (place.startsWith('/')) return place.slice(1).split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return place.split('.');
}

function templateText(line, model, isCut) {
  let hasValue = false, hasPlace = false;
  const text = line.parts.map((part) => {
    if (typeof part === 'string') return part;
    hasPlace = true;
    const value = part.keys.reduce((at, key) => isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined, model);
    if (value === undefined || value === null) return '';
    hasValue = true;
    return isObject(value) ? jsonText(value, isCut) : String(value);
  }).join('');
  return hasPlace && !hasValue ? '' : text;
}

// ---- Rows ------------------------------------------------------------------------------------------

/** Draws models. What is unfolded stays so while the page lives, also when the row leaves the window. */
export class ModelLook {
  /** What the server says that the members of models are; null before it does. */
  #fields = null;
  #rowCount = 0;
  /** The names of the columns that the reader has chosen; null if they are chosen by themselves. */
  #chosen = null;
  #schema = { title: null, text: null, image: null, columns: [] };
  #template = null;
  /** Whether rows can be sorted and filtered, and how they are. */
  #order = { canQuery: false, sort: null, group: null };
  #unfolded = new Map();

  constructor(template, columnsElement, root) {
    const text = typeof template === 'string' ? template : template?.text;
    if (typeof text === 'string') this.#template = readTemplate(text);
    this.columnsElement = columnsElement;
    this.root = root;
  }

  /** The members that can be columns, the most telling first: `{name, isShown}`. */
  get choices() {
    const shown = new Set(this.#schema.columns.map(({ name }) => name));
    return (this.#fields?.columns ?? []).map(({ name }) => ({ name, isShown: shown.has(name) }));
  }

  /** The names of all members that were seen, the title first. */
  get names() {
    const { title = null, text = null, columns = [], image = null } = this.#fields ?? {};
    return [title, text, ...columns.map(({ name }) => name), image].filter((name) => name !== null);
  }

  /** The members of a row by which rows can be told apart, with their values; missing ones are null. */
  values(row) {
    if (!isObject(row.model) || Array.isArray(row.model)) return [];
    const isChoice = ([, value]) => !isObject(value)
      && (typeof value !== 'string' || (value.length <= choiceLength && !(row.cut && value.endsWith('…'))));
    const names = new Set([...this.#schema.columns.map(({ name }) => name), ...this.names, ...Object.keys(row.model)]);
    return [...names].map((name) => [name, Object.hasOwn(row.model, name) ? row.model[name] : null])
      .filter(isChoice).slice(0, choicesMax);
  }

  /**
   * Takes how rows are sorted and grouped.
   * @returns whether rows that are shown must be drawn again
   */
  arrange(order) {
    const isOther = order.canQuery !== this.#order.canQuery;
    this.#order = order;
    this.root.classList.toggle('queried', order.canQuery);
    this.#drawColumns();
    return isOther;
  }

  /**
   * Takes what the server says of the members of models. Columns stay as they are while the page is open, also
   * if another server sees others.
   * @param rowCount how many rows the list has
   * @returns whether rows that are shown must be drawn again
   */
  take(fields, rowCount) {
    if (this.#fields && this.#rowCount >= settledCount) return false;
    this.#fields = fields;
    this.#rowCount = rowCount;
    return this.#arrange();
  }

  /**
   * Takes the names of the columns that the reader wants; null for those that are chosen by themselves.
   * @returns whether rows that are shown must be drawn again
   */
  choose(names) {
    this.#chosen = names;
    return this.#arrange();
  }

  #arrange() {
    if (this.#template || !this.#fields) return false;
    const { title = null, text = null, image = null, columns } = this.#fields;
    const former = JSON.stringify(this.#schema);
    const shown = this.#chosen ? columns.filter(({ name }) => this.#chosen.includes(name)) : fitting(columns);
    this.#schema = { title, text, image, isChosen: this.#chosen !== null,
      columns: shown.map((column) => ({ ...column, size: `${sizeOf(column)}rem` })),
      order: columns.map(({ name }) => name) };
    if (JSON.stringify(this.#schema) === former) return false;
    this.#drawColumns();
    return true;
  }

  /** Takes back what stands over the rows: another list is shown. */
  leave() {
    this.#schema = { ...this.#schema, columns: [] };
    this.#drawColumns();
  }

  #drawColumns() {
    const { columns } = this.#schema;
    this.root.style.setProperty('--columns', columns.map((column) => column.size).join(' ') || 'none');
    this.columnsElement.hidden = columns.length === 0;
    // Names that do nothing stand beside each value as well.
    this.columnsElement.ariaHidden = this.#order.canQuery ? null : 'true';
    const pressed = this.columnsElement.contains(document.activeElement) ? document.activeElement.dataset.column : null;
    this.columnsElement.replaceChildren(
      make('span', 'column-title', this.#schema.title ? this.#head(this.#schema.title) : ''),
      make('span', 'fields', ...columns.map((column) => {
        // The name has its own direction; where it stands is that of the page.
        const head = make('span', 'field', this.#head(column.name));
        head.dataset.kind = column.kind;
        return head;
      })));
    for (const head of this.columnsElement.querySelectorAll('button')) if (head.dataset.column === pressed) head.focus();
  }

  /** The name of a column, which sorts by it. */
  #head(name) {
    const { canQuery, sort } = this.#order;
    if (!canQuery) return label(name);
    const isSorted = sort?.column === name, direction = sort?.descending ? 'descending' : 'ascending';
    const head = make('button', { type: 'button', class: 'head', 'data-sorted': isSorted && direction,
      'aria-pressed': String(isSorted), 'aria-description': isSorted ? `sorted, ${direction}` : 'sort by it',
      title: 'Sort: ascending, descending, as in the list' }, label(name));
    head.dataset.column = name;
    return head;
  }

  /** Unfolds or folds a part of a row. */
  toggle(key, part) {
    const parts = this.#unfolded.get(key) ?? { names: new Set(), whole: undefined };
    if (!parts.names.delete(part)) parts.names.add(part);
    if (parts.names.size) this.#unfolded.set(key, parts); else this.#unfolded.delete(key);
    // Bounded: the oldest is forgotten.
    if (this.#unfolded.size > 200) this.#unfolded.delete(this.#unfolded.keys().next().value);
    return parts.names.has(part);
  }

  /** Takes the whole of a model that was shortened. */
  setWhole(key, model) {
    const parts = this.#unfolded.get(key);
    if (!parts) return;
    parts.whole = model;
    for (const other of [...this.#unfolded.values()].slice(0, -8)) other.whole = undefined;
  }

  /** The model has changed: what was asked for is old. */
  forgetWhole(key) {
    const parts = this.#unfolded.get(key);
    if (parts) parts.whole = undefined;
  }

  needsWhole(key) {
    const parts = this.#unfolded.get(key);
    return parts !== undefined && parts.whole === undefined;
  }

  /** Returns the content of a row. */
  content(row) {
    const parts = this.#unfolded.get(row.key);
    const model = parts?.whole ?? row.model;
    const isUnfolded = (name) => parts?.names.has(name) ?? false;
    if (row.kind !== 'item') return [this.#header(row, model)];
    const isCut = Boolean(row.cut) && parts?.whole === undefined;
    const drawing = { key: row.key, isCut, isUnfolded, ...(isCut && { count: row.count, counts: row.counts }) };
    const body = isUnfolded('all') ? [this.#whole(drawing, model)]
      : this.#template ? this.#fromTemplate(drawing, model)
      : isObject(model) && !Array.isArray(model) ? this.#fromFields(drawing, model)
      : [this.#single(drawing, model)];
    if (isObject(model) || drawing.isCut) body.push(this.#wholeButton(drawing));
    if (this.#order.canQuery && isObject(model) && !Array.isArray(model)) body.push(valuesButton());
    return body;
  }

  #header(row, model) {
    const name = isObject(model) ? headingOf(model) : null;
    const { group } = this.#order;
    const text = model === undefined ? '' : group !== null ? `${group}: ${plainText(model)}`
      : name !== null ? String(model[name])
      : isObject(model) ? Object.values(model).filter((part) => !isObject(part)).join(' · ') || stringify(model)
      : String(model);
    const heading = make('h2', 'title', label(cutAt(text, 300)));
    heading.id = `title-${row.key}`;
    const isFolded = 'folded' in row;
    if (isFolded) heading.append(' ', make('span', 'quiet', plural(row.folded, 'row')));
    heading.prepend(make('button', { type: 'button', class: 'section', tabindex: '-1', 'aria-expanded': String(!isFolded),
      'aria-label': isFolded ? 'Unfold this section' : 'Fold this section' }));
    return heading;
  }

  #title(drawing, text) {
    const element = setText(make('p', 'title'), cutAt(text, 300));
    element.id = `title-${drawing.key}`;
    return element;
  }

  /** Returns a text folded to some lines, with a button that unfolds it. */
  #folding(drawing, text, name, id) {
    const isUnfolded = drawing.isUnfolded(name);
    const limit = isUnfolded ? unfoldedLength : foldedLength;
    const paragraph = setText(make('p', 'text'), isUnfolded ? unfolded(text) : cutAt(text, limit), true);
    if (id) paragraph.id = id;
    const button = make('button', 'more', isUnfolded ? 'less' : 'more');
    button.type = 'button';
    button.dataset.unfold = name;
    button.setAttribute('aria-expanded', String(isUnfolded));
    button.setAttribute('aria-label', isUnfolded ? 'Show less of this text' : 'Show all of this text');
    const block = make('div', isUnfolded ? 'folding unfolded' : 'folding', paragraph, button);
    // The button stands at the end of the text, whatever its direction.
    block.dir = 'auto';
    paragraph.removeAttribute('dir');
    if (text.length > limit || (drawing.isCut && text.endsWith('…'))) block.dataset.clipped = 'true';
    return block;
  }

  #single(drawing, model) {
    const id = `title-${drawing.key}`;
    if (typeof model === 'string' && kindOf('', model) === 'text') return this.#folding(drawing, model, 'text', id);
    const node = model === '' ? make('span', 'null', 'empty text')
      : plainNode('', model) ?? label(cutAt(jsonText(model, drawing.isCut), 400), 'json');
    const paragraph = make('p', 'title single', node);
    paragraph.id = id;
    return paragraph;
  }

  #fromTemplate(drawing, model) {
    let hasTitle = false;
    const lines = this.#template.map((line, index) => {
      const text = templateText(line, model, drawing.isCut);
      if (!text) return null;
      if (line.role === 'heading' && !hasTitle) {
        hasTitle = true;
        return this.#title(drawing, text);
      }
      if (line.role === 'details') return setText(make('p', 'details'), cutAt(text, foldedLength), true);
      return this.#folding(drawing, text, `line ${index}`);
    }).filter(Boolean);
    const first = lines.find((line) => !line.id) ?? lines[0];
    if (!hasTitle && first) first.id = `title-${drawing.key}`;
    return [make('div', 'body', ...lines)];
  }

  #fromFields(drawing, model) {
    const { title, text, image, columns, order = [], isChosen } = this.#schema;
    const used = new Set();
    const take = (name) => {
      if (name === null || !Object.hasOwn(model, name)) return undefined;
      used.add(name);
      return model[name];
    };
    const nodes = [], body = make('div', 'body');
    const picture = take(image);
    const address = picture === undefined ? null : imageAddress(image, picture);
    if (address) nodes.push(imageNode(address));
    else if (image) used.delete(image);

    const long = take(text);
    // A row without the title of the others may have one of its own.
    const heading = take(title) ?? (long === undefined ? take(headingOf(model)) : undefined);
    const headingText = heading === undefined || heading === null ? null
      : isObject(heading) ? jsonText(heading, drawing.isCut) : String(heading);
    if (headingText) {
      const node = this.#title(drawing, headingText);
      node.dataset.column = title !== null && Object.hasOwn(model, title) ? title : headingOf(model);
      body.append(node);
    }
    const longText = Array.isArray(long) ? long.join('\n') + (countOf(drawing, text) ? '\n…' : '')
      : isObject(long) ? jsonText(long, drawing.isCut)
      : typeof long === 'string' && isData(long) ? dataText(long) : long;
    if (longText !== undefined && longText !== null) {
      const block = this.#folding(drawing, String(longText), 'text', headingText ? null : `title-${drawing.key}`);
      block.dataset.column = text;
      body.append(block);
    }

    const fields = make('div', 'fields');
    for (const column of columns) {
      const value = take(column.name);
      fields.append(this.#field(drawing, column.name, value, column.kind));
    }
    const rest = make('div', 'rest');
    for (const name of isChosen ? [] : new Set([...order, ...Object.keys(model)])) {
      if (rest.childElementCount >= restMax) break;
      // Identifiers tell people nothing; they stand among all fields.
      if (used.has(name) || !Object.hasOwn(model, name) || /^_?(id|uuid|guid)$/i.test(name)) continue;
      if (isBlank(model[name]) && countOf(drawing, name) === undefined) continue;
      rest.append(this.#restField(drawing, name, model[name]));
    }
    if (!body.querySelector('[id]')) {
      const named = make('p', 'title quiet', sizeText(model, drawing.count));
      named.id = `title-${drawing.key}`;
      body.prepend(named);
    }
    nodes.push(body);
    if (columns.length) nodes.push(fields);
    if (rest.childElementCount) nodes.push(rest);
    return nodes;
  }

  #field(drawing, name, value, kind) {
    const count = countOf(drawing, name), isMissing = isBlank(value) && count === undefined;
    const node = isMissing ? make('span', 'null', '')
      : (count === undefined && plainNode(name, value)) || make('span', 'null', sizeText(value, count));
    const field = make('span', 'field', setText(make('span', 'name'), name), ' ', make('span', 'value', node));
    field.dataset.kind = kind;
    field.dataset.column = name;
    if (isMissing) field.dataset.missing = 'true';
    // What is too wide for its column can be read all the same.
    else if (typeof value === 'string' && value.length > 12 && value.length <= 200) field.title = value;
    return field;
  }

  #restField(drawing, name, value) {
    const field = make('span', 'field', setText(make('span', 'name'), name.slice(0, 80)), ' ');
    const kind = kindOf(name, value);
    field.dataset.kind = kind;
    field.dataset.column = name;
    const address = kind === 'image' ? imageAddress(name, value) : null;
    if (address) {
      field.append(imageNode(address));
      return field;
    }
    const count = countOf(drawing, name);
    const node = count === undefined && plainNode(name, value);
    if (node) {
      field.append(make('span', 'value', node));
      return field;
    }
    const isUnfolded = drawing.isUnfolded(`field ${name}`);
    const button = make('button', 'fold', sizeText(value, count));
    button.type = 'button';
    button.dir = 'ltr';
    button.dataset.unfold = `field ${name}`;
    button.setAttribute('aria-expanded', String(isUnfolded));
    field.append(button);
    if (isUnfolded) {
      field.classList.add('unfolded');
      field.append(treeNode(value, { count }));
    }
    return field;
  }

  #whole(drawing, model) {
    const { title, text, image, order = [] } = this.#schema;
    // The members stand in the order of the columns, those that are nowhere else last.
    const names = isObject(model) && !Array.isArray(model)
      ? new Set([title, text, ...order, image, ...Object.keys(model)].filter((name) => name !== null && Object.hasOwn(model, name)))
      : null;
    const tree = treeNode(names ? Object.fromEntries([...names].map((name) => [name, model[name]])) : model, drawing);
    const size = isObject(model) ? sizeText(model, drawing.count) : 'Whole value';
    // It is still the row that was opened.
    const member = names && (names.has(title) ? title : headingOf(model));
    const named = member === null ? null : model[member];
    const name = typeof named === 'string' && named.trim() !== '' ? named : null;
    const heading = name === null ? make('p', 'title quiet', size)
      : make('p', 'title', setText(make('span'), name.length > 160 ? `${name.slice(0, 160)}…` : name), make('span', 'quiet', ` ${size}`));
    heading.id = `title-${drawing.key}`;
    // The inspector has what became of the row.
    const way = !element('inspect').hidden && make('button', { type: 'button', class: 'fold history', 'data-history': '', title: 'History of the row (i)' }, 'History');
    return make('div', 'body whole', heading, way, tree);
  }

  #wholeButton(drawing) {
    const isUnfolded = drawing.isUnfolded('all');
    const button = make('button', 'all', '{ }');
    button.type = 'button';
    button.dataset.unfold = 'all';
    button.setAttribute('aria-expanded', String(isUnfolded));
    button.setAttribute('aria-label', isUnfolded ? 'Show as a row' : 'Show all fields');
    button.title = isUnfolded ? 'Show as a row' : 'Show all fields';
    return button;
  }
}

/** Opens the values of a row, by which rows are filtered; a key does so, too. */
function valuesButton() {
  const button = make('button', { type: 'button', class: 'values', tabindex: '-1', 'data-values': '',
    'aria-label': 'Only rows like this one', title: 'Only rows like this one (f)' });
  const icon = shape('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, shape('path', { d: 'M3.5 5h13l-5 6v4.5l-3-1.5v-3z' }));
  button.append(icon);
  return button;
}

function imageNode(address) {
  const image = make('img', 'picture');
  image.loading = 'lazy';
  image.decoding = 'async';
  image.referrerPolicy = 'no-referrer';
  image.alt = '';
  // Reserved by the style sheet too, so that a row does not grow when its image arrives.
  image.width = image.height = 64;
  image.src = address;
  return image;
}

// ---- Columns ---------------------------------------------------------------------------------------

const sizes = { time: 9, boolean: 3.5, identifier: 7, link: 12, list: 9, object: 5, image: 5, data: 9, text: 14 };

/** How wide a column is, in rem: as its values are, with room for its name. */
function sizeOf({ name, kind, width }) {
  const ofValues = sizes[kind] ?? Math.min(12, width * 0.5);
  return Math.max(3, ofValues, Math.min(7, name.length * 0.5 + 0.5)) + 0.25;
}

/** The most telling columns, as many as leave half of the page to the titles. */
function fitting(columns) {
  const telling = columns.filter((column) => column.telling).slice(0, columnsMax);
  let room = innerWidth / parseFloat(getComputedStyle(document.documentElement).fontSize) / 2;
  return telling.filter((column, index) => {
    room -= sizeOf(column) + 1;
    return index < columnsMin || room >= 0;
  });
}

// ---- Patching --------------------------------------------------------------------------------------

/**
 * Makes the children of an element look like some new nodes, with as many of the old nodes as fit: the
 * focus, a selection and a loaded image stay where nothing changed.
 */
export function patch(element, nodes) {
  const old = [...element.childNodes];
  nodes.forEach((node, index) => {
    const former = old[index];
    if (!former) element.append(node);
    else if (former.nodeType === Node.TEXT_NODE && node.nodeType === Node.TEXT_NODE) {
      if (former.data !== node.data) former.data = node.data;
    } else if (former.nodeName === node.nodeName && former.className === node.className) {
      for (const { name } of [...former.attributes]) {
        if (!node.hasAttribute(name)) former.removeAttribute(name);
      }
      for (const { name, value } of [...node.attributes]) {
        if (former.getAttribute(name) !== value) former.setAttribute(name, value);
      }
      patch(former, [...node.childNodes]);
    } else former.replaceWith(node);
  });
  for (const former of old.slice(nodes.length)) former.remove();
}
