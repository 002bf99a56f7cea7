import type { Token, Tokens } from 'marked';
import type { RichSpan } from './math.ts';
import type { NoteNumber } from './notes.ts';
import { DIRECTED_BLOCKS, type MarkdownPolicy } from './policy.ts';
import { resolveReferences } from './sanitize.ts';
import { gateLink } from './url-gate.ts';

const DIRECTED: ReadonlySet<string> = new Set(DIRECTED_BLOCKS.split(','));

/** Blocks, behind which marked puts a line end. */
const BLOCK = /^(?:paragraph|heading|hr|blockquote|code|list|table)$/;

/** Ends of comments and the like: the sanitizer removes attributes with them. */
const REMOVED = /(?:--!?|\])>/;

type Parent = Element | DocumentFragment;

/**
 * Builds the nodes of markdown straight from marked's tokens, as the one-shot render would have them: no markup in
 * between, the same policy. Not for blocks with images or raw HTML, which pass the sanitizer. References in the definition of a
 * link (`[a]: /?b&amp;c`) are resolved at the end of the stream.
 */
export class NodeBuilder {
  readonly #policy: MarkdownPolicy;

  constructor(policy: MarkdownPolicy) {
    this.#policy = policy;
  }

  /** Appends the nodes of tokens, with the white space that marked puts between blocks. */
  append(parent: Parent, tokens: readonly Token[] = []): void {
    for (const token of tokens) {
      this.#token(parent, token);
      if (BLOCK.test(token.type)) addText(parent, '\n');
    }
  }

  #token(parent: Parent, token: Token): void {
    const { type, text, depth, tokens } = token as Tokens.Generic;
    switch (type) {
      case 'text':
      case 'escape':
        // In the item of a tight list it has inline tokens, and so has the number of a footnote.
        if (tokens) this.append(parent, tokens);
        else addText(parent, resolveReferences(text));
        break;
      case 'codespan':
        if (tokens) this.append(add(parent, (token as RichSpan).lang), tokens);
        else addCodespan(parent, token as Tokens.Codespan);
        break;
      case 'link':
        this.#link(parent, token as Tokens.Link);
        break;
      case 'checkbox':
        addCheckbox(parent, token as Tokens.Checkbox);
        break;
      case 'code':
        addCode(parent, token as Tokens.Code);
        break;
      case 'list':
        this.#list(parent, token as Tokens.List);
        break;
      case 'table':
        this.#table(parent, token as Tokens.Table);
        break;
      case 'paragraph':
        this.append(add(parent, 'p'), tokens);
        break;
      case 'heading':
        this.append(add(parent, `h${depth}`), tokens);
        break;
      case 'blockquote':
        this.append(add(parent, type, '\n'), tokens);
        break;
      case 'br':
      case 'hr':
      case 'strong':
      case 'em':
      case 'del':
        this.append(add(parent, type), tokens);
        break;
      default:
        addText(parent, text ?? '');
    }
  }

  #list(parent: Parent, { ordered, start, items }: Tokens.List): void {
    const list = add(parent, ordered ? 'ol' : 'ul', '\n');
    if (ordered && start !== 1) list.setAttribute('start', String(start));
    for (const { tokens } of items) {
      this.append(add(list, 'li'), tokens);
      addText(list, '\n');
    }
  }

  #table(parent: Parent, { header, rows }: Tokens.Table): void {
    const table = add(parent, 'table', '\n');
    this.#row(add(table, 'thead', '\n'), header);
    addText(table, '\n');
    if (rows.length === 0) return;
    const body = add(table, 'tbody');
    for (const row of rows) this.#row(body, row);
  }

  #row(parent: Parent, cells: readonly Tokens.TableCell[]): void {
    const row = add(parent, 'tr', '\n');
    for (const { header, align, tokens } of cells) {
      const cell = add(row, header ? 'th' : 'td');
      if (align) cell.setAttribute('align', align);
      this.append(cell, tokens);
      addText(row, '\n');
    }
    addText(parent, '\n');
  }

  #link(parent: Parent, token: Tokens.Link): void {
    const href = encodeUrl(token.href);
    if (href === undefined) {
      this.append(parent, token.tokens);
      return;
    }
    const link = add(parent, 'a') as HTMLAnchorElement;
    link.setAttribute('href', href);
    if (token.title && !REMOVED.test(token.title)) link.title = token.title.trim();
    this.append(link, token.tokens);
    gateLink(link, this.#policy);
  }
}

function addCodespan(parent: Parent, token: Tokens.Codespan | RichSpan | NoteNumber): void {
  if ('href' in token) {
    add(add(parent, 'sup'), 'a', token.text).setAttribute('href', token.href);
    return;
  }
  const code = add(parent, 'code', token.text);
  if ('lang' in token) code.className = `language-${token.lang}`;
}

function addCode(parent: Parent, { text, lang }: Tokens.Code): void {
  const code = add(add(parent, 'pre'), 'code');
  const [language] = /^\S+/.exec(lang ?? '') ?? [];
  if (language && !REMOVED.test(language)) code.className = `language-${language}`;
  addText(code, text && `${text.replace(/\n$/, '')}\n`);
}

function addCheckbox(parent: Parent, { checked }: Tokens.Checkbox): void {
  const box = add(parent, 'input');
  if (checked) box.setAttribute('checked', '');
  box.setAttribute('disabled', '');
  box.setAttribute('type', 'checkbox');
  addText(parent, ' ');
}

/** As marked writes an address: percent-encoded where it has to be, `undefined` where that is impossible. */
function encodeUrl(href: string): string | undefined {
  try {
    return encodeURI(href).replaceAll('%25', '%');
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function add(parent: Parent, tagName: string, text = ''): HTMLElement {
  const element = document.createElement(tagName);
  if (DIRECTED.has(tagName)) element.dir = 'auto';
  if (text) element.append(text);
  parent.append(element);
  return element;
}

function addText(parent: Parent, text: string): void {
  const { lastChild } = parent;
  if (lastChild instanceof Text) lastChild.appendData(text);
  else if (text) parent.append(text);
}
