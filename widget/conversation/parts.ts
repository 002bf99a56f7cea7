import type { Part, Source } from '../protocol/chat-message.ts';

/** Parts with `text` appended to the last part of that type, which is made when there is none. */
export function appendText(
  parts: readonly Part[],
  type: 'text' | 'reasoning',
  text: string,
): readonly Part[] {
  const index = parts.findLastIndex((part) => part.type === type);
  const part = parts[index];
  if (part?.type !== type) return [...parts, { type, text }];
  return parts.with(index, { type, text: part.text + text });
}

/** Parts with all sources replaced; they stand after everything else, in citation order. */
export function replaceSources(parts: readonly Part[], sources: readonly Source[]): readonly Part[] {
  const others = parts.filter((part) => part.type !== 'source');
  return [
    ...others,
    ...sources.map(({ id, title, url, snippet }) => ({ type: 'source' as const, id, title, url, snippet })),
  ];
}
