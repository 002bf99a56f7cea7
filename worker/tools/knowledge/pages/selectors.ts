import { attributeOf, hasAttribute, isElement, type Element, type Parent } from './tree.ts';

/** Tells whether an element matches one selector of a list. */
type Test = (element: Element) => boolean;

const tests = new Map<string, readonly Test[]>();

/**
 * Whether an element matches a list of selectors by name and attributes, such as `main, [role="main"], a[href^="#"]`. Values match
 * in any case.
 */
export function matches(element: Element, selectors: string): boolean {
  const known = tests.get(selectors) ?? selectors.split(/\s*,\s*/).map(compile);
  tests.set(selectors, known);
  return known.some((test) => test(element));
}

/** The elements inside a parent that match, in the order of the document. */
export function findAll(
  { childNodes }: Parent,
  selectors: string,
  found: Element[] = [],
): readonly Element[] {
  for (const node of childNodes) {
    if (!isElement(node)) continue;
    if (matches(node, selectors)) found.push(node);
    findAll(node, selectors, found);
  }
  return found;
}

/** Whether an element inside a parent matches. */
export function has({ childNodes }: Parent, selectors: string): boolean {
  return childNodes.some((node) => isElement(node) && (matches(node, selectors) || has(node, selectors)));
}

/** The innermost ancestor that matches. */
export function findAround({ parentNode }: Element, selectors: string): Element | undefined {
  if (!isElement(parentNode)) return undefined;
  return matches(parentNode, selectors) ? parentNode : findAround(parentNode, selectors);
}

function compile(selector: string): Test {
  const [name = ''] = /^[\w-]*/.exec(selector) ?? [];
  const attributes = [...selector.matchAll(/\[([\w-]+)(?:([*^]?)="([^"]*)")?\]/g)].map(
    ([, attribute = '', operator, value]): Test => {
      if (value === undefined) return (element) => hasAttribute(element, attribute);
      if (operator === '*') return (element) => valueOf(element, attribute).includes(value);
      if (operator === '^') return (element) => valueOf(element, attribute).startsWith(value);
      return (element) => hasAttribute(element, attribute) && valueOf(element, attribute) === value;
    },
  );
  return (element) => (name === '' || element.tagName === name) && attributes.every((test) => test(element));
}

function valueOf(element: Element, attribute: string): string {
  return attributeOf(element, attribute).toLowerCase();
}
