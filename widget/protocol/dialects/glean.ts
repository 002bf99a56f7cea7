import { type JsonObject, isObject, pickString, readList, readObject } from '../json.ts';
import { readFinish, readOneSource, readToken, toFailure } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { readSuggestions } from './suggestions.ts';

/**
 * Glean: one JSON document, or a line for each piece. Each of its `messages` has a `messageType` and `fragments`. Only
 * `CONTENT` messages of `GLEAN_AI` are the answer; `UPDATE` messages describe its search. Types of `@gleanwork/api-client`:
 * `ChatResponse`, `ChatMessage`, `ChatMessageFragment`.
 *
 * @example
 * readGlean(toFrame('{"messages":[{"author":"GLEAN_AI","messageType":"CONTENT","fragments":[{"text":"Hi"}]}]}'));
 * // [{ type: 'token', token: 'Hi' }]
 */
export function readGlean({ data, json }: Frame): readonly FrameEvent[] | undefined {
  const { messages, followUpPrompts } = readObject(json);
  if (!readList(messages).some((message) => isObject(message) && 'messageType' in message)) return undefined;
  const suggestions = readSuggestions(followUpPrompts);
  return [
    ...readList(messages).flatMap((message) => readMessage(readObject(message))),
    ...(suggestions.length > 0 ? [{ type: 'suggestions', suggestions } as const] : []),
    // A body that is one document (`data` is empty) is complete.
    ...(data === '' ? readFinish('stop') : []),
  ];
}

function readMessage({ author, messageType, fragments }: JsonObject): readonly FrameEvent[] {
  if (author !== 'GLEAN_AI') return [];
  const parts = readList(fragments).map(readObject);
  switch (messageType) {
    case 'CONTENT':
      return parts.flatMap(({ text, citation }) => [
        ...readToken(text),
        ...readOneSource(readObject(citation)['sourceDocument']),
      ]);
    case 'CONTROL_START':
      return [{ type: 'unfinished' }];
    case 'CONTROL_FINISH':
      return readFinish('stop');
    case 'CONTROL_CANCEL':
      return toFailure('the message was cancelled', 'truncated');
    case 'ERROR':
      return toFailure(parts.map((part) => pickString(part, 'text')).join(''));
    default:
      return [];
  }
}
