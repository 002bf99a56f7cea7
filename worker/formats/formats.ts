import { ChatError } from '../../widget/protocol/chat-error.ts';
import { openAi } from './openai.ts';
import { ours } from './ours.ts';
import { uiMessage } from './ui-message.ts';
import type { WireFormat } from './wire-format.ts';
import { workersAi } from './workers-ai.ts';

/** The formats of `?format=`; without one it is `default`, for GET `workers-ai`. */
export const WIRE_FORMATS: ReadonlyMap<string, WireFormat> = new Map([
  ['default', ours],
  ['workers-ai', workersAi],
  ['openai', openAi],
  ['ui-message', uiMessage],
]);

/** Throws `bad-request` for a format that there is not. */
export function formatOf(name: string): WireFormat {
  const wire = WIRE_FORMATS.get(name);
  if (wire) return wire;
  throw new ChatError('bad-request', `format must be one of ${[...WIRE_FORMATS.keys()].join(', ')}`);
}
