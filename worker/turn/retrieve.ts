import { log } from '../log.ts';
import type { Passage, Retrieve } from '../ports.ts';

const SNIPPET_CHARACTERS = 200;

/**
 * Searches for a question. Null when there is nothing to search in, and once `signal` is aborted: D1 takes no signal, so a
 * search that hangs would outlive the turn. Undefined when searching failed. Never rejects.
 */
export async function findPassages(question: string, signal: AbortSignal, retrieve?: Retrieve) {
  if (retrieve === undefined) return null;
  // An aborted signal never fires again: a visitor who left before the search would wait for a hanging one for ever.
  if (signal.aborted) return null;
  const aborted = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  try {
    return await Promise.race([retrieve(question), aborted]);
  } catch (error) {
    // A chat without its documents is worth more to the visitor than no chat.
    log('retrieval-failed', { detail: String(error) });
    return undefined;
  }
}

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
