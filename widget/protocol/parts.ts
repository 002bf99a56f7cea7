import type { TakeBackEvent, ToolEvent } from './chat-event.ts';
import type { Part, Source, ToolPart } from './chat-message.ts';
import { dropUndefined } from './json.ts';

/**
 * Parts with `text` at their end: in the last part if that is of this type, else in a new one. Sources stand aside: a list of
 * them that comes in the middle of a sentence does not cut it.
 *
 * @example
 * appendText([{ type: 'text', text: 'Hel' }], 'text', 'lo'); // [{ type: 'text', text: 'Hello' }]
 * appendText([{ type: 'reasoning', text: 'Hm' }], 'text', 'Hi');
 * // [{ type: 'reasoning', text: 'Hm' }, { type: 'text', text: 'Hi' }]
 */
export function appendText(
  parts: readonly Part[],
  type: 'text' | 'reasoning',
  text: string,
): readonly Part[] {
  const index = parts.findLastIndex((part) => part.type !== 'source');
  const part = parts[index];
  if (part?.type !== type) return [...parts, { type, text }];
  return parts.with(index, { type, text: part.text + text });
}

/**
 * Parts with all sources replaced; they stand after everything else, in citation order.
 *
 * @example
 * const source = { id: 'a', title: 'FAQ', url: '', snippet: '' };
 * replaceSources([{ type: 'text', text: 'Free [1].' }], [source]);
 * // [{ type: 'text', text: 'Free [1].' }, { type: 'source', ...source }]
 */
export function replaceSources(parts: readonly Part[], sources: readonly Source[]): readonly Part[] {
  const others = parts.filter((part) => part.type !== 'source');
  return [
    ...others,
    ...sources.map(({ id, title, url, snippet }) => ({ type: 'source' as const, id, title, url, snippet })),
  ];
}

/**
 * Parts with the news about a tool: where the tool stands already, else at their end.
 *
 * @example
 * withTool([{ type: 'text', text: 'I look.' }], { type: 'tool', id: 't', name: 'search', state: 'running' });
 * // [{ type: 'text', text: 'I look.' }, { type: 'tool', id: 't', name: 'search', state: 'running' }]
 */
export function withTool(parts: readonly Part[], event: ToolEvent): readonly Part[] {
  const { id, state, output } = event;
  const index = parts.findLastIndex((other) => other.type === 'tool' && other.id === id);
  const known = parts[index] as ToolPart | undefined;
  // An answer that goes on tells only what is new.
  const name = event.name || (known?.name ?? '');
  const { title = known?.title, input = known?.input } = event;
  const part = dropUndefined<ToolPart>({ type: 'tool', id, name, state, title, input, output });
  return known ? parts.with(index, part) : [...parts, part];
}

/**
 * Parts without the last characters of their text, which were none: they are dropped, or stand as thoughts where they stood;
 * and without the tools that count no longer.
 *
 * @example
 * takeBack([{ type: 'text', text: 'Hm. Hi' }], { type: 'take-back', length: 6, as: 'reasoning' });
 * // [{ type: 'reasoning', text: 'Hm. Hi' }]
 */
export function takeBack(
  parts: readonly Part[],
  { length, as, tools = [] }: Pick<TakeBackEvent, 'length' | 'as' | 'tools'>,
): readonly Part[] {
  let left = length;
  const kept = parts.toReversed().flatMap((part): readonly Part[] => {
    if (part.type === 'tool' && tools.includes(part.id ?? '')) return [];
    if (part.type !== 'text' || left === 0) return [part];
    const at = Math.max(0, part.text.length - left);
    left -= part.text.length - at;
    const [text, taken] = [part.text.slice(0, at), part.text.slice(at)];
    return [...(as && taken ? [{ type: as, text: taken }] : []), ...(text ? [{ ...part, text }] : [])];
  });
  return kept.toReversed();
}
