// Elements of a document: finding them by their names, and making them.

export const element = (id) => document.getElementById(id);

/**
 * Makes an element. Texts become text nodes, never markup; children that are null or false are left out.
 * @param attributes the name of its class, or attributes by name. Those that are null or false are left out,
 *   and a function is called for the event whose name stands behind `on`
 */
export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  const named = typeof attributes === 'string' ? { class: attributes || null } : attributes;
  for (const [name, value] of Object.entries(named)) {
    if (value == null || value === false) continue;
    if (typeof value === 'function') node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child != null && child !== false));
  return node;
}

/** Makes an element of a picture, with the attributes that are not null. */
export function shape(tag, attributes = {}, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) if (value != null) node.setAttribute(name, value);
  node.append(...children);
  return node;
}
