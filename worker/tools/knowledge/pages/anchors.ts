import { textOf } from './web-page.ts';

/** What may be a link from a heading to itself: `<a class="headerlink" href="#returns">¶</a>`. */
const PERMALINK = 'a[href*="#"]';
/** The names of such links, where they have words: `<a class="anchor"><span class="sr-only">Copy link</span></a>`. */
const NAMED_AS_ONE = /anchor|permalink|headerlink|hash-link|sr-only|visually-hidden/i;
const NAMED = '[id], a[name]';

/**
 * The id that opens a page at a heading: its own, else of an anchor in it or right beside it, else of an element that begins
 * with it. Empty where there is none.
 *
 * @example
 * // <section id="returns"><h2>Returns</h2>…            returns
 * // <a name="returns"></a><h2>Returns</h2>             returns
 * // <div id="content"><p>Hi.</p><h2>Returns</h2>…      (none: #content opens the page above it)
 */
export function anchorOf(heading: Element, main: Element): string {
  return (
    heading.id ||
    nameOf(heading.querySelector(NAMED)) ||
    nameOf(emptyBefore(heading)) ||
    nameOf(permalinkAfter(heading)) ||
    nameOf(findAround(heading, main))
  );
}

/** Removes the sign behind a heading that links it to itself, as GitHub has it. */
export function removePermalink(heading: Element): void {
  permalinkAfter(heading)?.remove();
}

/**
 * The text of a heading in one line, without the sign that links it to itself; a heading that is a link keeps its words, and so does
 * `fn <a href="#method.new">new</a>()`. Lines of it are words apart: `Brewer<br>Brews your tea`, or two `span` that style sheets
 * draw as lines; `<span>H</span><span>ello</span>` is one word. `anchor` is its own, as of `anchorOf`.
 */
export function textOfHeading(heading: Element, anchor: string): string {
  const copy = heading.ownerDocument.createElement('div');
  copy.append(...[...heading.childNodes].map((node) => node.cloneNode(true)));
  const links = [...copy.querySelectorAll<HTMLAnchorElement>(PERMALINK)];
  const whole = textOf(copy);
  for (const link of links) if (textOf(link) !== whole && isSign(link)) link.remove();
  const words = textOf(copy);
  links.find((link) => copy.contains(link) && isInvitation(link, words, anchor))?.remove();
  // In it, though `br` is empty: before it, jsdom counts the lines in front of it each time.
  for (const line of copy.querySelectorAll('br, p, div, li, small, :scope > span + span'))
    if (!isLetterBeside(line)) line.prepend(' ');
  return textOf(copy);
}

/**
 * `<h2 id="r">Returns <a href="#r">Link to this heading</a></h2>`, but not `type <a href="#type.Item">Item</a>`, whose anchor has
 * the words of the link.
 */
function isInvitation(link: HTMLAnchorElement, words: string, anchor: string): boolean {
  const text = textOf(link);
  const isAtEdge = text !== words && (words.startsWith(text) || words.endsWith(text));
  return isAtEdge && link.hash === `#${encodeURI(anchor)}` && !lettersOf(anchor).includes(lettersOf(text));
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function isLetterBeside(line: Element): boolean {
  const pair = line.matches('span') ? [line.previousElementSibling, line] : [];
  return pair.some((each) => /^\p{L}$/u.test(textOf(each)));
}

/** Whether a link to a place on a page has no words for a reader, but `¶` or `#`. */
export function isSign(link: Element): boolean {
  const isNamed = [link, ...link.querySelectorAll('[class]')].some((each) =>
    NAMED_AS_ONE.test(each.className),
  );
  return isNamed || !/[\p{L}\p{N}]/u.test(textOf(link));
}

function nameOf(element: Element | null | undefined): string {
  return element?.id || (element?.getAttribute('name') ?? '');
}

function emptyBefore(heading: Element): Element | null {
  const before = heading.previousElementSibling;
  if (before === null || textOf(before) !== '') return null;
  return before.matches(NAMED) ? before : before.querySelector(NAMED);
}

function permalinkAfter(heading: Element): Element | undefined {
  const after = heading.nextElementSibling;
  const target = after?.matches(PERMALINK)
    ? new URL(after.getAttribute('href') ?? '', after.baseURI).hash
    : '';
  const isItself =
    target !== '' && [heading.id, after?.id.replace(/^user-content-/, '')].includes(target.slice(1));
  return isItself && after !== null ? after : undefined;
}

function findAround(heading: Element, main: Element): Element | undefined {
  let inner = heading;
  while (inner !== main && inner.parentElement !== null && isFirst(inner)) {
    inner = inner.parentElement;
    if (inner !== main && inner.id !== '') return inner;
  }
  return undefined;
}

function isFirst(element: Element): boolean {
  for (let before = element.previousSibling; before !== null; before = before.previousSibling)
    if (textOf(before) !== '') return false;
  return true;
}
