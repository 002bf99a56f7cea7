import type { DoneEvent, Quota, Session, StartEvent } from '../chat-event.ts';
import type { Frame, FrameEvent } from './frame.ts';
import {
  isObject,
  readContent,
  readFinishReason,
  readNumber,
  readObject,
  readString,
  readUsage,
  type JsonObject,
} from './read.ts';
import { readSources } from './sources.ts';

/**
 * Frames that name what they are, in `type`, in `event`, or as the SSE event: our own format, the token/done
 * frames of hand-written servers, and the same idea in n8n, Flowise and Dify. Errors are read elsewhere.
 */
export function readTyped({ event, json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return undefined;
  switch (readString(json['type']) ?? readString(json['event']) ?? event) {
    case 'start':
      return [readStart(json)];
    case 'sources':
    case 'citations':
    case 'sourceDocuments':
      return [
        { type: 'sources', sources: readSources(pickField(json, 'sources', 'citations', 'data', 'content')) },
      ];
    case 'token':
    case 'text':
    case 'content':
    case 'delta':
    case 'chunk':
    case 'item':
      return [{ type: 'token', token: readToken(json) }];
    case 'reasoning':
    case 'thinking':
      return [{ type: 'reasoning', text: readToken(json) }];
    case 'usage':
      return readUsageFrame(json);
    case 'done':
    case 'complete':
      return [readDone(json)];
    case 'end':
    case 'message_end':
      // One of several nodes (n8n) or a frame before metadata: not the end of the stream.
      return [{ type: 'finish', finishReason: 'other' }];
    default:
      return undefined;
  }
}

/** Reads the fields that close an answer, from a `done` frame or a whole JSON answer. */
export function readDone(json: JsonObject): DoneEvent {
  const queryId = readString(json['queryId']);
  const finishReason = readFinishReason(pickField(json, 'finishReason', 'finish_reason', 'done_reason'));
  const sources = pickField(json, 'sources', 'citations', 'search_results', 'sourceDocuments');
  const quotaRemaining = readNumber(json['quotaRemaining']);
  const usage = readUsage(json['usage']);
  return {
    type: 'done',
    ...(queryId === undefined ? {} : { queryId }),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(Array.isArray(sources) ? { sources: readSources(sources) } : {}),
    ...(quotaRemaining === undefined ? {} : { quotaRemaining }),
    ...(usage === undefined ? {} : { usage }),
  };
}

function readStart(json: JsonObject): StartEvent {
  const queryId = readString(json['queryId']);
  const session = readSession(readObject(json['session']));
  const quota = readQuota(readObject(json['quota']));
  const feedback = readString(readObject(json['links'])['feedback']);
  return {
    type: 'start',
    ...(queryId === undefined ? {} : { queryId }),
    ...(session && { session }),
    ...(quota && { quota }),
    ...(feedback === undefined ? {} : { links: { feedback } }),
  };
}

function readSession(session: JsonObject): Session | undefined {
  const { token } = session;
  const expiresAt = readNumber(session['expiresAt']);
  return typeof token === 'string' && expiresAt !== undefined ? { token, expiresAt } : undefined;
}

function readQuota(quota: JsonObject): Quota | undefined {
  const limit = readNumber(quota['limit']);
  const remaining = readNumber(quota['remaining']);
  const resetsAt = readNumber(quota['resetsAt']);
  if (limit === undefined || remaining === undefined || resetsAt === undefined) return undefined;
  return { limit, remaining, resetsAt };
}

function readUsageFrame(json: JsonObject): readonly FrameEvent[] {
  const usage = readUsage(json['usage'] ?? json);
  return usage ? [{ type: 'usage', usage }] : [];
}

function readToken(json: JsonObject): string {
  return readContent(pickField(json, 'token', 'content', 'text', 'delta', 'data')) ?? '';
}

function pickField(json: JsonObject, ...keys: readonly string[]): unknown {
  const key = keys.find((name) => json[name] !== undefined && json[name] !== null);
  return key === undefined ? undefined : json[key];
}
