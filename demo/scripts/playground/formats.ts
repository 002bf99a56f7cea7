/** An answer in one of the formats that servers stream. */
export interface Format {
  readonly id: string;
  readonly title: string;
  readonly contentType: string;
  /** The bytes as text, in the pieces in which they come. */
  readonly chunks: readonly string[];
}

/** The answer, which is the same in every format. */
const SENTENCE =
  'The **same answer**, whatever the format:\n\n1. bytes become events,\n2. events become text,\n3. text becomes `nodes`.\n';

const SOURCE = { title: 'Backends', url: '/docs/backends' };
const TOKENS: readonly string[] = SENTENCE.match(/\s*\S{1,9}|\s+$/g) ?? [];

const SSE = 'text/event-stream';
const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const event = (name: string, value: object): string => `event: ${name}\n${data(value)}`;
const line = (value: object): string => `${JSON.stringify(value)}\n`;
const DONE = 'data: [DONE]\n\n';

/** A chunk of OpenAI's chat completions. */
const completion = (delta: object, finish: string | null = null): string =>
  data({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_751_570_976,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });

const openAi = [
  completion({ role: 'assistant', content: '' }),
  ...TOKENS.map((content) => completion({ content })),
  completion({}, 'stop'),
  DONE,
];

/** Every format of the playground. */
export const FORMATS: readonly Format[] = [
  {
    id: 'ours',
    title: 'This project',
    contentType: SSE,
    chunks: [
      data({ type: 'start', queryId: 'q_8f2a' }),
      data({ type: 'sources', sources: [{ id: '1', ...SOURCE, snippet: 'Every format.' }] }),
      ...TOKENS.map((token) => data({ type: 'token', token })),
      data({ type: 'done', queryId: 'q_8f2a', finishReason: 'stop' }),
    ],
  },
  { id: 'openai', title: 'OpenAI chat', contentType: SSE, chunks: openAi },
  {
    id: 'openai-responses',
    title: 'OpenAI Responses',
    contentType: SSE,
    chunks: [
      event('response.created', {
        type: 'response.created',
        response: { id: 'resp_1', status: 'in_progress' },
      }),
      ...TOKENS.map((delta) =>
        event('response.output_text.delta', {
          type: 'response.output_text.delta',
          item_id: 'msg_1',
          output_index: 0,
          content_index: 0,
          delta,
        }),
      ),
      event('response.completed', {
        type: 'response.completed',
        response: { id: 'resp_1', status: 'completed' },
      }),
    ],
  },
  {
    id: 'anthropic',
    title: 'Anthropic',
    contentType: SSE,
    chunks: [
      event('message_start', {
        type: 'message_start',
        message: { id: 'msg_1', role: 'assistant', content: [] },
      }),
      event('content_block_start', {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'text', text: '' },
      }),
      ...TOKENS.map((text) =>
        event('content_block_delta', {
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'text_delta', text },
        }),
      ),
      event('message_delta', { type: 'message_delta', delta: { stop_reason: 'end_turn' } }),
      event('message_stop', { type: 'message_stop' }),
    ],
  },
  {
    id: 'gemini',
    title: 'Gemini',
    contentType: SSE,
    chunks: TOKENS.map((text, index) =>
      data({
        candidates: [
          {
            content: { parts: [{ text }], role: 'model' },
            ...(index === TOKENS.length - 1 && { finishReason: 'STOP' }),
            index: 0,
          },
        ],
      }),
    ),
  },
  {
    id: 'workers-ai',
    title: 'Workers AI',
    contentType: SSE,
    chunks: [...TOKENS.map((response) => data({ response, p: 'abcdef' })), DONE],
  },
  {
    id: 'ai-search',
    title: 'AI Search',
    contentType: SSE,
    chunks: [
      `event: chunks\ndata: ${JSON.stringify([
        {
          id: 'chunk-1',
          type: 'text',
          score: 0.85,
          text: 'Every format.',
          item: { key: 'backends.md', metadata: { title: 'Backends' } },
        },
      ])}\n\n`,
      ...openAi,
    ],
  },
  {
    id: 'ollama',
    title: 'Ollama',
    contentType: 'application/x-ndjson',
    chunks: [
      ...TOKENS.map((content) => line({ model: 'm', message: { role: 'assistant', content }, done: false })),
      line({ model: 'm', message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' }),
    ],
  },
  {
    id: 'ui-message',
    title: 'AI SDK',
    contentType: SSE,
    chunks: [
      data({ type: 'start', messageId: 'm1' }),
      data({ type: 'source-url', sourceId: '1', ...SOURCE }),
      data({ type: 'text-start', id: 't' }),
      ...TOKENS.map((delta) => data({ type: 'text-delta', id: 't', delta })),
      data({ type: 'text-end', id: 't' }),
      data({ type: 'finish', finishReason: 'stop' }),
      DONE,
    ],
  },
  {
    id: 'n8n',
    title: 'n8n',
    contentType: 'application/json',
    chunks: [
      line({ type: 'begin', metadata: { nodeId: '1', nodeName: 'AI' } }),
      ...TOKENS.map((content) => line({ type: 'item', content, metadata: { nodeId: '1' } })),
      line({ type: 'end', metadata: { nodeId: '1' } }),
    ],
  },
  {
    id: 'json',
    title: 'JSON, not streamed',
    contentType: 'application/json',
    chunks: [JSON.stringify({ answer: SENTENCE, sources: [SOURCE] }, null, 2)],
  },
  { id: 'text', title: 'Plain text', contentType: 'text/plain', chunks: TOKENS },
];

/** A text that somebody has pasted, in pieces of one line, as a server might send it. */
export function pastedFormat(text: string): Format {
  const contentType = /^(?:data|event|id|:)/m.test(text) ? SSE : 'text/plain';
  return { id: 'own', title: 'Your own', contentType, chunks: text.match(/[^\n]*\n|[^\n]+$/g) ?? [] };
}
