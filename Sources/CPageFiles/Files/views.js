// Shows the component views of a row, and reports what the user does with them.
//
// Whatever has not changed is not touched: an element that has the focus, a text that is being
// selected, and a field in which the user types stay as they are.

import { childrenOf, declarations, inFlow, placeOf, record, ruleOf } from './boxes.js';
import { followSwipe } from './swipes.js';
import { color, make, nextID, plain, set, string, widgets } from './widgets.js';

/** What is mounted, by the element of the row. */
const rows = new WeakMap();
/** The mounts of views by their elements. */
const mountsByElement = new WeakMap();

/**
 * Shows the outermost boxes of a row in an element, in place of what it showed before.
 *
 * @param element The element of the row. What else is in it is left alone.
 * @param views The boxes, as "Boxes of views" in FORMATS.md has them.
 * @param former The boxes that were shown before. Not needed: what is mounted is known.
 * @param dispatch Receives `{view: [0, 1], class: 'button', scope: 'Row/Like', name: 'tap', values: []}`:
 *   which view it is, and what has happened to it. If it returns a promise, that is
 *   fulfilled when the program has taken the event.
 */
export function mountRow(element, views, former, dispatch) {
  let row = rows.get(element);
  if (!row) {
    row = new Row(element);
    rows.set(element, row);
  }
  row.dispatch = dispatch;
  row.show(Array.isArray(views) ? views.map(record) : []);
}

/** Removes what a row shows, so that its element can be used for something else. */
export function unmountRow(element) {
  rows.get(element)?.container.remove();
  rows.delete(element);
}

class Row {
  constructor(element) {
    this.container = make('div', { class: 'roster-row' });
    this.children = [];
    element.append(this.container);
  }

  show(nodes) {
    const places = nodes.map(() => inFlow);
    this.children = patchChildren(this, this.container, this.children, nodes, places);
  }

  /**
   * Where a mount is: its address, in indices among views, as boxes without views do not count; and its scope,
   * by which the program knows whether it is still the view that the user saw there.
   */
  placeOf(mount) {
    const search = (mounts, address, outer) => {
      let index = 0;
      const visit = (inner, around) => {
        for (const candidate of inner) {
          const { isView } = candidate;
          const scope = scopeWithin(around, candidate.node.scope);
          const view = isView ? [...address, index] : null;
          if (candidate === mount) return view && { view, scope };
          if (isView) index += 1;
          const found = isView ? search(candidate.children, view, scope) : visit(candidate.children, scope);
          if (found) return found;
        }
        return null;
      };
      return visit(mounts, outer);
    };
    return search(this.children, [], '');
  }
}

/** A scope is whole, or begins with a slash and lies within the one around it. */
function scopeWithin(outer, scope) {
  if (typeof scope !== 'string') return outer;
  if (!scope.startsWith('/')) return scope;
  return outer ? outer + scope : scope.slice(1);
}

/** A box with its element. */
class Mount {
  constructor(row, node) {
    this.row = row;
    this.className = string(node.class);
    this.isView = 'class' in node;
    this.widget = widgets.get(this.className) ?? plain;
    this.children = [];
    this.properties = [];
    this.node = node;
    this.element = this.widget.make(this);
    this.element.classList.add('roster-box');
    if (widgets.has(this.className)) this.element.classList.add(`roster-${this.className}`);
    if (this.isView) this.element.dataset.view = this.className;
  }

  /** Whether the program wants to know of an event. */
  listens(name) { return eventsOf(this.node).includes(name); }

  /** Reports an event, and returns what the dispatch returned. */
  report(name, values) {
    if (!this.listens(name) || record(this.node.attributes).disabled === true) return undefined;
    const place = this.row.placeOf(this);
    return place ? this.row.dispatch?.({ ...place, class: this.className, name, values }) : undefined;
  }

  show(node, place, former) {
    this.node = node;
    const attributes = record(node.attributes);
    const said = record(node.accessibility);
    this.label = string(said.label) || undefined;
    this.value = string(said.value) || undefined;
    if (!former || !same(former.attributes, node.attributes) || !same(former.events, node.events)
      || former.lines !== node.lines || !same(former.accessibility, node.accessibility)) {
      this.widget.update(this, attributes, former ? record(former.attributes) : null);
      showLook(this, attributes);
      listen(this);
      describe(this, said, attributes);
    }
    this.showStyle(node, place);
    if (this.widget.isControl) return;
    const nodes = childrenOf(node);
    const places = nodes.map((_, index) => placeOf(node, place, index));
    this.children = patchChildren(this.row, this.element, this.children, nodes, places);
  }

