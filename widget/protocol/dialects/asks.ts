import { dropUndefined, type JsonObject, isObject, readList, readObject, readString } from '../json.ts';
import { MAX_RESULT_CHARACTERS } from '../limits.ts';
import type { Frame } from './frame.ts';

/** A yes or no to a call that the frames have told of. */
export interface ApprovalAsk {
  readonly type: 'approval';
  readonly id: string;
  readonly callId: string;
  readonly title?: string;
  readonly schema?: JsonObject;
  readonly returned?: JsonObject;
}

/** A question to the visitor that is about no call. */
export interface QuestionAsk {
  readonly type: 'question';
  readonly id: string;
  readonly title: string;
  readonly schema?: JsonObject;
}

/** More of a call, which whoever reads the stream has to run; its pieces are known by their index alone. */
export interface CallAsk {
  readonly type: 'call';
  readonly index: number;
  readonly id?: string;
  readonly name?: string;
  readonly piece: string;
}

/** What goes back with a call as it came. */
export interface ReturnedAsk {
  readonly type: 'returned';
  readonly callId: string;
  readonly returned: JsonObject;
}

/** The calls that whoever reads the stream has to run; without ids all that have no result. */
export interface PendingAsk {
  readonly type: 'pending';
  readonly callIds?: readonly string[];
}

/** What a frame says about an answer that waits for somebody. */
export type Ask = ApprovalAsk | QuestionAsk | CallAsk | ReturnedAsk | PendingAsk;

/** The shape of a yes or a no where a backend names none. */
const YES_OR_NO: JsonObject = { type: 'boolean' };

/**
 * What a frame asks of whoever reads the stream: AI SDK 7 by `tool-approval-request` (`UIMessageChunk` in `ai` 7.0.173), AG-UI
 * 1.0 by the outcome of `RUN_FINISHED` (`Interrupt` in `@ag-ui/core` 1.0.0), OpenAI by `tool_calls`.
 *
 * @example
 * readAsks(toFrame('{"type":"tool-approval-request","approvalId":"p","toolCallId":"c"}'));
 * // [{ type: 'approval', id: 'p', callId: 'c' }]
 */
export function readAsks({ json }: Pick<Frame, 'json'>): readonly Ask[] {
  if (!isObject(json)) return [];
  switch (json['type']) {
    case 'tool-approval-request':
      return json['isAutomatic'] === true ? [] : readApproval(json);
    case 'tool-input-available':
      return readReturned(json);
    case 'RUN_FINISHED':
      return readOutcome(readObject(json['outcome']));
    default: {
      const choice = readObject(readList(json['choices'])[0]);
      return readList(readObject(choice['delta'])['tool_calls']).flatMap(readCall);
    }
  }
}

function readApproval(json: JsonObject): readonly Ask[] {
  const { approvalId: id, toolCallId: callId, inputSchemaInput, reason: requestReason, signature } = json;
  if (typeof id !== 'string' || typeof callId !== 'string') return [];
  const returned = toReturned({ inputSchemaInput, requestReason, signature });
  return [
    dropUndefined<ApprovalAsk>({
      type: 'approval',
      id,
      callId,
      title: readString(requestReason),
      schema: undefined,
      returned,
    }),
  ];
}

/** Without a signature of theirs some models refuse the call. */
function readReturned({ toolCallId: callId, providerMetadata, dynamic }: JsonObject): readonly Ask[] {
  const returned = toReturned({ callProviderMetadata: providerMetadata, dynamic });
  return typeof callId === 'string' && returned ? [{ type: 'returned', callId, returned }] : [];
}

function toReturned(fields: JsonObject): JsonObject | undefined {
  const returned = dropUndefined<JsonObject>(fields);
  const { length } = JSON.stringify(returned);
  return Object.keys(returned).length > 0 && length <= MAX_RESULT_CHARACTERS ? returned : undefined;
}

function readOutcome({ type, interrupts, pendingToolCallIds: ids }: JsonObject): readonly Ask[] {
  if (type === 'interrupt') return readList(interrupts).map(readObject).flatMap(readInterrupt);
  if (type !== undefined && type !== 'success') return [];
  const callIds = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : undefined;
  return [callIds ? { type: 'pending', callIds } : { type: 'pending' }];
}

function readInterrupt({ id, reason, message, toolCallId, responseSchema }: JsonObject): readonly Ask[] {
  if (typeof id !== 'string') return [];
  const schema = isObject(responseSchema) ? responseSchema : undefined;
  const title = readString(message) || readString(reason) || '';
  if (typeof toolCallId === 'string')
    return [
      dropUndefined<ApprovalAsk>({
        type: 'approval',
        id,
        callId: toolCallId,
        title,
        schema,
        returned: undefined,
      }),
    ];
  const asked = schema ?? (reason === 'confirmation' ? YES_OR_NO : undefined);
  return [dropUndefined<QuestionAsk>({ type: 'question', id, title, schema: asked })];
}

function readCall(call: unknown): readonly Ask[] {
  const { index, id, function: called } = readObject(call);
  const { name, arguments: piece } = readObject(called);
  return [
    dropUndefined<CallAsk>({
      type: 'call',
      index: typeof index === 'number' ? index : 0,
      id: readString(id) || undefined,
      name: readString(name) || undefined,
      piece: readString(piece) ?? '',
    }),
  ];
}
