// The CSS of boxes: from the style and the rule of a box, as "Boxes of views" in FORMATS.md has them,
// to declarations. Only known keys with known forms of values get into a declaration.

// Roster stops here as well; see `Length.limit`.
const limit = 33554432;
const percentage = /^-?\d+(\.\d+)?(e[+-]?\d+)?%$/i;
const sum = /^calc\(-?\d+(\.\d+)?(e[+-]?\d+)?% [+-] \d+(\.\d+)?(e[+-]?\d+)?px\)$/i;
const points = /^-?\d+(\.\d+)?(e[+-]?\d+)?px$/i;
const fitted = /^fit-content\((.*)\)$/;

const sizes = new Set(['auto', 'min-content', 'max-content', 'fit-content', 'stretch']);
const positions = ['start', 'end', 'flex-start', 'flex-end', 'center'];
const ownPositions = [...positions, 'self-start', 'self-end'];
const edgePositions = [...positions, 'left', 'right'];

const overflows = new Set(['visible', 'hidden', 'scroll', 'clip']);

/** Positions, and the same if they say what becomes of boxes that are too large. */
const orSafe = (words) => words.flatMap((name) => [name, `safe ${name}`, `unsafe ${name}`]);

const distributed = ['space-between', 'space-around', 'space-evenly', 'stretch'];
const distributions = new Set([...orSafe(positions), ...distributed]);
const mainDistributions = new Set([...orSafe(edgePositions), ...distributed]);
const alignments = new Set([
  ...orSafe(ownPositions), 'auto', 'stretch', 'baseline', 'last baseline',
]);

/** A length in CSS, or null if the value is none. */
function length(value, words, least = -limit) {
  if (typeof value === 'number' && Number.isFinite(value)) {
    return `${Math.min(Math.max(value, least), limit)}px`;
  }
  if (typeof value !== 'string') return null;
  if (words?.has(value) || sum.test(value)) return value;
  if (!percentage.test(value)) return null;
  return least >= 0 && value.startsWith('-') ? '0%' : value;
}

function number(value, least = -Infinity) {
  return typeof value === 'number' && Number.isFinite(value) && value >= least ? `${value}` : null;
}

const size = (value) => length(value, sizes, 0);
const ownSize = (value) => size(value) ?? limitOf(value);

/** What limits `fit-content()`, which browsers know for tracks only; see `fitContent`. */
function limitOf(value) {
  const limit = typeof value === 'string' ? fitted.exec(value)?.[1] : undefined;
  if (limit === undefined) return null;
  return points.test(limit) ? limit : length(limit, null, 0);
}

/** Keeps a width that is a limit between the two widths of the content. */
function fitContent(css, style) {
  if (limitOf(style.height) !== null) css.set('height', 'fit-content');
  if (limitOf(style.width) === null) return;
  if (!css.has('min-width')) css.set('min-width', 'min-content');
  if (!css.has('max-width')) css.set('max-width', 'max-content');
}

const gap = (value) => length(value, null, 0);
const word = (words) => (value) => (words.has(value) ? value : null);

// Tracks and lines of grids. As in Roster, a list has at most so many tracks, and a line at most this
// number.
const lineLimit = 10000;
const breadths = new Set(['auto', 'min-content', 'max-content']);

function breadth(value) {
  if (typeof value === 'string' && /^\d+(\.\d+)?(e[+-]?\d+)?fr$/i.test(value)) return value;
  return length(value, breadths, 0);
}

function track(value) {
  if (value === null || typeof value !== 'object') return breadth(value);
  if (Array.isArray(value.minmax) && value.minmax.length === 2) {
    const [least, most] = value.minmax.map(breadth);
    return least === null || most === null ? null : `minmax(${least}, ${most})`;
  }
  const limit = length(value.fitContent, null, 0);
  return limit === null ? null : `fit-content(${limit})`;
}

