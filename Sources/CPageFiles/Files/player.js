// A batch as a film: the rows that it touches, and its operations one by one.

import { make } from './elements.js';
import { icon } from './icons.js';
import { Scene } from './scene.js';
import { button, quietLine } from './tables.js';
import { formatCount, plural } from './texts.js';
import { differenceText, isolated, modelText, operationText, signs } from './words.js';

const isStill = matchMedia('(prefers-reduced-motion: reduce)');

/** Shows a batch at one of its operations. */
export class Player {
  #revision;
  #operations;
  #position;
  #timer = null;
  #stage = make('div', { class: 'stage', tabindex: '0', role: 'group', 'aria-label': 'The rows that the batch touches' });
  #text = make('span', { class: 'quiet small', role: 'status' });
  #play;
  #steps;

  /** @param revision the answer to a question about one, with operations */
  constructor(revision) {
    this.#revision = revision;
    this.#operations = revision.operations;
    const { operationCount, stage } = revision, last = this.#operations.length;
    const named = (sign, title, run) => button(icon(sign), run, { title, 'aria-label': title });
    this.#play = button('', () => this.#toggle());
    this.#name('on', 'Play', 'Play the operations');
    this.#steps = make('ol', 'steps', this.#operations.map((operation, index) => this.#stepOf(operation, index)));
    this.root = make('div', {}, make('h3', {}, `${plural(operationCount, 'operation')}, one by one`),
      make('div', 'toolbar', make('div', { class: 'buttons', role: 'group', 'aria-label': 'Steps' },
        named('first', 'Before the first operation', () => this.#go(0)),
        named('back', 'One operation back', () => this.#go(this.#position - 1)), this.#play,
        named('step', 'One operation on', () => this.#go(this.#position + 1)),
        named('last', 'After the last operation', () => this.#go(last))), this.#text),
      stage && this.#stage, this.#steps,
      operationCount > last && quietLine(`${formatCount(operationCount - last)} more operations are not shown.`));
    this.#show(last, false);
  }

  #stepOf(operation, index) {
    const texts = (operation.rows ?? []).slice(0, 3).map(({ former, model }) => differenceText(former, model));
    return make('li', {}, make('button', { type: 'button', onclick: () => this.#go(index + 1) },
      make('span', 'number', String(index + 1)), make('span', 'what', operationText(operation)),
      isolated(texts.join(', '))));
  }

  // ---- Playing ----------------------------------------------------------------------------------------------

  #toggle() {
    if (this.#timer) return this.#pause();
    if (this.#position >= this.#operations.length) this.#go(0);
    this.#name('pause', 'Pause', 'Pause');
    const next = () => {
      // The revision may have been left meanwhile.
      if (this.root.isConnected) this.#show(this.#position + 1, true);
      if (!this.root.isConnected || this.#position >= this.#operations.length) return this.#pause();
      this.#timer = setTimeout(next, this.#operations.length > 20 ? 500 : 1_000);
    };
    this.#timer = setTimeout(next, 400);
  }

  #pause() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#name('on', 'Play', 'Play the operations');
  }

  #name(sign, text, title) {
    this.#play.replaceChildren(icon(sign), ` ${text}`);
    this.#play.title = this.#play.ariaLabel = title;
  }

  #go(position) {
    this.#pause();
    this.#show(Math.min(Math.max(0, position), this.#operations.length), true);
  }

  // ---- Showing ----------------------------------------------------------------------------------------------

  #show(position, isAnimated) {
    this.#position = position;
    const count = this.#operations.length;
    this.#text.textContent = position === 0 ? `before the first of ${count}`
      : `${position} of ${count}: ${operationText(this.#operations[position - 1])}`;
    [...this.#steps.children].forEach(({ firstElementChild: step }, index) => {
      if (index === position - 1) step.setAttribute('aria-current', 'step');
      else step.removeAttribute('aria-current');
    });
    if (isAnimated) reveal(this.#steps.children[Math.max(0, position - 1)], this.#steps);
    if (this.#revision.stage) this.#render(isAnimated && !isStill.matches);
  }

  /** Draws the list at the present position. What stays glides to its place. */
  #render(isAnimated) {
    const stage = this.#stage, top = stage.scrollTop;
    const nodes = () => (isAnimated ? [...stage.querySelectorAll('[data-id]')] : []);
    const former = new Map(nodes().map((node) => [node.dataset.id, node.getBoundingClientRect()]));
    const scene = new Scene(this.#revision.stage, this.#operations.slice(0, this.#position));
    stage.replaceChildren(...scene.sections.map((section, place) => sectionNode(section, scene.indexOf(place))));
    stage.scrollTop = top;
    reveal(stage.querySelector('.now'), stage);
    for (const node of nodes()) glide(node, former.get(node.dataset.id));
  }
}

/** Scrolls a box, and not the page, to something in it. */
function reveal(node, box) {
  if (!node?.isConnected) return;
  const frame = box.getBoundingClientRect(), { top, bottom } = node.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom) box.scrollTop += top - frame.top - frame.height / 3;
}

/** Moves a node from where it was, or from the side if it is new. */
function glide(node, former) {
  const options = { duration: 420, easing: 'ease-in-out' }, rect = node.getBoundingClientRect();
  if (!former) {
    node.animate([{ opacity: 0, transform: 'translateX(-24px)' }, { opacity: 1, transform: 'none' }], options);
    return;
  }
  const x = former.left - rect.left, y = former.top - rect.top;
  if (Math.abs(x) <= 1 && Math.abs(y) <= 1) return;
  node.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], options);
}

// ---- Cells --------------------------------------------------------------------------------------------------

function sectionNode(section, index) {
  if (section.isRun) {
    const run = make('div', 'cell run', `… ${plural(section.weight || section.count, 'section')} …`);
    run.dataset.id = `S${section.id}`;
    return run;
  }
  const sign = section.kind ? `${signs[section.kind]} ` : '';
  const number = section.weight > 0 ? `${formatCount(index)}: ` : '';
  return make('div', `section ${section.kind ?? ''}`,
    make('div', `title ${section.isNow ? 'now' : ''}`, `${sign}Section ${number}`,
      isolated(modelText(section.model ?? undefined))),
    cellNodes(section.cells));
}

function cellNodes(cells) {
  let index = 0;
  return make('div', 'cells', cells.map((cell) => {
    const { kind, weight } = cell;
    const node = make('div', `cell ${cell.isRun ? 'run' : ''} ${kind ?? ''} ${cell.isNow ? 'now' : ''}`,
      make('span', 'mark', signs[kind] ?? ''), cell.isRun ? `… ${plural(weight || cell.count, 'item')} …`
        : [make('span', 'index', weight > 0 ? formatCount(index) : ''), isolated(modelText(cell.model), cell.id)]);
    node.dataset.id = cell.id;
    index += weight;
    return node;
  }));
}
