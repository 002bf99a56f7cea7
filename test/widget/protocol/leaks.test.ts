import { expect } from 'chai';
import { readAnswer } from '../../../widget/protocol/dialects/answer.ts';
import { readFrame, toFrame } from '../../../widget/protocol/dialects/index.ts';

/** Frames with a text that is no answer, under the keys that answers have. `[SSE event, JSON]`. */
export const LEAKS: readonly (readonly [string | undefined, object])[] = [
  [undefined, { type: 'status', content: 'SECRET' }],
  [undefined, { type: 'tool_result', content: 'SECRET' }],
  [undefined, { type: 'tool_call', text: 'SECRET' }],
  [undefined, { type: 'title', text: 'SECRET' }],
  [undefined, { type: 'metadata', content: 'SECRET' }],
  [undefined, { type: 'progress', delta: 'SECRET' }],
  [undefined, { type: 'log', text: 'SECRET' }],
  [undefined, { type: 'step', content: 'SECRET', name: 'retrieve' }],
  [undefined, { type: 'thinking', content: 'SECRET' }],
  [undefined, { type: 'thinking_delta', delta: 'SECRET' }],
  [undefined, { type: 'reasoning-delta', delta: 'SECRET' }],
  [undefined, { type: 'reasoning_content', text: 'SECRET' }],
  [undefined, { type: 'thought', content: 'SECRET' }],
  [undefined, { event: 'agent_thought', thought: 'SECRET', answer: 'SECRET' }],
  [undefined, { event: 'thinking', data: 'SECRET' }],
  [undefined, { event: 'usedTools', data: 'SECRET' }],
  [undefined, { event: 'node_started', text: 'SECRET' }],
  [undefined, { role: 'tool', content: 'SECRET' }],
  [undefined, { role: 'user', content: 'SECRET' }],
  [undefined, { role: 'system', text: 'SECRET' }],
  [undefined, { type: 'message', role: 'user', content: 'SECRET' }],
  [undefined, { type: 'text', role: 'tool', text: 'SECRET' }],
  [undefined, { object: 'thread.title', text: 'SECRET' }],
  [undefined, { type: 'REASONING_MESSAGE_CONTENT', messageId: 'r', delta: 'SECRET' }],
  [undefined, { type: 'TOOL_CALL_ARGS', toolCallId: 't', delta: 'SECRET' }],
  [undefined, { type: 'TOOL_CALL_RESULT', toolCallId: 't', content: 'SECRET' }],
  [undefined, { type: 'tool-input-delta', toolCallId: 't', inputTextDelta: 'SECRET', text: 'SECRET' }],
  [undefined, { type: 'HumanMessage', content: 'SECRET' }],
  [undefined, { type: 'ToolMessage', content: 'SECRET' }],
  [undefined, { type: 'code', content: 'SECRET', role: 'assistant' }],
  [undefined, { type: 'status', response: 'SECRET' }],
  [undefined, { choices: [{ delta: { role: 'tool', content: 'SECRET' } }] }],
  [undefined, { message: { role: 'tool', content: 'SECRET' }, done: false }],
  [undefined, { choices: [{ delta: { tool_calls: [{ function: { arguments: 'SECRET' } }] } }] }],
  ['status', { text: 'SECRET' }],
  ['tool_call', { content: 'SECRET' }],
  ['thinking', { text: 'SECRET' }],
  ['metadata', { content: 'SECRET' }],
  ['status', { type: 'text', text: 'SECRET' }],
];

describe('a frame that is no answer', () => {
  for (const [event, json] of LEAKS) {
    it(`has no text: ${event ?? ''} ${JSON.stringify(json)}`, () => {
      const events = readFrame(toFrame(JSON.stringify(json), event));
      expect(events.filter(({ type }) => type === 'token')).to.deep.equal([]);
      const whole = event === undefined ? (readAnswer(json) ?? []) : [];
      expect(whole.filter(({ type }) => type === 'token')).to.deep.equal([]);
    });
  }

  it('has no text where the frame is a plain text with a name', () => {
    expect(readFrame(toFrame('Searching', 'status'))).to.deep.equal([]);
  });

  for (const [event, json] of [
    [undefined, { type: 'answer_chunk', text: 'Hi' }],
    [undefined, { type: 'textDelta', delta: 'Hi' }],
    [undefined, { event: 'on_llm_new_token', token: 'Hi' }],
    [undefined, { type: 'AIMessageChunk', content: 'Hi' }],
    [undefined, { role: 'assistant', content: 'Hi' }],
    [undefined, { object: 'chat.completion.chunk', text: 'Hi' }],
    ['data', { text: 'Hi' }],
    ['message', { content: 'Hi' }],
  ] as const) {
    it(`is not one that calls itself an answer: ${event ?? ''} ${JSON.stringify(json)}`, () => {
      expect(readFrame(toFrame(JSON.stringify(json), event))).to.deep.equal([{ type: 'token', token: 'Hi' }]);
    });
  }
});
