import { isDataStream } from '../protocol/dialects/data-line.ts';
import type { Frame, FrameEvent } from '../protocol/dialects/frame.ts';
import { describeError, readError } from '../protocol/dialects/error.ts';
import { shortenFile } from '../protocol/dialects/files.ts';
import { readFrame } from '../protocol/dialects/index.ts';
import { loadRare, MAX_MARK_CHARACTERS, needsRare } from '../protocol/dialects/rare.ts';
import { AnswerText } from './answer-text.ts';
import { AskingFraming } from './asking-framing.ts';
import { ArrayFraming } from './array-framing.ts';
import type { AsyncFraming, Framing, WaitForCode } from './framing.ts';
import { JsonFraming } from './json-framing.ts';
import { LineFraming } from './line-framing.ts';
import { readUiMessageStream } from '../protocol/dialects/ui-message-stream.ts';
import { TextFraming } from './text-framing.ts';

/** The kinds of body. `html` is an error page or a login, never an answer. */
type BodyKind = 'sse' | 'lines' | 'json' | 'text' | 'html';

const SSE_STARTS = ['data:', 'event:', 'id:', 'retry:', ':'];
const HTML_STARTS = ['<!doctype html', '<html'];
const LINE_TYPES = /ndjson|jsonl|json-seq|stream\+json/;

/**
 * The framing for a body, chosen by its first characters; the content type is only a hint. Servers send SSE as
 * `text/plain`, text as `text/html`, and one JSON document where a stream was asked for. Undefined while `head` is
 * too short to recognise, and `'html'` when it is a page.
 *
 * @example
 * chooseFraming('data: {"tok', 'text/plain'); // an SseFraming
 * chooseFraming('<!doctype html>', 'text/html'); // 'html'
 * chooseFraming('da', 'text/plain'); // undefined: 'data:' or a word such as 'day'
 */
export function chooseFraming(head: string, contentType: string): Framing | 'html' | undefined {
  const kind = sniff(head.trimStart().slice(0, 16).toLowerCase(), contentType.toLowerCase());
  switch (kind) {
    case undefined:
    case 'html':
      return kind;
    case 'sse':
      return new AskingFraming();
    case 'lines':
      return new LineFraming();
    case 'json':
      return head.trimStart().startsWith('[') ? new ArrayFraming() : new JsonFraming(contentType);
    case 'text':
      return new TextFraming();
  }
}

/**
 * As {@link chooseFraming}, for a body that arrives in pieces: the code of a format that few backends write is loaded before its
 * As {@link chooseFraming}, for a body that arrives in pieces. The code of a rare format is loaded before its first
 * frame is read.
 * @example
 * const framing = openFraming('data: {"jsonrpc', 'text/event-stream', (load) => load());
 */
export function openFraming(
  head: string,
  contentType: string,
  waitFor: WaitForCode,
): AsyncFraming | 'html' | undefined {
  const framing = chooseFraming(head, contentType);
  if (framing === undefined || framing === 'html') return framing;
  let tail = '';
  return {
    async push(text) {
      const seen = tail + text;
      tail = seen.slice(-MAX_MARK_CHARACTERS);
      if (needsRare(seen)) await waitFor(loadRare);
      await framing.prepare?.(seen, waitFor);
      return framing.push(text).map(shortenFile);
    },
    end: () => framing.end().map(shortenFile),
  };
}

/** The events of a mix of events and frames: the frames are read here. */
export async function readFrames(
  items: readonly (FrameEvent | Frame)[],
  waitFor: WaitForCode,
): Promise<readonly FrameEvent[]> {
  const isRare = items.some((item) => 'data' in item && needsRare(`event: ${item.event}\n${item.data}`));
  if (isRare) await waitFor(loadRare);
  return items.flatMap((item) => ('type' in item ? [item] : readFrame(item).map(shortenFile)));
}

function sniff(start: string, contentType: string): BodyKind | undefined {
  if (start === '') return undefined;
  if (start.startsWith('{')) return LINE_TYPES.test(contentType) ? 'lines' : 'json';
  if (contentType.includes('event-stream')) return start.startsWith('[') ? 'json' : 'sse';
  if (/^["[]/.test(start) && contentType.includes('json')) return 'json';
  if (start.startsWith('<') && contentType.includes('html')) return 'html';
  return sniffStarts(start);
}

function sniffStarts(start: string): BodyKind | undefined {
  const isLetters = isDataStream(start);
  if (isLetters !== false) return isLetters && 'lines';
  if (SSE_STARTS.some((prefix) => start.startsWith(prefix))) return 'sse';
  if (HTML_STARTS.some((prefix) => start.startsWith(prefix))) return 'html';
  const isOpen = [...SSE_STARTS, ...HTML_STARTS].some((prefix) => prefix.startsWith(start));
  return isOpen ? undefined : 'text';
}

/** The functions that read every format except our Worker's. */
export const FORMATS = {
  AnswerText,
  describeError,
  openFraming,
  readError,
  readFrames,
  readUiMessageStream,
};
