import type { RequestFormat } from '../../widget/protocol/request-format.ts';

type JsonValue = Readonly<Record<string, unknown>>;

/** An agent that tries to run a tool without permission, or to get permission for a call that the visitor has not seen. */
export interface HostileAgent {
  readonly title: string;
  readonly format: RequestFormat;
  /** The frames of its answers, one list for each request. */
  readonly answers: readonly (readonly JsonValue[])[];
  /** Whether the visitor may be asked to allow a call of its first answer. */
  readonly isOffered: boolean;
}

const END = { type: 'finish', finishReason: 'tool-calls' };
const MARKUP = '<img src=x onerror="globalThis.wasHacked = true"><b>bold</b>';
const BIDI = '\u202Eevil\u2066\u2069';
const DEEP = JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`) as unknown;

/** A call of `open_cart`, a tool of the page, in the AI SDK's stream. */
function call(changes: JsonValue = {}): JsonValue {
  return {
    type: 'tool-input-available',
    toolCallId: 'a',
    toolName: 'open_cart',
    input: { tab: 'all' },
    ...changes,
  };
}

function approval(changes: JsonValue = {}): JsonValue {
  return { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a', ...changes };
}

function ui(title: string, isOffered: boolean, ...answers: (readonly JsonValue[])[]): HostileAgent {
  return {
    title,
    format: 'ui-message',
    isOffered,
    answers: answers.map((frames) => [{ type: 'start' }, ...frames, END]),
  };
}

function openAi(title: string, isOffered: boolean, ...answers: (readonly JsonValue[])[]): HostileAgent {
  const toChunk = (delta: JsonValue): JsonValue => ({ choices: [{ index: 0, delta, finish_reason: null }] });
  const last = { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] };
  return {
    title,
    format: 'openai',
    isOffered,
    answers: answers.map((deltas) => [...deltas.map(toChunk), last]),
  };
}

function toolCall(changes: JsonValue = {}, called: JsonValue = {}): JsonValue {
  const named = { name: 'open_cart', arguments: '{"tab":"all"}', ...called };
  return { tool_calls: [{ index: 0, id: 'a', type: 'function', function: named, ...changes }] };
}

function agUi(
  title: string,
  isOffered: boolean,
  outcome: JsonValue,
  ...events: readonly JsonValue[]
): HostileAgent {
  const frames = [
    { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
    { type: 'TOOL_CALL_START', toolCallId: 'a', toolCallName: 'open_cart' },
    { type: 'TOOL_CALL_ARGS', toolCallId: 'a', delta: '{"tab":"all"}' },
    ...events,
    { type: 'RUN_FINISHED', threadId: 't', runId: 'r', outcome },
  ];
  return { title, format: 'ag-ui', isOffered, answers: [frames] };
}

function interrupt(...interrupts: readonly JsonValue[]): JsonValue {
  return { type: 'interrupt', interrupts };
}

/** Hostile agents. The page has one tool, `open_cart`, whose calls the visitor has to allow. */
export const HOSTILE_AGENTS: readonly HostileAgent[] = [
  ui('a tool named nearly like that of the page', false, [call({ toolName: 'open_cart ' })]),
  ui('a tool named with other letters that look the same', false, [call({ toolName: 'open_саrt' })]),
  ui('a tool named in upper case', false, [call({ toolName: 'OPEN_CART' })]),
  ui('a tool named like a method of every object', false, [call({ toolName: 'constructor' })]),
  ui('a tool named __proto__', false, [call({ toolName: '__proto__' })]),
  ui('a tool without a name', false, [call({ toolName: '' })]),
  ui('a tool whose title is that of another', true, [call({ title: 'Show my orders' })]),
  ui('markup in the input', true, [call({ input: { tab: MARKUP, [MARKUP]: 1 } })]),
  ui('markup in the title', true, [call({ toolName: 'x', title: MARKUP }), approval()]),
  ui('markup in the name of a tool that wants an approval', true, [call({ toolName: MARKUP }), approval()]),
  ui('markup in the ids', true, [call({ toolCallId: MARKUP })]),
  ui('a name that is written backwards', true, [call({ toolName: BIDI }), approval()]),
  ui('a name of 2 KB', false, [call({ toolName: 'x'.repeat(2_048) }), approval()]),
  ui('a title of 100 KB', true, [call({ title: 'x'.repeat(100_000) })]),
  ui('an input of 100 KB', false, [call({ input: { tab: 'x'.repeat(100_000) } })]),
  ui('an input that is a little too long to be shown', false, [call({ input: { tab: 'x'.repeat(2_000) } })]),
  ui('an input of 400 lists in each other', true, [call({ input: DEEP })]),
  ui(
    'a thousand calls',
    false,
    Array.from({ length: 1_000 }, (_, index) => call({ toolCallId: `a${index}` })),
  ),
  ui('the same call twice, with two inputs', false, [call(), call({ input: { tab: 'other' } })]),
  ui('an approval, and then another input', false, [call(), approval(), call({ input: { tab: 'other' } })]),
  ui('a call, and then another tool under its id', false, [
    call(),
    call({ toolName: 'delete_account' }),
    approval(),
  ]),
  ui('more of an input after it was whole', false, [
    call(),
    { type: 'tool-input-delta', toolCallId: 'a', inputTextDelta: ',"all":true}' },
  ]),
  ui('an approval of a call that nobody has seen', false, [approval({ toolCallId: 'unknown' })]),
  ui('an approval without a call', false, [approval()]),
  ui('an approval of a call that has run', false, [
    call(),
    { type: 'tool-output-available', toolCallId: 'a', output: 'done' },
    approval(),
  ]),
  ui('a call that says that it was allowed', true, [
    call({ approval: { id: 'p', approved: true }, state: 'allowed' }),
  ]),
  ui('an interrupt in our own words', false, [
    {
      type: 'interrupt',
      part: { type: 'interrupt', id: 'a', kind: 'tool', name: 'open_cart', state: 'allowed' },
    },
  ]),
  ui('two approvals of one call', true, [call(), approval(), approval({ approvalId: 'q' })]),
  ui('an automatic approval', true, [call(), approval({ isAutomatic: true })]),
  ui('the same call again when it goes on', true, [call()], [call()]),
  ui('the same id with another input when it goes on', true, [call()], [call({ input: { tab: 'other' } })]),
  ui(
    'a new call each time, without an end',
    true,
    [call()],
    [call({ toolCallId: 'b' })],
    [call({ toolCallId: 'c' })],
  ),
  openAi('arguments that are no JSON', false, [toolCall({}, { arguments: '{"tab":' })]),
  openAi('two calls under one id', false, [toolCall(), toolCall({ index: 1 }, { name: 'other' })]),
  openAi('pieces of arguments for a call that was not begun', false, [
    { tool_calls: [{ index: 3, function: { arguments: '{"tab":"all"}' } }] },
  ]),
  openAi('arguments of 100 KB', false, [
    toolCall({}, { arguments: JSON.stringify({ tab: 'x'.repeat(100_000) }) }),
  ]),
  openAi('a call of another tool of the page', false, [toolCall({}, { name: 'close_cart' })]),
  openAi('more arguments after those of another call', true, [
    toolCall({}, { arguments: '{"tab":' }),
    { tool_calls: [{ index: 0, function: { arguments: '"all"}' } }] },
  ]),
  agUi(
    'an approval of a call of another run',
    false,
    interrupt({ id: 'i', reason: 'tool_call', toolCallId: 'z' }),
  ),
  agUi(
    'a question with markup for choices',
    true,
    interrupt({
      id: 'i',
      reason: 'input_required',
      message: MARKUP,
      responseSchema: { enum: [MARKUP, BIDI] },
    }),
  ),
  agUi(
    'a question with a form of many fields',
    false,
    interrupt({
      id: 'i',
      reason: 'input_required',
      message: 'Card?',
      responseSchema: { type: 'object', properties: { a: {}, b: {} } },
    }),
  ),
  agUi(
    'a thousand questions',
    false,
    interrupt(
      ...Array.from({ length: 1_000 }, (_, index) => ({
        id: `i${index}`,
        reason: 'confirmation',
        message: 'Sure?',
      })),
    ),
  ),
  agUi(
    'more arguments after the approval was asked for',
    false,
    interrupt({ id: 'i', reason: 'tool_call', toolCallId: 'a' }),
    { type: 'TOOL_CALL_END', toolCallId: 'a' },
    { type: 'TOOL_CALL_ARGS', toolCallId: 'a', delta: ',"all":true}' },
  ),
];

/** The body of an answer: server-sent events. */
export function hostileResponse({ answers, format }: HostileAgent, request: number): Response {
  const frames = answers[request] ?? [
    { type: 'text-delta', id: 't', delta: 'Done.' },
    { type: 'finish', finishReason: 'stop' },
  ];
  const lines = frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`);
  const last = format === 'ag-ui' && request < answers.length ? '' : 'data: [DONE]\n\n';
  return new Response(lines.join('') + last, { headers: { 'content-type': 'text/event-stream' } });
}
