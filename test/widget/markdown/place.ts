/** Letters on either side by which a place is known again. */
const CONTEXT_SIZE = 12;

/** A link, code block or table, as something that can be found again in another drawing of the same text. */
export interface Place {
  readonly tagName: string;
  readonly parent: Node | null;
  readonly href: string;
  /** The words of a link; of what is larger the first line, which stays when more arrives. */
  readonly words: string;
  readonly before: string;
  /** Undefined where too few letters follow to tell. */
  readonly after: string | undefined;
}

/** The place of an element in a box. */
export function placeOf(box: ParentNode & Node, element: Element): Place {
  const text = wordsOf(element);
  const after = lettersFrom(box, element).slice(0, CONTEXT_SIZE);
  return {
    tagName: element.localName,
    parent: element.parentNode,
    href: element.getAttribute('href') ?? '',
    words: element.localName === 'a' ? text : (text.split('\n', 1)[0] ?? ''),
    before: lettersTo(box, element).slice(-CONTEXT_SIZE),
    after: after.length < CONTEXT_SIZE ? undefined : after,
  };
}

/** Whether an element stands where it stood, and for the same address. */
export function isInPlace(box: Node, { parent, href }: Place, element: Element): boolean {
  return (
    box.contains(element) &&
    element.parentNode === parent &&
    (element.getAttribute('href') ?? '').startsWith(href)
  );
}

/** What stands in a place in a drawing: a like element, perhaps grown, with the same words before or behind it. */
export function findInPlace(box: ParentNode & Node, place: Place): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(place.tagName)].filter((element) => {
    const { href, before, after } = placeOf(box, element);
    if (!href.startsWith(place.href) || !wordsOf(element).startsWith(place.words)) return false;
    return before === place.before || (after !== undefined && after === place.after);
  });
}

function lettersTo(box: Node, element: Element): string {
  const range = document.createRange();
  range.setStart(box, 0);
  range.setEndBefore(element);
  return lettersOf(range);
}

function lettersFrom(box: Node, element: Element): string {
  const range = document.createRange();
  range.setStartAfter(element);
  range.setEnd(box, box.childNodes.length);
  return lettersOf(range);
}

function lettersOf(range: Range): string {
  return range.toString().replace(/[^\p{L}\p{N}]/gu, '');
}

function wordsOf(element: Element): string {
  return (element.textContent ?? '').trim();
}
