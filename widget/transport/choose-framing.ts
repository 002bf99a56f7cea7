import { isDataStream, readDataLine } from '../protocol/dialects/data-stream.ts';
import { readFrame } from '../protocol/dialects/index.ts';
import { ArrayFraming } from './array-framing.ts';
import type { Framing } from './framing.ts';
import { JsonFraming } from './json-framing.ts';
import { LineFraming } from './line-framing.ts';
import { SseFraming } from './sse-framing.ts';
import { TextFraming } from './text-framing.ts';

export { readFrame } from '../protocol/dialects/index.ts';

/** How a body is written. `html` is a page: an error or a login, never an answer. */
type BodyKind = 'sse' | 'lines' | 'data-stream' | 'json' | 'text' | 'html';

const SSE_STARTS = ['data:', 'event:', 'id:', 'retry:', ':'];
const HTML_STARTS = ['<!doctype html', '<html'];
const LINE_TYPES = /ndjson|jsonl|json-seq|stream\+json/;

/**
 * The framing for a body, from its first characters with the content type as a hint: servers send SSE as `text/plain`,
 * text as `text/html`, and whole JSON where a stream was asked for. Undefined while `head` is too short to recognise, and
 * `'html'` when it is a page.
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
      return new SseFraming(readFrame);
    case 'lines':
      return new LineFraming();
    case 'data-stream':
      return new LineFraming((line) => [...readDataLine(line), { type: 'unfinished' }]);
    case 'json':
      return head.trimStart().startsWith('[') ? new ArrayFraming() : new JsonFraming(contentType);
    case 'text':
      return new TextFraming();
  }
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
  if (isLetters !== false) return isLetters && 'data-stream';
  if (SSE_STARTS.some((prefix) => start.startsWith(prefix))) return 'sse';
  if (HTML_STARTS.some((prefix) => start.startsWith(prefix))) return 'html';
  const isOpen = [...SSE_STARTS, ...HTML_STARTS].some((prefix) => prefix.startsWith(start));
  return isOpen ? undefined : 'text';
}