  showStyle(node, place) {
    const css = declarations(node, place);
    const text = JSON.stringify([...css]);
    if (text === this.css) return;
    this.css = text;
    const { style } = this.element;
    for (const property of this.properties) {
      if (!css.has(property)) style.removeProperty(property);
    }
    // Again in their order, since the last one of `left` and `inline-start` counts.
    for (const [property, value] of css) {
      style.removeProperty(property);
      style.setProperty(property, value);
    }
    this.properties = [...css.keys()];
    this.element.classList.toggle('roster-measured', css.has('--roster-measured'));
    this.element.classList.toggle('roster-scrolls', ruleOf(node)?.name === 'carousel');
  }
}

const same = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** The names of the events; the form with actions is that of views. */
function eventsOf(node) {
  return Array.isArray(node.events) ? node.events : Object.keys(record(node.events));
}

// Children.

/** Boxes with the same key may be one after the other. */
const keyOf = (node) => `${'class' in node ? string(node.class) : '/'} ${string(node.scope)}`
  + ` ${node.key ?? ''}`;

function patchChildren(row, container, former, nodes, places) {
  if (!former.length && !nodes.length) return former;
  const waiting = new Map();
  former.forEach((mount, index) => {
    const key = keyOf(mount.node);
    if (!waiting.has(key)) waiting.set(key, []);
    waiting.get(key).push(index);
  });
  /** The index of the former mount of each node, or -1. */
  const sources = nodes.map((node) => waiting.get(keyOf(node))?.shift() ?? -1);
  for (const indices of waiting.values()) {
    for (const index of indices) former[index].element.remove();
  }
  const mounts = nodes.map((node, index) => (
    sources[index] < 0 ? new Mount(row, node) : former[sources[index]]));
  const focused = mounts.findIndex((mount, index) => (
    sources[index] >= 0 && mount.element.contains(document.activeElement)));
  const staying = longestRun(sources, focused);
  let next = null;
  for (let index = mounts.length - 1; index >= 0; index -= 1) {
    const { element } = mounts[index];
    if (!staying.has(index)) place(container, element, next, sources[index] >= 0);
    next = element;
  }
  mounts.forEach((mount, index) => {
    const before = sources[index] < 0 ? null : mount.node;
    mount.show(nodes[index], places[index], before);
  });
  return mounts;
}

function place(container, element, next, isMoved) {
  if (isMoved && container.moveBefore && element.isConnected) {
    container.moveBefore(element, next);
  } else {
    container.insertBefore(element, next);
  }
}

/**
 * The largest set of nodes whose mounts are in the right order already, so that the others move. The
 * one with the focus is always in it: an element that moves may lose the focus.
 */
function longestRun(sources, focused) {
  const kept = (from, to, isAllowed) => {
    /** The index of the node that ends the best run of each length. */
    const ends = [];
    const before = new Map();
    for (let index = from; index < to; index += 1) {
      const source = sources[index];
      if (source < 0 || !isAllowed(source)) continue;
      let length = ends.length;
      while (length > 0 && sources[ends[length - 1]] > source) length -= 1;
      before.set(index, length > 0 ? ends[length - 1] : -1);
      ends[length] = index;
    }
    const run = [];
    for (let index = ends.at(-1) ?? -1; index >= 0; index = before.get(index)) run.push(index);
    return run;
  };
  if (focused < 0) return new Set(kept(0, sources.length, () => true));
  const middle = sources[focused];
  return new Set([
    ...kept(0, focused, (source) => source < middle), focused,
    ...kept(focused + 1, sources.length, (source) => source > middle),
  ]);
}

// What every view may look like.

const looks = ['bold', 'dim', 'italic', 'underline', 'strikethrough'];

function showLook(mount, attributes) {
  const { element } = mount;
  if (!mount.isView) return;
  for (const look of looks) element.classList.toggle(`roster-${look}`, attributes[look] === true);
  element.classList.toggle('roster-disabled', attributes.disabled === true);
  for (const name of ['color', 'background', 'border']) {
    const value = color(attributes[name]);
    const property = `--roster-own-${name}`;
    element.classList.toggle(`roster-has-${name}`, value !== null);
    if (value === null) element.style.removeProperty(property);
    else if (element.style.getPropertyValue(property) !== value) {
      element.style.setProperty(property, value);
    }
  }
  const { opacity } = attributes;
  const part = Number.isFinite(opacity) ? `${Math.min(Math.max(opacity, 0), 1)}` : '';
  if (element.style.opacity !== part) element.style.opacity = part;
}

