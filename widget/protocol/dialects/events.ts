import type { FrameEvent } from './frame.ts';
import { readContent, readFinishReason, readUsage } from './read.ts';
import { readNamedSource, readSources } from './vendor-sources.ts';
import type { ChatErrorCode } from '../chat-error.ts';
import type { Source } from '../chat-message.ts';

// Each function below reads one field of a vendor's frame and returns its events: none when the field is missing, null or
// unusable.

/** A piece of the answer, from a content field. */
export function readToken(content: unknown): readonly FrameEvent[] {
  const token = readContent(content);
  return token ? [{ type: 'token', token }] : [];
}

/** A piece of the model's thinking, from a content field. */
export function readReasoning(content: unknown): readonly FrameEvent[] {
  const text = readContent(content);
  return text ? [{ type: 'reasoning', text }] : [];
}

/** The finish reason. When a model ended in an error, the turn has failed, whatever else its frame contains. */
export function readFinish(reason: unknown): readonly FrameEvent[] {
  const finishReason = readFinishReason(reason);
  if (!finishReason) return [];
  if (finishReason !== 'error') return [{ type: 'finish', finishReason }];
  return [{ type: 'error', code: 'model-failed', message: 'the model ended in an error' }];
}

/** Token counts. */
export function readTokenCounts(counts: unknown): readonly FrameEvent[] {
  const usage = readUsage(counts);
  return usage ? [{ type: 'usage', usage }] : [];
}

/** One more source. */
export function readOneSource(entry: unknown): readonly FrameEvent[] {
  const source = readNamedSource(entry, 0);
  return source ? [{ type: 'source', source }] : [];
}

/** A list of sources, or the documents in a field. */
export function readSourceList(list: unknown, read = readSources): readonly FrameEvent[] {
  const sources: readonly Source[] = read(list);
  return sources.length > 0 ? [{ type: 'sources', sources }] : [];
}

/** The backend's own name for the conversation. */
export function readThread(id: unknown): readonly FrameEvent[] {
  return typeof id === 'string' && id !== '' ? [{ type: 'thread', id }] : [];
}

/** The end of a turn that failed; `message` is for developers. */
export function toFailure(message: string, code: ChatErrorCode = 'model-failed'): readonly FrameEvent[] {
  return [{ type: 'error', code, message }];
}
