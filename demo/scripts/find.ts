/** The element of the page that a selector names. Throws where there is none: the page and its script belong together. */
export function find<T extends HTMLElement = HTMLElement>(selector: string, root: ParentNode = document): T {
  const element = root.querySelector<T>(selector);
  if (!element) throw new Error(`the page has no ${selector}`);
  return element;
}

/** All elements that a selector names, in the order of the page. */
export function findAll<T extends HTMLElement = HTMLButtonElement>(
  selector: string,
  root: ParentNode = document,
): readonly T[] {
  return [...root.querySelectorAll<T>(selector)];
}
