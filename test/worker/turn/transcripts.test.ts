import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readChatInput } from '../../../worker/turn/input.ts';

const PICTURE = 'data:image/png;base64,iVBORw0KGgo=';

/** Messages as clients store them in their transcripts, each with the text that a model receives for them. */
const ODD: Readonly<Record<string, readonly (readonly [unknown, string])[]>> = {
  'AI SDK 5 to 7': [
    [{ role: 'user', parts: [{ type: 'file', mediaType: 'image/png', url: PICTURE }] }, ''],
    [
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'Look' },
          { type: 'file', mediaType: 'image/png', url: PICTURE },
        ],
      },
      'Look',
    ],
    [{ role: 'assistant', metadata: null, parts: [{ type: 'step-start' }] }, ''],
    [
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'Hm' },
          { type: 'text', text: 'Yes', state: 'done' },
        ],
      },
      'Yes',
    ],
    [
      {
        role: 'assistant',
        parts: [
          {
            type: 'tool-weather',
            toolCallId: 'c1',
            state: 'output-available',
            input: {},
            output: { text: 'no' },
          },
          { type: 'text', text: 'Sunny' },
        ],
      },
      'Sunny',
    ],
    [{ role: 'assistant', parts: [{ type: 'dynamic-tool', toolName: 'x', state: 'output-error' }] }, ''],
    [{ role: 'assistant', parts: [{ type: 'source-url', sourceId: '1', url: 'https://a.example' }] }, ''],
    [{ role: 'assistant', parts: [{ type: 'data-chart', data: { text: 'no' } }] }, ''],
    [{ role: 'assistant', parts: [] }, ''],
    [{ role: 'assistant', parts: null }, ''],
    [{ role: 'user', content: '', parts: [{ type: 'text', text: 'Hi' }] }, 'Hi'],
  ],
  'AI SDK 4': [
    [{ role: 'user', content: '', experimental_attachments: [{ url: PICTURE }] }, ''],
    [{ role: 'assistant', content: '', toolInvocations: [{ state: 'result', toolName: 'x' }] }, ''],
    [{ role: 'data', content: '{"a":1}' }, ''],
    [{ role: 'tool', content: [{ type: 'tool-result', toolName: 'x', result: 1 }] }, ''],
  ],
  'OpenAI 4 to 6': [
    [{ role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function' }] }, ''],
    [{ role: 'tool', tool_call_id: 'c', content: '{"t":20}' }, ''],
    [{ role: 'function', name: 'f', content: 'x' }, ''],
    [{ role: 'assistant', content: null, refusal: 'No.' }, ''],
    [{ role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] }, ''],
    [{ role: 'assistant', audio: { id: 'a' } }, ''],
    [{ role: 'user', content: [{ type: 'image_url', image_url: { url: PICTURE } }] }, ''],
    [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data: '' } }] }, ''],
    [{ role: 'user', name: 'ann', content: [{ type: 'text', text: 'Hi' }] }, 'Hi'],
    [{ type: 'function_call', call_id: 'c', arguments: '{}' }, ''],
    [{ type: 'reasoning', summary: [] }, ''],
    [{ role: 'assistant', content: [{ type: 'output_text', text: 'Yes', annotations: [] }] }, 'Yes'],
    [
      {
        role: 'user',
        content: [{ type: 'input_text', text: 'Hi' }, { type: 'input_image' }],
      },
      'Hi',
    ],
  ],
  LangChain: [
    [{ type: 'human', data: { content: 'Hi' } }, ''],
    [
      {
        lc: 1,
        type: 'constructor',
        id: ['langchain_core', 'messages', 'AIMessage'],
        kwargs: { content: 'Yes' },
      },
      '',
    ],
    [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm' },
          { type: 'text', text: 'Yes' },
        ],
      },
      'Yes',
    ],
    [{ role: 'assistant', content: [{ type: 'tool_use', name: 'x', input: {} }] }, ''],
    [{ role: 'ai', content: 'Yes' }, ''],
  ],
  'Open WebUI': [
    [
      {
        id: '1',
        parentId: null,
        childrenIds: ['2'],
        role: 'user',
        content: 'Hi',
        files: [{ type: 'image', url: PICTURE }],
        models: ['m'],
      },
      'Hi',
    ],
    [
      { id: '2', role: 'assistant', content: '', error: { content: 'Server connection failed' }, done: true },
      '',
    ],
    [{ id: '3', role: 'assistant', content: 'Yes', statusHistory: [], usage: null, annotation: null }, 'Yes'],
  ],
  'what nobody should send': [
    [null, ''],
    ['Hi', ''],
    [7, ''],
    [[], ''],
    [{}, ''],
    [{ role: null, content: 'Hi' }, ''],
    [{ role: 'user' }, ''],
    [{ role: 'user', content: 7 }, ''],
    [{ role: 'user', content: { text: 'Hi' } }, ''],
    [{ role: 'user', content: [null, 'Hi', { text: 'Hi' }] }, ''],
  ],
};

