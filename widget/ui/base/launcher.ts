const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
/** The path of a speech bubble, centred in 24 units. */
export const CHAT_ICON = 'm4.7 20.9 1-4a9 8 0 1 1 4 2Z';
/** The path of the close icon. */
export const CLOSE_ICON = 'm6 6 12 12M18 6 6 18';

/**
 * Creates an element with attributes. The shell uses no templates, so that it can still show a notice where a page blocks
 * them.
 */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** The button that opens the panel. */
export function createLauncher(): HTMLButtonElement {
  const open = createElement('slot', { name: 'launcher-icon' }, createIcon('open', CHAT_ICON));
  return createElement(
    'button',
    {
      type: 'button',
      class: 'launcher',
      part: 'launcher',
      'aria-haspopup': 'dialog',
      'aria-controls': 'panel',
    },
    open,
  );
}

/** Creates an icon of a single path. */
export function createIcon(name: string, path: string): SVGElement {
  const svg = document.createElementNS(SVG_NAMESPACE, 'svg');
  setAttributes(svg, { class: `icon ${name}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' });
  const shape = document.createElementNS(SVG_NAMESPACE, 'path');
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}

function setAttributes(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
