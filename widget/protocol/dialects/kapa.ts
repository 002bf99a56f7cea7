import { isObject, readObject, readString } from '../json.ts';
import { readFinish, readSourceList, readToken, toFailure } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { type FrameTable, readByName } from './read-by-name.ts';
import { readTool } from './tools.ts';

const FRAMES: FrameTable = {
  partial_answer: ({ text }) => readToken(text),
  relevant_sources: ({ relevant_sources: sources }) => readSourceList(sources),
  agent_activity_update: (json) => readTool(json, json['error'] ? 'failed' : readState(json['status'])),
  // `identifiers` comes last; only an error may follow.
  identifiers: () => readFinish('stop'),
  error: ({ reason }) => toFailure(readString(reason) ?? 'failed'),
};

/**
 * Kapa's streamed chat. `{"chunk":{"type":"partial_answer","content":{"text":"Hi"}}}`, each followed by U+241E; then
 * `relevant_sources` (`source_url`, `title`) and `identifiers`. https://docs.kapa.ai/api/reference/chat-streamed, and the
 * reader in `@kapaai/react-sdk` 0.13.1.
 *
 * @example
 * readKapa(toFrame('{"chunk":{"type":"partial_answer","content":{"text":"Hi"}}}')); // [{ type: 'token', token: 'Hi' }]
 */
export function readKapa({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json) || !isObject(json['chunk'])) return undefined;
  const { type, content } = json['chunk'];
  return readByName(FRAMES, type, readObject(content)) ?? [];
}

function readState(status: unknown): 'running' | 'done' {
  return /^(?:completed?|success|finished)$/i.test(readString(status) ?? '') ? 'done' : 'running';
}