const QUESTION = { role: 'user', content: 'And now?' };
const ANSWER = { role: 'assistant', content: 'So.' };

/** Where an odd message may stand before a question. */
const PLACES: readonly ((odd: unknown) => readonly unknown[])[] = [
  (odd) => [odd, QUESTION],
  (odd) => [QUESTION, odd, QUESTION],
  (odd) => [odd, ANSWER, QUESTION],
  (odd) => [QUESTION, ANSWER, odd, odd, QUESTION],
  (odd) => [odd, QUESTION, ANSWER, odd, ANSWER, QUESTION],
];

for (const [client, messages] of Object.entries(ODD))
  describe(`a transcript with messages of ${client}`, () => {
    for (const [index, [odd, text]] of messages.entries())
      it(`does not keep the next question from being asked after the message ${JSON.stringify(odd).slice(0, 80)} (${index})`, () => {
        for (const place of PLACES) {
          const said = place(odd);
          const { messages: asked } = readChatInput(
            JSON.stringify({ messages: said, metadata: null, turnstileToken: null, prompt: null }),
          );
          assert.equal(asked.at(-1)?.content, 'And now?');
          const times = said.filter((message) => message === odd).length;
          assert.equal(asked.filter(({ content }) => content === text).length, text === '' ? 0 : times);
          assert.equal(asked.length, said.length - (text === '' ? times : 0));
        }
      });
  });

describe('a question with a file', () => {
  const files: readonly [string, object][] = [
    ['of the AI SDK', { parts: [{ type: 'file', mediaType: 'image/png', url: PICTURE }] }],
    [
      'of OpenAI',
      {
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image_url', image_url: { url: PICTURE } },
        ],
      },
    ],
    ['of OpenAI, by its id', { content: [{ type: 'input_file', file_id: 'f' }] }],
    ['of the AI SDK 4', { content: 'What is it?', experimental_attachments: [{ url: PICTURE }] }],
    ['of Open WebUI', { content: 'What is it?', files: [{ type: 'image', url: PICTURE }] }],
    ['of Ollama', { content: 'What is it?', images: ['iVBORw0KGgo='] }],
  ];
  for (const [name, message] of files)
    it(`is refused, and not asked without its file: ${name}`, () => {
      const body = JSON.stringify({ messages: [{ role: 'user', ...message }] });
      assert.throws(() => readChatInput(body), { code: 'unsupported-content' });
    });

  it('may name sources, and contain data of its page', () => {
    const parts = [
      { type: 'text', text: 'Why?' },
      { type: 'data-page', data: {} },
      { type: 'source-document', sourceId: '1', mediaType: 'text/plain', title: 'A' },
    ];
    const { messages } = readChatInput(JSON.stringify({ messages: [{ role: 'user', parts }] }));
    assert.deepEqual(messages, [{ role: 'user', content: 'Why?' }]);
  });
});