// Gestures: `tap`, `doubleTap`, `longPress` and `swipe` of everything that is not a control.

const controls = 'a[href], button, input, textarea, select, label, summary, [contenteditable]';
const doubleTapTime = 300;
const longPressTime = 500;
const slack = 10;

function listen(mount) {
  // A button knows by itself when it is tapped.
  const names = mount.widget.isControl ? ['longPress'] : ['tap', 'doubleTap', 'longPress', 'swipe'];
  // The browser leaves the pointer of a movement to the side to the page.
  mount.element.classList.toggle('roster-swiped', !mount.widget.isControl && mount.listens('swipe'));
  if (mount.gestures || !names.some((name) => mount.listens(name))) return;
  mount.gestures = new Gestures(mount);
}

class Gestures {
  constructor(mount) {
    this.mount = mount;
    const { element } = mount;
    element.addEventListener('pointerdown', (event) => this.began(event));
    element.addEventListener('pointermove', (event) => this.moved(event));
    for (const name of ['pointerup', 'pointercancel', 'pointerleave']) {
      element.addEventListener(name, () => clearTimeout(this.pressing));
    }
    element.addEventListener('click', (event) => this.afterPress(event), true);
    if (!mount.widget.isControl) {
      element.addEventListener('click', (event) => this.clicked(event));
    }
    element.addEventListener('keydown', (event) => this.keyDown(event));
    element.addEventListener('contextmenu', (event) => {
      // A long touch asks for a menu as well.
      if (this.hasPressed) event.preventDefault();
    });
  }

  /** Whether something within has the event for itself. */
  isTaken(event, name) {
    const { element } = this.mount;
    for (let inner = event.target; inner && inner !== element; inner = inner.parentElement) {
      const within = mountsByElement.get(inner);
      if (within?.listens(name)) return true;
      if (/^(tap|doubleTap)$/.test(name) && inner.matches?.(controls)) return true;
      if (inner.matches?.('input, textarea, select')) return true;
    }
    return false;
  }

  began(event) {
    this.hasPressed = false;
    this.start = [event.clientX, event.clientY];
    this.hasMoved = false;
    clearTimeout(this.pressing);
    if (this.mount.listens('swipe') && !this.isTaken(event, 'swipe')) {
      // A long press is no swipe as well.
      followSwipe(event, (direction) => { if (!this.hasPressed) this.mount.report('swipe', [direction]); });
    }
    if (event.button !== 0 || !this.mount.listens('longPress')) return;
    if (this.isTaken(event, 'longPress')) return;
    this.pressing = setTimeout(() => {
      this.hasPressed = true;
      this.mount.report('longPress', []);
    }, longPressTime);
  }

  moved(event) {
    if (!this.start) return;
    const [x, y] = this.start;
    if (Math.hypot(event.clientX - x, event.clientY - y) <= slack) return;
    this.hasMoved = true;
    clearTimeout(this.pressing);
  }