function repeatedTracks(value) {
  if (!Object.hasOwn(record(value), 'repeat')) return track(value);
  const { repeat, tracks: list } = value;
  const isCount = Number.isInteger(repeat) && repeat >= 1 && repeat <= lineLimit;
  if (!isCount && repeat !== 'auto-fill' && repeat !== 'auto-fit') return null;
  const inner = tracks(track)(list);
  return inner === null ? null : `repeat(${repeat}, ${inner})`;
}

const tracks = (convert) => (value) => {
  if (!Array.isArray(value) || value.length === 0) return null;
  const texts = value.map(convert);
  return texts.includes(null) ? null : texts.join(' ');
};

function line(value) {
  if (value === 'auto') return value;
  const isCount = typeof value === 'string' && /^span [1-9]\d{0,4}$/.test(value);
  if (isCount) return Number(value.slice(5)) <= lineLimit ? value : null;
  return Number.isInteger(value) && value !== 0 && Math.abs(value) <= lineLimit ? `${value}` : null;
}

/** The properties that are not about edges, each with what makes CSS of its value. */
const properties = new Map(Object.entries({
  display: ['display', word(new Set(['flex', 'grid', 'none', 'contents']))],
  boxSizing: ['box-sizing', word(new Set(['border-box', 'content-box']))],
  overflow: ['overflow', word(overflows)],
  overflowX: ['overflow-x', word(overflows)],
  overflowY: ['overflow-y', word(overflows)],
  visibility: ['visibility', word(new Set(['visible', 'collapse']))],
  direction: ['direction', word(new Set(['ltr', 'rtl']))],
  position: ['position', word(new Set(['static', 'relative', 'absolute', 'sticky']))],
  width: ['width', ownSize],
  height: ['height', ownSize],
  minWidth: ['min-width', size],
  minHeight: ['min-height', size],
  maxWidth: ['max-width', size],
  maxHeight: ['max-height', size],
  aspectRatio: ['aspect-ratio', (value) => (value > 0 ? number(value) : null)],
  order: ['order', (value) => (Number.isInteger(value) ? `${value}` : null)],
  zIndex: ['z-index', (value) => (Number.isInteger(value) ? `${value}` : null)],
  flexDirection: ['flex-direction',
    word(new Set(['row', 'row-reverse', 'column', 'column-reverse']))],
  flexWrap: ['flex-wrap', word(new Set(['nowrap', 'wrap', 'wrap-reverse']))],
  justifyContent: ['justify-content', word(mainDistributions)],
  alignContent: ['align-content', word(distributions)],
  alignItems: ['align-items', word(alignments)],
  alignSelf: ['align-self', word(alignments)],
  gap: ['gap', gap],
  rowGap: ['row-gap', gap],
  columnGap: ['column-gap', gap],
  justifyItems: ['justify-items', word(alignments)],
  justifySelf: ['justify-self', word(alignments)],
  gridTemplateColumns: ['grid-template-columns', tracks(repeatedTracks)],
  gridTemplateRows: ['grid-template-rows', tracks(repeatedTracks)],
  gridAutoColumns: ['grid-auto-columns', tracks(track)],
  gridAutoRows: ['grid-auto-rows', tracks(track)],
  gridAutoFlow: ['grid-auto-flow',
    word(new Set(['row', 'column', 'row dense', 'dense', 'column dense']))],
  gridColumnStart: ['grid-column-start', line],
  gridColumnEnd: ['grid-column-end', line],
  gridRowStart: ['grid-row-start', line],
  gridRowEnd: ['grid-row-end', line],
  flexGrow: ['flex-grow', (value) => number(value, 0)],
  flexShrink: ['flex-shrink', (value) => number(value, 0)],
  flexBasis: ['flex-basis', (value) => (value === 'content' ? value : size(value))],
}));

const automatic = new Set(['auto']);
const edgeLengths = {
  margin: (value) => length(value, automatic),
  inset: (value) => length(value, automatic),
  padding: (value) => length(value, null, 0),
  border: (value) => (typeof value === 'number' ? length(value, null, 0) : null),
};

