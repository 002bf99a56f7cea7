/** Characters on either side by which a place is known again, and how many of them have to be the same. */
const CONTEXT_SIZE = 32;
const MIN_SAME = 8;

/** Where an element stands, by its words and those around it: drawn anew, it is another one in another parent. */
export interface Place {
  readonly element: HTMLElement;
  readonly parent: Node | null;
  readonly href: string;
  /** All of a link; of what is larger the first line, which stays when more arrives. */
  readonly words: string;
  readonly before: string;
  readonly after: string;
}

/** The place of an element in `box`. */
export function placeOf(box: Element, element: HTMLElement): Place {
  return {
    element,
    parent: element.parentNode,
    href: hrefOf(element),
    words: element.localName === 'a' ? wordsOf(element) : firstLine(element),
    before: textBeside(box, element, 'previousNode'),
    after: textBeside(box, element, 'nextNode'),
  };
}

/** Whether an element stands where it stood, and for the same address. */
export function isInPlace({ element, parent, href }: Place, box: Element): boolean {
  return box.contains(element) && element.parentNode === parent && hrefOf(element).startsWith(href);
}

/**
 * What stands in a place by now: of what is like it, or has grown out of it, that among the same words. The element
 * itself may have come to stand for an equal one elsewhere.
 */
export function findPlace(box: Element, place: Place): HTMLElement | undefined {
  const { element } = place;
  // The words of a link may stand in another one by now; those of what is larger take long to read.
  const isSame = isInPlace(place, box) && (element.localName !== 'a' || isLike(place, element));
  if (isSame && sameBeside(box, place, element) >= MIN_SAME) return element;
  let best = box.contains(element) ? element : undefined;
  let most = MIN_SAME - 1;
  for (const other of box.querySelectorAll<HTMLElement>(element.localName)) {
    const same = isLike(place, other) ? sameBeside(box, place, other) : 0;
    if (same <= most) continue;
    best = other;
    most = same;
  }
  return best;
}

/** How many characters beside an element are those beside a place. */
function sameBeside(box: Element, { before, after }: Place, element: Element): number {
  return (
    sameLength(before, textBeside(box, element, 'previousNode')) +
    sameLength(after, textBeside(box, element, 'nextNode'))
  );
}

/** Whether an element could stand in a place, by itself and not by what is beside it. */
export function isLike({ href, words }: Place, element: HTMLElement): boolean {
  return hrefOf(element).startsWith(href) && wordsOf(element).startsWith(words);
}

/** Letters and digits beside an element, nearest first; the beginning of the box is as good as many of them. */
function textBeside(box: Element, element: Element, step: 'previousNode' | 'nextNode'): string {
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  texts.currentNode = step === 'nextNode' ? lastIn(element) : element;
  let beside = '';
  while (beside.length < CONTEXT_SIZE && texts[step]()) {
    const letters = (texts.currentNode.nodeValue ?? '').replace(/[^\p{L}\p{N}]/gu, '');
    beside += step === 'nextNode' ? letters : [...letters.slice(-CONTEXT_SIZE)].toReversed().join('');
  }
  return step === 'nextNode' ? beside : beside.padEnd(CONTEXT_SIZE, '^');
}

function lastIn(node: Node): Node {
  return node.lastChild ? lastIn(node.lastChild) : node;
}

function sameLength(one: string, other: string): number {
  let length = 0;
  while (length < CONTEXT_SIZE && length < one.length && one[length] === other[length]) length++;
  return length;
}

/** Found without reading the rest, which may be long and still grow. */
function firstLine(element: Element): string {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let line = '';
  while (!line.includes('\n') && texts.nextNode())
    line = (line + (texts.currentNode.nodeValue ?? '')).trimStart();
  return line.split('\n', 1)[0]?.trimEnd() ?? '';
}

function hrefOf(element: HTMLElement): string {
  return element.getAttribute('href') ?? '';
}

function wordsOf(element: HTMLElement): string {
  return element.textContent.trim();
}
