import type { TakeBackEvent, ToolEvent } from './chat-event.ts';
import type { Part, Source, ToolPart } from './chat-message.ts';
import { dropUndefined } from './json.ts';

/**
 * Appends text to parts: to the last part if it has this type, else as a new part. Source parts are ignored when looking for
 * the last one, because a list of sources may come in mid-sentence.
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
 * Replaces all source parts. The new ones stand at the end, in citation order.
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
 * Updates the part of a tool call, or appends a new one.
 *
 * @example
 * withTool([{ type: 'text', text: 'I look.' }], { type: 'tool', id: 't', name: 'search', state: 'running' });
 * // [{ type: 'text', text: 'I look.' }, { type: 'tool', id: 't', name: 'search', state: 'running' }]
 */
export function withTool(parts: readonly Part[], event: ToolEvent): readonly Part[] {
  const { id, state, output } = event;
  const index = parts.findLastIndex((other) => other.type === 'tool' && other.id === id);
  const known = parts[index] as ToolPart | undefined;
  // In a continued answer, an event has only the fields that are new.
  const name = event.name || (known?.name ?? '');
  const { title = known?.title, input = known?.input } = event;
  const part = dropUndefined<ToolPart>({ type: 'tool', id, name, state, title, input, output });
  return known ? parts.with(index, part) : [...parts, part];
}

/**
 * Removes the last characters of the text, which do not belong to the answer; with `as` they become thoughts at the same
 * position. Also removes the tools in `tools`.
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
