// Icons of buttons. They are drawn, as fonts may not have such letters.

import { shape } from './elements.js';

/** Lines in a square of 20, which are filled as well. */
const outlines = {
  first: 'M3.5 4v12M11 4v12l-6-6zM17 4v12l-6-6z',
  back: 'M15 4v12L5 10z',
  on: 'M5 4v12l10-6z',
  pause: 'M5 4h3v12H5zM12 4h3v12h-3z',
  step: 'M4 4v12l9-6zM16 4v12',
  last: 'M16.5 4v12M9 4v12l6-6zM3 4v12l6-6z',
  up: 'M4 15h12L10 5z',
  down: 'M4 5h12l-6 10z',
  fewer: 'M4 10h12',
  more: 'M4 10h12M10 4v12',
};

/** Makes an icon. What the button does is said by its text, or its name for those who listen. */
export const icon = (name) => shape(
  'svg', { class: 'icon', viewBox: '0 0 20 20', 'aria-hidden': 'true', focusable: 'false' },
  shape('path', { d: outlines[name] }));

/** Draws the icons of all buttons that name one. */
export function drawIcons() {
  for (const node of document.querySelectorAll('[data-icon]')) node.prepend(icon(node.dataset.icon));
}
