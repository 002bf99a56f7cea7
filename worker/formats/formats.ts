import { ChatError } from '../../widget/protocol/chat-error.ts';
import { openAi } from './openai.ts';
import { ours } from './ours.ts';
import { uiMessage } from './ui-message.ts';
import type { WireFormat } from './wire-format.ts';
import { workersAi } from './workers-ai.ts';

/** The formats, by their names in `?format=`. Where none is named, a POST is answered in `default` and a GET in `workers-ai`. */
export const WIRE_FORMATS: ReadonlyMap<string, WireFormat> = new Map([
  ['default', ours],
  ['workers-ai', workersAi],
  ['openai', openAi],
  ['ui-message', uiMessage],
]);

/** The format with this name. Throws `bad-request` where there is none. */
export function formatOf(name: string): WireFormat {
  const wire = WIRE_FORMATS.get(name);
  if (wire) return wire;
  throw new ChatError('bad-request', `format must be one of ${[...WIRE_FORMATS.keys()].join(', ')}`);
}
