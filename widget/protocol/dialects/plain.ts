import { readSourceList, readToken } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { isObject } from '../json.ts';
import { isNamedText } from './names.ts';
import { readPassages } from './sources.ts';

/** Where an untyped frame may hold its piece of text, most specific name first. */
const TEXT_KEYS = ['token', 'text', 'content', 'delta', 'answer'] as const;

const END_EVENTS: ReadonlySet<string | undefined> = new Set(['done', 'end', 'complete', 'close']);

/**
 * JSON frames with one text field: `{"text": "Hel"}`, which name themselves nothing or text. Nothing in them says when the
 * answer ends.
 *
 * @example
 * readTextField(toFrame('{"text":"Hel"}')); // [{ type: 'token', token: 'Hel' }]
 * readTextField(toFrame('{"type":"status","text":"Searching"}')); // undefined
 */
export function readTextField(frame: Frame): readonly FrameEvent[] | undefined {
  const { json } = frame;
  if (!isObject(json) || !isNamedText(frame)) return undefined;
  const key = TEXT_KEYS.find((name) => typeof json[name] === 'string');
  if (key) return readToken(json[key]);
  // Open WebUI tells its documents in a frame of their own, before OpenAI's chunks.
  return Array.isArray(json['sources']) ? readSourceList(json['sources'], readPassages) : undefined;
}

/**
 * Frames that are text and no JSON object, or text written as a JSON string so that it keeps its line breaks.
 *
 * @example
 * readPlainText(toFrame('Hel')); // [{ type: 'token', token: 'Hel' }, { type: 'open-ended' }]
 * readPlainText(toFrame('{"tok')); // undefined: half of a JSON frame
 */
export function readPlainText({ event, data, json }: Frame): readonly FrameEvent[] | undefined {
  if (END_EVENTS.has(event)) return [{ type: 'end' }];
  if (data === '' || typeof json === 'object' || !isNamedText({ event, json }) || isBrokenJson(data))
    return undefined;
  return [{ type: 'token', token: typeof json === 'string' ? json : data }, { type: 'open-ended' }];
}

/** A visitor should never read half of a JSON frame. */
function isBrokenJson(data: string): boolean {
  return /^\s*(?:\{|\[\s*\{)\s*"/.test(data);
}