  /** A long press is no tap as well. */
  afterPress(event) {
    if (!this.hasPressed) return;
    this.hasPressed = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** The key for menus is the long press of a keyboard. */
  keyDown(event) {
    const { mount } = this;
    const asks = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (!asks || !mount.listens('longPress')) return;
    if (event.target !== (mount.touch ?? mount.element)) return;
    event.preventDefault();
    mount.report('longPress', []);
  }

  clicked(event) {
    // What the keyboard does to the button of the view is handled there.
    if (event.detail === 0) return;
    // Text that was selected is no tap.
    if (this.hasMoved) return;
    const { mount } = this;
    if (mount.listens('doubleTap') && !this.isTaken(event, 'doubleTap')) {
      if (this.waiting) {
        clearTimeout(this.waiting);
        this.waiting = null;
        mount.report('doubleTap', []);
      } else {
        const taps = !this.isTaken(event, 'tap');
        this.waiting = setTimeout(() => {
          this.waiting = null;
          if (taps) mount.report('tap', []);
        }, doubleTapTime);
      }
    } else if (!this.isTaken(event, 'tap')) {
      mount.report('tap', []);
    }
  }
}

// Accessibility.

function describe(mount, said, attributes) {
  if (!mount.isView) return;
  mountsByElement.set(mount.element, mount);
  const traits = new Set(Array.isArray(said.traits) ? said.traits : []);
  const { element, widget } = mount;
  const isTouched = !widget.isControl && ['tap', 'longPress'].some((name) => mount.listens(name));
  showActions(mount, said);
  showTouch(mount, isTouched);
  if (widget.isControl) {
    describeControl(mount, said, traits, attributes);
  } else if (widget.describe) {
    widget.describe(mount);
  } else if (mount.className === 'text' || mount.className === 'badge') {
    describeText(mount, traits);
  } else if (mount.className !== 'image' && !isTouched) {
    const role = !mount.label ? null : traits.has('header') ? 'heading'
      : traits.has('image') ? 'img' : 'group';
    set(element, 'role', role);
    set(element, 'aria-level', role === 'heading' ? '2' : null);
    set(element, 'aria-label',
      role ? [mount.label, mount.value].filter(Boolean).join(', ') : null);
  }
  set(mount.touch ?? mount.control ?? element, 'aria-busy', traits.has('busy') ? 'true' : null);
}

function describeControl(mount, said, traits, attributes) {
  const target = mount.control ?? mount.element;
  const visible = mount.widget.visibleName?.(attributes) ?? '';
  set(target, 'aria-label', mount.label && mount.label !== visible ? mount.label : null);
  const hint = string(said.hint);
  const isShown = hint && hint === attributes.error;
  showHint(mount, target, isShown ? '' : hint);
}

/** A text is read as it stands; where other words are wanted, they stand beside it unseen. */
function describeText(mount, traits) {
  const { element, parts } = mount;
  const shown = parts.content.textContent;
  const isHeading = traits.has('header') && shown;
  set(parts.content, 'role', isHeading ? 'heading' : null);
  set(parts.content, 'aria-level', isHeading ? '2' : null);
  const spoken = mount.label && mount.label !== string(record(mount.node.attributes).text)
    ? mount.label : null;
  set(parts.content, 'aria-hidden', spoken ? 'true' : null);
  if (spoken && !parts.spoken) {
    parts.spoken = make('span', { class: 'roster-spoken' });
    element.prepend(parts.spoken);
  }
  if (parts.spoken) parts.spoken.textContent = spoken ?? '';
}

function showHint(mount, target, text) {
  if (text && !mount.hint) {
    mount.hint = make('span', { hidden: '', id: nextID('hint') });
    mount.element.prepend(mount.hint);
  }
  if (mount.hint && mount.hint.textContent !== text) mount.hint.textContent = text;
  const names = [text ? mount.hint.id : null, mount.describedBy].filter(Boolean);
  set(target, 'aria-describedby', names.length ? names.join(' ') : null);
}

/**
 * The button of a view that can be tapped as a whole: it is as large as the view, and there for the
 * keyboard and for assistive technology, as controls must not be within controls.
 */
function showTouch(mount, isTouched) {
  if (!isTouched) {
    mount.touch?.remove();
    mount.touch = null;
    return;
  }
  if (!mount.touch) {
    mount.touch = make('button', { type: 'button', class: 'roster-touch' });
    mount.touch.addEventListener('click', (event) => {
      if (event.detail === 0) mount.report(mount.listens('tap') ? 'tap' : 'longPress', []);
    });
    mount.element.prepend(mount.touch);
  }
  const said = record(mount.node.accessibility);
  const words = mount.label ?? labels(mount.node).join(', ');
  set(mount.touch, 'aria-label', words || mount.className);
  mount.touch.disabled = record(mount.node.attributes).disabled === true;
  showHint(mount, mount.touch, string(said.hint));
}

/**
 * What the views in a view are called, as `AccessibilityElement` has it, but without controls, which
 * are elements of their own here.
 */
function labels(node) {
  return childrenOf(node).flatMap((child) => {
    if (widgets.get(child.class)?.isControl) return [];
    const attributes = record(child.attributes);
    const label = string(record(child.accessibility).label) || string(attributes.text)
      || string(attributes.title) || string(attributes.alternative);
    return label ? [label] : labels(child);
  });
}

/** Actions that have no key of their own are buttons, which are seen while they have the focus. */
function showActions(mount, said) {
  const actions = (Array.isArray(said.actions) ? said.actions : []).map(record)
    .filter(({ label, event }) => string(label) && mount.listens(event));
  const text = JSON.stringify(actions);
  if (mount.widget.isControl || text === (mount.actionsText ?? '[]')) return;
  mount.actionsText = text;
  mount.actions?.remove();
  mount.actions = null;
  if (!actions.length) return;
  mount.actions = make('div', { class: 'roster-actions' });
  for (const { label, event } of actions) {
    const choose = make('button', { type: 'button' });
    choose.textContent = label;
    choose.addEventListener('click', (click) => {
      click.stopPropagation();
      mount.report(event, []);
    });
    mount.actions.append(choose);
  }
  mount.element.prepend(mount.actions);
}
