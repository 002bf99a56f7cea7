import type { ChatMessage } from '../protocol/chat-message.ts';
import { type JsonObject, readList, readObject } from '../protocol/json.ts';
import { type Call, returnedOf, stepsOf } from './steps.ts';

/**
 * The body of the AI SDK's chat transport with which an answer is continued: the transcript ends with the answer, under its
 * own id, and the answer's calls have their approvals and results. Types of `ai` 7.0.173: `UIMessage`, `ToolUIPart`.
 */
export function toUiMessageBody(body: JsonObject, answered: ChatMessage): Record<string, unknown> {
  const parts = stepsOf(answered).flatMap(({ text, calls }) => [
    { type: 'step-start' },
    ...(text === '' ? [] : [{ type: 'text', text, state: 'done' }]),
    ...calls.map(toToolPart),
  ]);
  const answer = { id: answered.queryId ?? answered.id, role: 'assistant', parts };
  return { ...body, messages: [...readList(body['messages']), answer] };
}

function toToolPart({ id: toolCallId, name, input, outcome, interrupt }: Call): JsonObject {
  const { dynamic, ...returned } = returnedOf(interrupt);
  const named = dynamic === true ? { type: 'dynamic-tool', toolName: name } : { type: `tool-${name}` };
  const call = { ...named, toolCallId, input, ...returned };
  const approval = (approved: boolean): JsonObject =>
    interrupt?.kind === 'approval'
      ? { approval: { ...readObject(interrupt.returned?.['approval']), id: interrupt.id, approved } }
      : {};
  switch (outcome.type) {
    case 'allowed':
    case 'refused':
      return { ...call, state: 'approval-responded', ...approval(outcome.type === 'allowed') };
    case 'denied':
      return { ...call, state: 'output-denied', ...approval(false) };
    case 'given':
      return { ...call, state: 'output-available', output: outcome.output, ...approval(true) };
    case 'failed':
      return { ...call, state: 'output-error', errorText: outcome.reason, ...approval(true) };
  }
}
