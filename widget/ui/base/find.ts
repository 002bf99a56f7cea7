/** The first element in `root` that matches. Throws where there is none, because the panel is always drawn before. */
export function find(root: Element, selector: string): HTMLElement {
  const element = root.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`expected ${selector} in the panel`);
  return element;
}
