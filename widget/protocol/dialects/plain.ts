import { readSourceList } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { isObject } from '../json.ts';
import { readPassages } from './vendor-sources.ts';
import { kindOfName } from './structure-names.ts';

/** End marks in a stream of plain text; `</stream>` is Laravel's. */
const END = /^(?:\[DONE\]|<\/stream>)$/;

/** Open WebUI sends its documents in a separate frame, before OpenAI's chunks. */
export function readDocuments({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json) || !Array.isArray(json['sources']) || Object.keys(json).length > 1) return undefined;
  return readSourceList(json['sources'], readPassages);
}

/**
 * Reads frames that are plain text, or text written as a JSON string so that it keeps its line breaks.
 *
 * @example
 * readPlainText(toFrame('Hel')); // [{ type: 'token', token: 'Hel' }, { type: 'plain' }]
 * readPlainText(toFrame('{"tok')); // undefined: half of a JSON frame
 */
export function readPlainText({ event, data, json }: Frame): readonly FrameEvent[] | undefined {
  const kind = kindOfName(event ?? 'text');
  const text = typeof json === 'string' ? json : data;
  if (kind === 'end' || END.test(text.trim())) return [{ type: 'end' }];
  if (data === '' && event === undefined) return [{ type: 'blank' }];
  if (data === '' || typeof json === 'object' || isBrokenJson(data)) return undefined;
  if (kind === 'thought') return [{ type: 'reasoning', text }];
  if (kind !== 'text' && kind !== 'neutral') return undefined;
  return [{ type: 'token', token: text }, { type: 'plain' }];
}

/** Whether a text is a piece of JSON that was cut: it is not shown to the visitor. */
function isBrokenJson(data: string): boolean {
  return /^\s*(?:\{|\[\s*\{)\s*"/.test(data);
}
