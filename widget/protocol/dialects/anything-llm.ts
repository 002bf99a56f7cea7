import { isObject, pickString, readString } from '../json.ts';
import { readFinish, readReasoning, readSourceList, readToken, toFailure } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';

/**
 * AnythingLLM: `textResponseChunk` with a piece in `textResponse`, or the whole in `textResponse`; `close` is true in the last
 * one, which has the `sources`. An error is a text under `error`. `writeResponseChunk` in Mintplex-Labs/anything-llm,
 * `server/utils/helpers/chat/responses.js`.
 *
 * @example
 * readAnythingLlm(toFrame('{"uuid":"u","type":"textResponseChunk","textResponse":"Hi","close":false}'));
 * // [{ type: 'token', token: 'Hi' }]
 */
export function readAnythingLlm({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return undefined;
  switch (json['type']) {
    case 'textResponseChunk':
    case 'textResponse':
      return [
        ...readToken(json['textResponse']),
        ...readSourceList(json['sources']),
        ...readFinish(json['close'] === true ? 'stop' : ''),
      ];
    case 'finalizeResponseStream':
      return [{ type: 'end' }];
    case 'agentThought':
      return readReasoning(json['thought']);
    case 'abort':
      return readString(json['uuid']) === undefined
        ? undefined
        : toFailure(pickString(json, 'error') || 'aborted by the server');
    default:
      return undefined;
  }
}