/**
 * The keys of edges in the order in which they are declared: what CSS declares last wins, and the key
 * for fewer edges is to win.
 */
const edges = edgeKeys();

function edgeKeys() {
  const parts = [
    ['', ['top', 'right', 'bottom', 'left']], ['Horizontal', ['left', 'right']],
    ['Vertical', ['top', 'bottom']], ['Top', ['top']], ['Bottom', ['bottom']], ['Left', ['left']],
    ['Right', ['right']], ['Start', ['inline-start']], ['End', ['inline-end']],
  ];
  const keys = [];
  for (const [part, sides] of parts) {
    for (const family of ['margin', 'padding', 'border', 'inset']) {
      const names = sides.map((side) => {
        if (family === 'inset') return side.startsWith('inline') ? `inset-${side}` : side;
        return family === 'border' ? `border-${side}-width` : `${family}-${side}`;
      });
      keys.push([family + part, family, names]);
      if (family === 'inset' && sides.length === 1) keys.push([part.toLowerCase(), family, names]);
    }
  }
  return keys;
}

/**
 * Where a box stands that is placed by flexbox, as it is in a row of the list: what a rule places in it
 * fills it. Its width or its height is given if it does not follow from its content.
 */
export const inFlow = Object.freeze({
  fillsWidth: true, fillsHeight: true, givesWidth: true, givesHeight: false,
});

/**
 * The declarations of a box.
 *
 * @param node The description of the box.
 * @param place What the box around it says about it: `inFlow`, or what `placeOf` returns.
 * @returns A map from properties to values, to be declared in this order.
 */
export function declarations(node, place = inFlow) {
  const css = new Map();
  const style = record(node.style);
  for (const [key, value] of Object.entries(style)) {
    const [property, convert] = properties.get(key) ?? [];
    const text = property ? convert(value) : null;
    if (text !== null) css.set(property, text);
  }
  fitContent(css, style);
  const spaced = declareSpacing(css, style, place);
  for (const [key, family, names] of edges) {
    if (!Object.hasOwn(style, key)) continue;
    const text = edgeLengths[family](style[key]);
    if (text === null) continue;
    for (const name of names) {
      // A margin of 0 does not count instead of spacing.
      if (spaced.has(name) && text === '0px') continue;
      if (spaced.size && family === 'margin' && text === '0px' && !css.has(name)) continue;
      spaced.delete(name);
      // Behind what was declared before, so that `start` wins over `left`.
      css.delete(name);
      css.set(name, text);
    }
  }
  if (css.get('display') === 'grid') {
    // What is the default here is that of CSS, and not that of boxes which flexbox places.
    for (const [property, value] of gridDefaults) {
      if (!css.has(property)) css.set(property, value);
    }
  }
  const rule = ruleOf(node);
  if (rule && css.get('display') !== 'none') declareRule(css, node, place, rule);
  if (childrenOf(node).some((child) => record(child.style).zIndex)) css.set('isolation', 'isolate');
  if (place.within) declarePlace(css, place, node);
  if (Array.isArray(node.measured) && node.measured.length === 2 && !rule) {
    const [width, height] = node.measured.map(gap);
    if (width !== null && height !== null) css.set('--roster-measured', `${width} ${height}`);
  }
  return css;
}

const gridDefaults = [
  ['align-content', 'normal'], ['align-items', 'normal'], ['justify-content', 'normal'],
];

/** The name of a rule and what it says; null if flexbox places the children. */
export function ruleOf(node) {
  const rule = record(node.rule);
  for (const name of ['inset', 'center', 'overlay', 'background', 'zstack', 'sizing', 'ratio',
    'clipping', 'empty', 'static', 'carousel']) {
    if (Object.hasOwn(rule, name)) return { name, value: rule[name], rule };
  }
  return null;
}

/** The boxes in a box. */
export function childrenOf(node) {
  return Array.isArray(node.children) ? node.children.map(record) : [];
}

