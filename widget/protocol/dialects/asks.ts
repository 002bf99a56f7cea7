import { dropUndefined, type JsonObject, isObject, readList, readObject, readString } from '../json.ts';
import { MAX_RESULT_CHARACTERS } from '../limits.ts';
import type { Frame } from './frame.ts';

/** The backend asks whether a tool call, named in an earlier frame, may run. */
export interface ApprovalAsk {
  readonly type: 'approval';
  readonly id: string;
  readonly callId: string;
  readonly title?: string;
  readonly schema?: JsonObject;
  readonly returned?: JsonObject;
}

/** The backend asks the visitor a question that concerns no tool call. */
export interface QuestionAsk {
  readonly type: 'question';
  readonly id: string;
  readonly title: string;
  readonly schema?: JsonObject;
}

/** A piece of a tool call that the page has to run. After the first piece, only the `index` names the call. */
export interface CallAsk {
  readonly type: 'call';
  readonly index: number;
  readonly id?: string;
  readonly name?: string;
  readonly piece: string;
}

/** Fields of a tool call that are sent back to the backend unchanged. */
export interface ReturnedAsk {
  readonly type: 'returned';
  readonly callId: string;
  readonly returned: JsonObject;
}

/** The tool calls that the page has to run. Without `callIds`: all calls without a result. */
export interface PendingAsk {
  readonly type: 'pending';
  readonly callIds?: readonly string[];
}

/** What a frame asks of the visitor or the page. */
export type Ask = ApprovalAsk | QuestionAsk | CallAsk | ReturnedAsk | PendingAsk;

/** The schema of a confirmation for which the backend gives none. */
const YES_OR_NO: JsonObject = { type: 'boolean' };

/**
 * Reads what a frame asks of the visitor or the page. AI SDK 7: `tool-approval-request` (`UIMessageChunk` in `ai` 7.0.173).
 * AG-UI 1.0: the outcome of `RUN_FINISHED` (`Interrupt` in `@ag-ui/core` 1.0.0). OpenAI: `tool_calls`.
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

/** Metadata that some models sign: without it they refuse the call when it is sent back. */
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
