import type { ChatMessage, InterruptPart } from '../protocol/chat-message.ts';
import { isObject, type JsonObject, readList, readObject } from '../protocol/json.ts';
import { unsentInterrupts } from './round.ts';
import { type Call, stepsOf, textOfOutcome } from './steps.ts';

/**
 * The body of OpenAI's chat completions with which an answer is continued: after the transcript, the answer with its
 * `tool_calls`, and a message of the role `tool` for each. https://platform.openai.com/docs/guides/function-calling
 */
export function toOpenAiBody(body: JsonObject, answered: ChatMessage): Record<string, unknown> {
  const messages = stepsOf(answered).flatMap(({ text, calls }) => [
    {
      role: 'assistant',
      content: text || null,
      ...(calls.length > 0 && { tool_calls: calls.map(toFunction) }),
    },
    ...calls.map(({ id, outcome }) => ({ role: 'tool', tool_call_id: id, content: textOfOutcome(outcome) })),
  ]);
  return { ...body, messages: [...readList(body['messages']), ...messages] };
}

/**
 * The body of AG-UI with which an answer is continued: `resume` has the answers to its interrupts, and each call of a tool of
 * the page gets a message of the role `tool`. Types of `@ag-ui/core` 1.0.0: `RunAgentInput`, `ResumeEntry`.
 */
export function toAgUiBody(body: JsonObject, answered: ChatMessage): Record<string, unknown> {
  const { id } = answered;
  const messages = stepsOf(answered).flatMap(({ text, calls }, index) => {
    const ended = calls.filter(({ outcome }) => outcome.type === 'given' || outcome.type === 'failed');
    return [
      {
        id: `${id}-${index}`,
        role: 'assistant',
        ...(text && { content: text }),
        ...(calls.length > 0 && { toolCalls: calls.map(toFunction) }),
      },
      ...ended.map((call) => ({
        id: `${id}-${call.id}`,
        role: 'tool',
        toolCallId: call.id,
        content: textOfOutcome(call.outcome),
      })),
    ];
  });
  const resume = unsentInterrupts(answered)
    .filter(({ kind }) => kind !== 'tool')
    .map(toResume);
  return {
    ...body,
    messages: [...readList(body['messages']), ...messages],
    ...(resume.length > 0 && { resume }),
  };
}

/**
 * The body of the next question, which cancels open interrupts: an AG-UI thread accepts nothing else until its interrupts are
 * answered.
 */
export function cancelAgUi(body: JsonObject, left: readonly InterruptPart[]): Record<string, unknown> {
  const open = left.filter(({ kind }) => kind !== 'tool');
  if (open.length === 0) return { ...body };
  return { ...body, resume: open.map(({ id }) => ({ interruptId: id, status: 'cancelled' })) };
}

function toResume(part: InterruptPart): JsonObject {
  const { id: interruptId, kind, state, answer } = part;
  if (kind === 'question' && state === 'refused') return { interruptId, status: 'cancelled' };
  const payload = kind === 'approval' ? decision(part, state === 'allowed') : answer;
  return { interruptId, status: 'resolved', payload };
}

/** The answer to an approval in the form of its schema: a plain boolean, or an object with a boolean property. */
function decision({ schema }: InterruptPart, approved: boolean): unknown {
  const isPlain = schema?.['type'] === 'boolean';
  const { approved: field, ...others } = readObject(schema?.['properties']);
  const [other] =
    Object.entries(others).find(([, value]) => isObject(value) && value['type'] === 'boolean') ?? [];
  if (isPlain) return approved;
  return field === undefined && other !== undefined ? { [other]: approved } : { approved };
}

function toFunction({ id, name, input }: Call): JsonObject {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
}