export function record(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

// Rules: a grid of one cell, in which all children stand. A child that fills the cell has the size
// that the rule gives it, which wins over its own style.

function declareRule(css, node, place, { name, value, rule }) {
  if (name === 'carousel') {
    css.set('flex-direction', 'row');
    const distance = gap(record(value).gap);
    if (distance !== null) css.set('column-gap', distance);
    return;
  }
  if (css.get('display') !== 'contents') css.set('display', 'grid');
  // The only cell is as large as the box.
  css.set('place-content', 'stretch');
  css.set('place-items', 'stretch');
  // As long as the box asks how large its content is, a percentage is `auto`.
  css.set('grid-template-columns', '100%');
  css.set('grid-template-rows', '100%');
  const isFree = (property) => !css.has(property) || css.get(property) === 'auto';
  if (name === 'inset' && Array.isArray(value)) {
    const takes = (index) => value[index] === 'auto' || value[index + 2] === 'auto';
    if (takes(1) && isFree('width') && !place.givesWidth) css.set('width', '100%');
    if (takes(0) && isFree('height') && !place.givesHeight) css.set('height', '100%');
  }
  if (name === 'sizing') {
    // Percentages are parts of what is around the box, and not of the box.
    for (const [key, property] of sizeProperties) {
      const given = record(value)[key];
      const isGiven = /width$/i.test(key) ? place.givesWidth : place.givesHeight;
      const isHere = typeof given === 'string' || (!childrenOf(node).length && !isGiven);
      if (!isHere || !isFree(property)) continue;
      const text = size(given);
      if (text !== null) css.set(property, text);
    }
  }
  if (name === 'static' && Array.isArray(rule.size)) {
    const [width, height] = rule.size.map(size);
    if (isFree('width') && width) css.set('width', width);
    if (isFree('height') && height) css.set('height', height);
  }
}

const sizeProperties = [
  ['width', 'width'], ['height', 'height'], ['minWidth', 'min-width'],
  ['minHeight', 'min-height'], ['maxWidth', 'max-width'], ['maxHeight', 'max-height'],
];

/**
 * Where a child of a box stands.
 *
 * @param node The description of the box.
 * @param place Where the box itself stands.
 * @param index The index of the child.
 */
export function placeOf(node, place, index) {
  if (node.measured !== undefined) return { within: 'measured', isHidden: true, ...inFlow };
  const found = ruleOf(node);
  if (!found) return flexPlace(node, place, index);
  const { name, value } = found;
  const last = childrenOf(node).length - 1;
  const isGiven = (property) => properties.get(property)[1](record(node.style)[property]) !== null;
  const own = {
    within: name, fillsWidth: place.fillsWidth || isGiven('width'),
    fillsHeight: place.fillsHeight || isGiven('height'), givesWidth: true, givesHeight: true,
    margins: ['0px', '0px', '0px', '0px'], isHidden: false, depth: depthOf(node, index),
  };
  switch (name) {
    case 'inset': {
      if (!Array.isArray(value)) break;
      const [top, right, bottom, left] = value;
      // CSS would take a percentage of the width for all four edges.
      own.margins = [upright(top), insetOf(right), upright(bottom), insetOf(left)];
      if (left === 'auto' || right === 'auto') own.fillsWidth = false;
      if (top === 'auto' || bottom === 'auto') own.fillsHeight = false;
      own.isHidden = index > 0;
      break;
    }
    case 'center': {
      const { horizontal, vertical } = axes(value);
      if (horizontal) {
        own.margins[1] = own.margins[3] = 'auto';
        own.fillsWidth = false;
      }
      if (vertical) {
        own.margins[0] = own.margins[2] = 'auto';
        own.fillsHeight = false;
      }
      own.isHidden = index > 0;
      break;
    }
    case 'overlay': own.isOver = index > 0; break;
    case 'background': own.isOver = index < last; break;
    case 'zstack': own.isAtRight = value === 'topRight'; break;
    case 'sizing':
      own.size = record(value);
      own.isFreeInWidth = !place.givesWidth;
      own.isFreeInHeight = !place.givesHeight;
      own.isHidden = index > 0;
      break;
    case 'ratio':
      if (value > 0) own.ratio = value;
      own.isHidden = index > 0;
      break;
    case 'clipping':
      own.clips = axes(value);
      own.isHidden = index > 0;
      break;
    case 'static': {
      const given = Array.isArray(value) ? value[index] : undefined;
      const spot = record(given);
      own.margins = [insetOf(spot.top ?? 0), '0px', '0px', insetOf(spot.left ?? 0)];
      own.fillsWidth = own.fillsHeight = false;
      own.size = spot;
      own.isHidden = given === null;
      break;
    }
    case 'carousel': {
      const { width, gap: distance, first } = record(value);
      own.itemWidth = size(width) ?? 'auto';
      // Where the first ones have no views, their room stays.
      const stride = Number(width) + Number(distance);
      if (index === 0 && first > 0 && Number.isFinite(stride)) own.before = `${first * stride}px`;
      break;
    }
    default: own.isHidden = true;
  }
  if (own.isOver) own.fillsWidth = own.fillsHeight = true;
  return own;
}

/**
 * Declares spacing before margins, which count instead of it.
 *
 * @returns The names of the margins that are spacing.
 */
function declareSpacing(css, style, { spacingEdges }) {
  const names = new Set();
  if (!spacingEdges || style.position === 'absolute') return names;
  for (const [index, key] of ['spacingBefore', 'spacingAfter'].entries()) {
    const text = typeof style[key] === 'number' ? length(style[key]) : null;
    if (text === null) continue;
    const name = `margin-${spacingEdges[index]}`;
    css.set(name, text);
    names.add(name);
  }
  return names;
}

/** The edges of a child along the main axis; those of a row as long as its text runs as in the row. */
function mainEdges(flexDirection) {
  const direction = typeof flexDirection === 'string' ? flexDirection : 'column';
  const found = direction.startsWith('row') ? ['inline-start', 'inline-end'] : ['top', 'bottom'];
  return direction.endsWith('reverse') ? found.reverse() : found;
}

/** Where flexbox puts a child. */
function flexPlace(node, place, index) {
  const { display, flexDirection, alignItems = 'stretch' } = record(node.style);
  const style = childrenOf(node)[index].style ?? {};
  const isRow = typeof flexDirection === 'string' && flexDirection.startsWith('row');
  const alignment = !style.alignSelf || style.alignSelf === 'auto' ? alignItems : style.alignSelf;
  const isStretched = alignment === 'stretch';
  const isFlexed = style.flexGrow > 0 || style.flexShrink > 0 || style.flexBasis !== undefined;
  return {
    ...inFlow,
    spacingEdges: display === 'contents' ? place.spacingEdges : mainEdges(flexDirection),
    givesWidth: style.width !== undefined || (isRow ? isFlexed : isStretched),
    givesHeight: style.height !== undefined || (isRow ? isStretched : isFlexed),
  };
}

function declarePlace(css, place, node) {
  if (place.isHidden) {
    css.set('display', 'none');
    return;
  }
  for (const property of [...css.keys()]) {
    if (property.startsWith('margin-') || property.startsWith('flex-grow')) css.delete(property);
  }
  css.delete('order');
  if (place.depth !== null && place.depth !== undefined) css.set('z-index', `${place.depth}`);
  if (place.within === 'carousel') {
    css.set('flex', `0 0 ${place.itemWidth}`);
    css.set('width', place.itemWidth);
    css.set('align-self', 'stretch');
    if (place.before) css.set('margin-inline-start', place.before);
    return;
  }
  css.set('grid-area', '1 / 1 / 2 / 2');
  if (place.isOver) {
    css.set('position', 'absolute');
    for (const side of ['top', 'right', 'bottom', 'left']) css.set(side, '0px');
    for (const side of ['inline-start', 'inline-end']) css.delete(`inset-${side}`);
    for (const [, property] of sizeProperties) css.delete(property);
    css.delete('aspect-ratio');
    return;
  }
  const [top, right, bottom, left] = place.margins;
  css.set('margin-top', top);
  css.set('margin-right', right);
  css.set('margin-bottom', bottom);
  css.set('margin-left', left);
  if (place.size) declareSize(css, place);
  if (place.ratio) {
    for (const [, property] of sizeProperties) {
      if (property.endsWith('height')) css.delete(property);
    }
    css.set('aspect-ratio', `${1 / place.ratio}`);
    // The ratio counts, however large the content is.
    css.set('min-height', '0px');
  }
  const fills = fillsItself(node);
  declareAxis(css, 'width', 'justify-self', place.fillsWidth || fills.width,
    place.isAtRight ? 'right' : 'left', [left, right], place.clips?.horizontal,
    place.size && 'width' in place.size, place.isFreeInWidth);
  declareAxis(css, 'height', 'align-self', place.fillsHeight || fills.height, 'start',
    [top, bottom], place.clips?.vertical, place.size && 'height' in place.size,
    place.isFreeInHeight);
}

function declareAxis(
  css, property, alignment, isFilling, edge, margins, isClipped, isSized, isFree,
) {
  const [least, most] = [`min-${property}`, `max-${property}`];
  const rest = restOf(margins);
  if (isClipped) {
    if (!css.has(property) || css.get(property) === 'auto') css.set(property, 'max-content');
    css.set(least, '100%');
    css.delete(most);
    css.set(alignment, edge);
  } else if (isFilling) {
    // A length of its own still says how large the whole wants to be.
    if (!isFree && (css.has(property) || css.has(least) || css.has(most))) {
      const own = css.get(least);
      css.set(least, own?.endsWith('px') ? `max(${own}, ${rest})` : rest);
      css.set(most, rest);
    }
    css.set(alignment, 'stretch');
  } else {
    if (!isSized && (!css.has(most) || css.get(most) === 'auto')) css.set(most, rest);
    css.set(alignment, edge);
  }
}

function declareSize(css, { size: given, within }) {
  for (const [key, property] of sizeProperties) {
    const value = given[key];
    // The box itself has the percentages of a size.
    if (value === undefined || (within === 'sizing' && typeof value === 'string')) continue;
    const text = size(value);
    if (text !== null) css.set(property, text);
  }
}

/** Whether a rule takes all the room that it has. */
function fillsItself(node) {
  const found = ruleOf(node);
  if (!found) return { width: false, height: false };
  const { name, value, rule } = found;
  if (name === 'static') return { width: true, height: true };
  if (name === 'center') {
    const small = axes(rule.minimum);
    return { width: !small.horizontal, height: !small.vertical };
  }
  if (name === 'inset' && Array.isArray(value)) {
    return {
      width: value[1] === 'auto' || value[3] === 'auto',
      height: value[0] === 'auto' || value[2] === 'auto',
    };
  }
  return { width: false, height: false };
}

function depthOf(node, index) {
  if (!Array.isArray(node.zOrder)) return null;
  const depth = node.zOrder.indexOf(index);
  return depth < 0 ? null : depth;
}

function axes(word) {
  return {
    horizontal: word === 'horizontal' || word === 'both',
    vertical: word === 'vertical' || word === 'both',
  };
}

function insetOf(value) {
  return length(value, automatic) ?? '0px';
}

function upright(value) {
  return typeof value === 'string' && value !== 'auto' ? '0px' : insetOf(value);
}

function restOf(margins) {
  const taken = margins.filter((margin) => margin !== 'auto' && margin !== '0px');
  return taken.length ? `calc(100% - ${taken.map((margin) => `(${margin})`).join(' - ')})` : '100%';
}
