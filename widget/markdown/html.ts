import { Parser, Renderer, type Token, type Tokens } from 'marked';
import { filterTags } from './policy.ts';

class TagFilteringRenderer extends Renderer {
  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return filterTags(text);
  }
}

/** The markup of tokens, as marked writes it, with the tags that GFM disallows as text. Not sanitized. */
export function toUnsafeHtml(tokens: Token[]): string {
  return new Parser({ renderer: new TagFilteringRenderer() }).parse(tokens);
}

const VOID_TAG = /^<(?:br|wbr|img)\b/i;
const PHRASING_TAG =
  /^<(\/?)(?:abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var)\b/i;

/**
 * The raw HTML in a block: `none`, `contained` in it (`H<sub>2</sub>O`: phrasing tags that pair up among their siblings),
 * or `loose` (`<details>`, `<b>` without its end), which may hold the blocks that follow.
 */
export type HtmlUse = 'none' | 'contained' | 'loose';

/** Tells how a block uses raw HTML. Only a block without any is built without the HTML parser. */
export function htmlUse(token: Token, isInLink = false): HtmlUse {
  const { type, tokens, items, header, rows } = token as Tokens.Generic;
  if (type === 'html') return 'loose';
  // marked leaves text as it is behind an open <code> or <pre>.
  if (type === 'text' && (token as Tokens.Text).escaped)
    return token.raw.includes('<') ? 'loose' : 'contained';
  // Alternative text is never markup.
  if (type === 'image') return 'none';
  // marked lets an autolink stand in a link; the HTML parser then pulls the two apart.
  if (type === 'link' && isInLink) return 'contained';
  const lists: Token[][] = type === 'table' ? [header, ...rows].flat().map((cell) => cell.tokens) : [];
  if (tokens) lists.push(tokens);
  if (items) lists.push(items);
  let use: HtmlUse = 'none';
  for (const list of lists) {
    const inner = useOfSiblings(list, isInLink || type === 'link');
    if (inner === 'loose') return inner;
    if (inner === 'contained') use = inner;
  }
  return use;
}

function useOfSiblings(siblings: Token[], isInLink: boolean): HtmlUse {
  const open: string[] = [];
  let use: HtmlUse = 'none';
  for (const token of siblings) {
    if (token.type !== 'html') {
      const inner = htmlUse(token, isInLink);
      if (inner === 'loose') return inner;
      if (inner === 'contained') use = inner;
      continue;
    }
    use = 'contained';
    if (token.block) return 'loose';
    if (VOID_TAG.test(token.raw)) continue;
    const [tag, slash] = PHRASING_TAG.exec(token.raw) ?? [];
    if (!tag) return 'loose';
    const name = tag.replace(/^<\/?/, '').toLowerCase();
    if (!slash) open.push(name);
    else if (open.pop() !== name) return 'loose';
  }
  return open.length > 0 ? 'loose' : use;
}
