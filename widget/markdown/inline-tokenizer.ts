import { Tokenizer, type Links, type Token, type Tokens } from 'marked';
import { addressEnd, beginsAddress } from './addresses.ts';
import { emphasisIn, isHalfDunder, type Emphasis } from './emphasis.ts';
import { alertAt, highlightAt, sourceMarkAt } from './marks.ts';
import { isFormulaDollar, maskMath, mathSpan, openMath, type RichSpan } from './math.ts';
import { noteAt } from './notes.ts';
import { isHalf, isWithheldLink, openCode, openLinkAt, withheld } from './open-spans.ts';
import { ANY_DEFINITION, isFullReference, shortcutAt } from './references.ts';
import { breakAt, elementAt } from './tags.ts';
import { MAX_WITHHELD } from './withhold.ts';

/**
 * How often the characters of inline text are read, on average; the rest is plain text. marked reads the words of a link
 * again where another link in them makes it none (of "[``\\` ``](/u) ", 24 times in a row, it reads inline text 92,736 times).
 */
const MAX_READINGS = 100;

/** Marks for which marked reads on. */
const MARK = /^[`[\]<!=]/;

/** Where text may end for a construct of ours; marked ends it at brackets, backslashes and tildes itself. */
const OWN_START = /[$&【]|==/;
/** What no highlighted words begin behind: `x==1`. */
const WORD = /[=\w]/;

/** Characters from which on a line may be wrapped prose, if the next one begins with a small letter. */
const MIN_WRAPPED = 60;
const WRAP = /^ ?\n *\p{Ll}/u;

/** marked's rules for inline text, and our own ones. While text arrives, constructs without an end are read up to its end. */
export class InlineTokenizer extends Tokenizer {
  /** Whether more text may arrive. */
  readonly isOpen: boolean;
  /** The inline text of the block. */
  #block = '';
  /** Characters of inline text that may still be read in the block. */
  #rest = Infinity;
  /** Characters behind the one that {@link inlineText} is asked about, which gets them up to the next `$` only. */
  #unread = 0;
  /** The inline text that is read. */
  #inline = '';
  /** Whether the text that has arrived ends with it. */
  #isInlineOpen = false;
  /** The same of the one that is read next. */
  #isNextOpen = false;
  /** The emphasis in it. */
  #emphasis: ReadonlyMap<number, Emphasis> = new Map();

  constructor(isOpen: boolean) {
    super();
    this.isOpen = isOpen;
  }

  /** Where the next construct that marked does not know may begin. */
  ownStart(src: string): number {
    this.#unread = src.length;
    return src.search(OWN_START);
  }

  /** The construct that marked does not know at the start of a text. */
  ownInline(src: string): Token | false | undefined {
    if (this.#rest < 0) return { type: 'escape', raw: src, text: src };
    const before = this.#before(src);
    if (src.startsWith('$') && !isFormulaDollar(before)) return undefined;
    return this.#ownSpan(src, before) || (this.#isInlineOpen && this.#openSpan(src));
  }

  /** The character of the inline text before the rest of it. */
  #before(src: string): string {
    return this.#inline[this.#inline.length - src.length - 1] ?? '';
  }

  #ownSpan(src: string, before: string): Token | false | undefined {
    const { tokens } = this.lexer;
    switch (src[0]) {
      case '[':
        return (
          (src === this.#block && alertAt(src)) ||
          noteAt(src, tokens.links, { isOpen: this.isOpen, isAttached: /\S/.test(before) })
        );
      case '<':
        return breakAt(src) ?? this.#element(src);
      case '【':
        return sourceMarkAt(src);
      case '\\':
      case '$':
        return mathSpan(src);
      case '=':
        return !WORD.test(before) && this.#highlight(src);
      case '*':
      case '_':
      case '~':
        return this.#emphasized(src);
    }
    return undefined;
  }

  /** What the open text ends in. */
  #openSpan(src: string): Token | false | undefined {
    switch (src[0]) {
      case '`':
        return this.codespan(src) ?? openCode(src);
      case '!':
      case '[':
        return this.#openLink(src);
      case '\\':
      case '$':
        return openMath(src);
      case '&':
      case '<':
      case '【':
        return isHalf(src) && withheld(src);
    }
    return undefined;
  }

  #openLink(src: string): Token | undefined {
    if (!/^!?\[/.test(src)) return undefined;
    const { lexer } = this;
    const { state } = lexer;
    const link = this.link(src);
    if (link) return link;
    const open = openLinkAt(src);
    if (!open) return undefined;
    if (isWithheldLink(open)) return withheld(src);
    const { isImage, words, hasWords, rest } = open;
    // `[a [b` is brackets in the words of a link, or `[b` is one: the next characters tell.
    if (state.inLink && !isImage && rest === '')
      return src.includes('](') || src.length > MAX_WITHHELD ? undefined : withheld(src);
    const { inLink, linkEmitted } = state;
    Object.assign(state, { inLink: true, linkEmitted: false });
    const inner = this.#inner(words, !hasWords);
    // A link holds no link, nor an address in angle brackets.
    const isLink = isImage || !(state.linkEmitted || /<\w+:/.test(words));
    Object.assign(state, { inLink, linkEmitted: linkEmitted || !isImage });
    return isLink
      ? { type: isImage ? 'image' : 'link', raw: src, href: '', title: null, text: words, tokens: inner }
      : undefined;
  }

  /** Reads inline text in the one that is read; `isOpen` where nothing ends it but the end of that. */
  #inner(text: string, isOpen: boolean): Token[] {
    this.#isNextOpen = this.#isInlineOpen && isOpen;
    return this.lexer.inlineTokens(text);
  }

  #highlight(src: string): RichSpan | undefined {
    const span = highlightAt(src, this.#isInlineOpen);
    return span && { ...span, tokens: this.#inner(span.text, span.raw === src) };
  }

  #element(src: string): RichSpan | Tokens.Link | Tokens.Image | undefined {
    this.isTooMuch(src.length);
    const element = elementAt(src, this.#isInlineOpen);
    if (!element) return undefined;
    const { raw, name, attributes, content, isOpen } = element;
    const { href = '', src: source = '', alt = '', title } = attributes;
    if (name === 'img')
      return { type: 'image', raw, href: source, title: title ?? null, text: alt, tokens: [] };
    const tokens = this.#inner(content, isOpen);
    if (name === 'a') return { type: 'link', raw, href, title: title ?? null, text: content, tokens };
    return { type: 'codespan', raw, text: content, lang: name, tokens, ...(title && { title }) };
  }

  /** Whether a line that ends here goes on in the next one only because it was long. */
  override br(src: string): Tokens.Br | undefined {
    // First this: it is asked of every piece of inline text, and the search for the line's start is long.
    if (!WRAP.test(src)) return super.br(src);
    const before = this.#inline.slice(0, this.#inline.length - src.length);
    return before.length - before.lastIndexOf('\n') > MIN_WRAPPED ? undefined : super.br(src);
  }

  /** Begins the inline text of a block, which is read as often as inline text may be. */
  begin(block: string, isOpen: boolean): void {
    this.#block = block;
    this.#isNextOpen = isOpen;
    this.#rest = block.length * MAX_READINGS;
  }

  /** Calls `read` for an inline text, which may stand in another one. */
  within(text: string, read: () => void): void {
    const inline = this.#inline;
    const isOpen = this.#isInlineOpen;
    const emphasis = this.#emphasis;
    this.#inline = text;
    this.#isInlineOpen = this.#isNextOpen;
    this.#isNextOpen = false;
    this.#emphasis = new Map();
    read();
    this.#inline = inline;
    this.#isInlineOpen = isOpen;
    this.#emphasis = emphasis;
  }

  /** Reads the emphasis of the inline text; returns `masked`, a copy of it without what holds no marks, with letters for formulas and elements, too. */
  readEmphasis(masked: string): string {
    const text = maskMath(this.#inline, masked);
    this.#emphasis = emphasisIn(this.#inline, text, this.#isInlineOpen);
    return text;
  }

  /** The emphasis that begins where the rest of the inline text does. */
  #emphasized(src: string): Tokens.Em | Tokens.Strong | Tokens.Del | Tokens.Escape | undefined {
    const index = this.#inline.length - src.length;
    const found = this.#emphasis.get(index);
    if (!found) return undefined;
    const { end, size, isOpen } = found;
    const raw = src.slice(0, end - index);
    const text = raw.slice(size, isOpen ? undefined : -size);
    if (isOpen && isHalfDunder(raw)) return withheld(raw);
    const type = raw.startsWith('~') ? 'del' : size === 1 ? 'em' : 'strong';
    return { type, raw, text, tokens: this.#inner(text, isOpen) };
  }

  /** marked's own rules, which `#emphasized` replaces. */
  override emStrong(): undefined {
    return undefined;
  }

  override del(): undefined {
    return undefined;
  }

  /** Counts text as read once more. Returns whether that is too often. */
  isTooMuch(length: number): boolean {
    this.#rest -= length;
    return this.#rest < 0;
  }

  /** The last of marked's rules: a mark that comes here was looked for a partner, or an end. */
  override inlineText(src: string): Tokens.Text | undefined {
    if (MARK.test(src)) this.isTooMuch(this.#unread);
    return super.inlineText(src);
  }

  /** A tag that is nothing else by now is text, and so are the marks in it. */
  override tag(src: string): Tokens.Tag | undefined {
    const [raw] = this.rules.inline.tag.exec(src) ?? [];
    if (raw === undefined) return undefined;
    const text = raw.startsWith('<!--') ? '' : raw;
    return { type: 'html', raw, text, block: false, inLink: false, inRawBlock: false };
  }

  /**
   * A definition may come behind its links, so it changes no words: `[label]` and `[1]` keep their brackets, and while text arrives,
   * `[words][label]` is a link without an address.
   */
  override reflink(src: string, links: Links): Tokens.Link | Tokens.Image | Tokens.Text | undefined {
    if (isFullReference(src, this.#before(src))) {
      const token = super.reflink(src, links);
      if (token?.type !== 'text') return token;
      this.isTooMuch(src.length);
      if (this.isOpen) return super.reflink(src, ANY_DEFINITION);
    }
    const label = shortcutAt(src);
    const link = label === undefined ? undefined : super.reflink(label, links);
    return link?.type === 'link'
      ? { ...link, tokens: [bracket('['), ...link.tokens, bracket(']')] }
      : undefined;
  }

  override url(src: string): Tokens.Link | undefined {
    const token = beginsAddress(src) ? super.url(src) : undefined;
    const end = token ? addressEnd(token) : -1;
    return end < 0 ? token : super.url(src.slice(0, end));
  }
}

function bracket(text: string): Tokens.Text {
  return { type: 'text', raw: text, text, escaped: false };
}
