import type { Passage } from '../model/model.ts';

const SNIPPET_CHARACTERS = 200;

/**
 * A passage as the visitor sees it. An address that is neither http nor https is left out.
 *
 * @example
 * toSource({ id: '1', title: 'FAQ', url: '/faq', text: '## Costs\n\n`Nothing`, **ever**.', score: 1.234 });
 * // { id: '1', title: 'FAQ', url: '', snippet: 'Costs Nothing, ever.', score: 1.23 }
 */
export function toSource({ id, title, url, text, score }: Passage) {
  const prose = text.replace(/^(```|~~~)[\s\S]*?(?:^\1|(?![\s\S]))/gm, ' ').replace(/^[>#]+ |[`*|]/gm, '');
  const snippet = prose.replace(/\s+/g, ' ').trim().slice(0, SNIPPET_CHARACTERS);
  const address = /^https?:\/\//i.test(url) ? url : '';
  return { id, title, url: address, snippet, score: Math.round(score * 100) / 100 };
}
