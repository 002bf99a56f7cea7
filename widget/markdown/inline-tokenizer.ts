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
 * How often inline text may be tokenized, on average per character; text beyond that is plain. marked tokenizes the words of a
 * link again when a link inside them makes the outer one invalid. For 24 copies of "[``\\` ``](/u) " it tokenizes 92,736
 * times.
 */
const MAX_READINGS = 100;

/** Marks after which marked searches the rest of the text. */
const SEARCHED_MARK = /^[`[\]<!=]/;

/**
 * Characters that may begin syntax that marked does not know. At brackets, backslashes and tildes marked ends its text by
 * itself.
 */
const EXTENSION_START = /[$&【]|==/;
/** Highlighted words do not begin after these: `x==1`. */
const NO_HIGHLIGHT_AFTER = /[=\w]/;

/** From this length on a line may be wrapped prose, if the next line begins with a lower-case letter. */
const MIN_WRAPPED = 60;
const WRAP = /^ ?\n *\p{Ll}/u;

/**
 * marked's rules for inline text, with additions. While text arrives, syntax without an end is read as if it ended with the
 * text.
 */
export class InlineTokenizer extends Tokenizer {
  /** Whether more text may arrive. */
  readonly isOpen: boolean;
  /** The inline text of the current block. */
  #block = '';
  /** Characters of inline text that may still be tokenized in the current block. */
  #budget = Infinity;
  /** Length of the text that {@link inlineText} will not see: marked passes it only the part up to the next `$`. */
  #unread = 0;
  /** The inline text that is being tokenized, which may stand inside other inline text. */
  #inline = '';
  /** Whether `#inline` ends with the text that has arrived. */
  #isInlineOpen = false;
  /** `#isInlineOpen` for the inline text that is tokenized next. */
  #isNextOpen = false;
  /** The emphasis in `#inline`. */
  #emphasis: ReadonlyMap<number, Emphasis> = new Map();

  constructor(isOpen: boolean) {
    super();
    this.isOpen = isOpen;
  }

  /** The position where syntax that marked does not know may begin next. */
  extensionStart(src: string): number {
    this.#unread = src.length;
    return src.search(EXTENSION_START);
  }

  /** The token for syntax that marked does not know, at the start of `src`. */
  readExtension(src: string): Token | false | undefined {
    if (this.#budget < 0) return { type: 'escape', raw: src, text: src };
    const before = this.#before(src);
    if (src.startsWith('$') && !isFormulaDollar(before)) return undefined;
    return this.#extensionSpan(src, before) || (this.#isInlineOpen && this.#openSpan(src));
  }

  /** The character before `src` in the inline text. */
  #before(src: string): string {
    return this.#inline[this.#inline.length - src.length - 1] ?? '';
  }

  #extensionSpan(src: string, before: string): Token | false | undefined {
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
        return !NO_HIGHLIGHT_AFTER.test(before) && this.#highlight(src);
      case '*':
      case '_':
      case '~':
        return this.#emphasized(src);
    }
    return undefined;
  }

  /** The token for syntax at the end of the text whose closing mark has not arrived. */
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
    // `[a [b` may become brackets in the words of a link, or a link `[b`. Wait for the next characters.
    if (state.inLink && !isImage && rest === '')
      return src.includes('](') || src.length > MAX_WITHHELD ? undefined : withheld(src);
    const { inLink, linkEmitted } = state;
    Object.assign(state, { inLink: true, linkEmitted: false });
    const inner = this.#inner(words, !hasWords);
    // A link cannot contain a link, nor an address in angle brackets.
    const isLink = isImage || !(state.linkEmitted || /<\w+:/.test(words));
    Object.assign(state, { inLink, linkEmitted: linkEmitted || !isImage });
    return isLink
      ? { type: isImage ? 'image' : 'link', raw: src, href: '', title: null, text: words, tokens: inner }
      : undefined;
  }

  /** Tokenizes inline text inside `#inline`. `isOpen`: it ends only because `#inline` ends. */
  #inner(text: string, isOpen: boolean): Token[] {
    this.#isNextOpen = this.#isInlineOpen && isOpen;
    return this.lexer.inlineTokens(text);
  }

  #highlight(src: string): RichSpan | undefined {
    const span = highlightAt(src, this.#isInlineOpen);
    return span && { ...span, tokens: this.#inner(span.text, span.raw === src) };
  }

  #element(src: string): RichSpan | Tokens.Link | Tokens.Image | undefined {
    this.exceedsBudget(src.length);
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

  /** No line break where a line continues in the next one only because it was long. */
  override br(src: string): Tokens.Br | undefined {
    // This test first: it is made for every piece of inline text, and the search for the start of the line is slow.
    if (!WRAP.test(src)) return super.br(src);
    const before = this.#inline.slice(0, this.#inline.length - src.length);
    return before.length - before.lastIndexOf('\n') > MIN_WRAPPED ? undefined : super.br(src);
  }

  /** Starts the inline text of a block, and sets how much of it may be tokenized. */
  begin(block: string, isOpen: boolean): void {
    this.#block = block;
    this.#isNextOpen = isOpen;
    this.#budget = block.length * MAX_READINGS;
  }

  /** Calls `read` for an inline text, which may stand inside another inline text. */
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

  /**
   * Finds the emphasis of the inline text. Returns `masked` with letters also in place of formulas and elements; in `masked`,
   * marked has already masked code and links.
   */
  readEmphasis(masked: string): string {
    const text = maskMath(this.#inline, masked);
    this.#emphasis = emphasisIn(this.#inline, text, this.#isInlineOpen);
    return text;
  }

  /** The emphasis that begins at the start of `src`. */
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

  /** marked's own rules for emphasis, which `#emphasized` replaces. */
  override emStrong(): undefined {
    return undefined;
  }

  override del(): undefined {
    return undefined;
  }

  /** Counts `length` characters as tokenized again. Returns whether the limit is exceeded. */
  exceedsBudget(length: number): boolean {
    this.#budget -= length;
    return this.#budget < 0;
  }

  /** marked's last rule. If a mark gets here, marked has searched the rest of the text for its partner: that is counted. */
  override inlineText(src: string): Tokens.Text | undefined {
    if (SEARCHED_MARK.test(src)) this.exceedsBudget(this.#unread);
    return super.inlineText(src);
  }

  /** A tag that no other rule has read is plain text, including the marks in it. */
  override tag(src: string): Tokens.Tag | undefined {
    const [raw] = this.rules.inline.tag.exec(src) ?? [];
    if (raw === undefined) return undefined;
    const text = raw.startsWith('<!--') ? '' : raw;
    return { type: 'html', raw, text, block: false, inLink: false, inRawBlock: false };
  }

  /**
   * A definition may come after its links and does not change their words. So `[label]` and `[1]` keep their brackets. While
   * text arrives, `[words][label]` is a link without an address.
   */
  override reflink(src: string, links: Links): Tokens.Link | Tokens.Image | Tokens.Text | undefined {
    if (isFullReference(src, this.#before(src))) {
      const token = super.reflink(src, links);
      if (token?.type !== 'text') return token;
      this.exceedsBudget(src.length);
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
