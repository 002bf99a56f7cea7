import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  ChatCompletionChunk,
  Interrupt,
  MessagesTupleStreamEvent,
  MetadataStreamEvent,
  RawMessageStreamEvent,
  ResponseFunctionWebSearch,
  ResponseStreamEvent,
} from '../fixtures/dialects/servers.ts';
import { readAnswer, SHIPPING_ANSWER, SHIPPING_SOURCE } from '../support/shipping-answer.ts';
import { responseOf } from '../support/streams.ts';

// These packages have clients and types but no servers; frames that do not match the types do not compile.

const { url, title } = SHIPPING_SOURCE;

function read(frames: readonly object[], event: (frame: object) => string): Promise<typeof SHIPPING_ANSWER> {
  const blocks = frames.map((frame) => `${event(frame)}\n\n`);
  return readAnswer(responseOf([...blocks, 'data: [DONE]\n\n'], 'text/event-stream'));
}

const data = (frame: object): string => `data: ${JSON.stringify(frame)}`;

describe('frames written with the types that vendors publish', () => {
  it('@langchain/langgraph-sdk: a graph that waits for a person', async () => {
    const interrupt = { id: 'i', value: { question: 'Cancel the order?' } } satisfies Interrupt;
    const frames = [{ __interrupt__: [interrupt] }, { messages: [], __interrupt__: [interrupt] }];
    const answer = await read(
      frames,
      (frame) => `event: ${'messages' in frame ? 'values' : 'updates'}\n${data(frame)}`,
    );
    assert.deepEqual(answer, {
      ...SHIPPING_ANSWER,
      text: '',
      reasoning: '',
      titles: [],
      tools: ['interrupt waiting'],
    });
  });

  it('openai: chat completions', async () => {
    const chunk = (
      delta: ChatCompletionChunk.Choice.Delta,
      finish_reason: ChatCompletionChunk.Choice['finish_reason'] = null,
    ): ChatCompletionChunk => ({
      id: 'x',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta, finish_reason, logprobs: null }],
    });
    const call = (id: string | undefined, args: string): ChatCompletionChunk.Choice.Delta => ({
      tool_calls: [
        {
          index: 0,
          ...(id && { id, type: 'function' }),
          function: { ...(id && { name: 'search' }), arguments: args },
        },
      ],
    });
    // Thinking is added by servers similar to OpenAI's, sources by OpenAI's search models; the types have
    // neither.
    const thought = { content: null, reasoning_content: 'Boots, then.' };
    const cited = { type: 'url_citation', url_citation: { url, title, start_index: 0, end_index: 5 } };
    const sources = { content: null, annotations: [cited] };
    const frames = [
      chunk({ role: 'assistant', content: '' }),
      chunk(thought),
      chunk(call('c', '')),
      chunk(call(undefined, '{"q":"SECRET"}')),
      chunk({ content: 'Boots ship ' }),
      chunk({ content: 'free [1].' }),
      chunk(sources),
      chunk({}, 'stop'),
    ] satisfies readonly ChatCompletionChunk[];
    // No frame says how the call ended.
    assert.deepEqual(await read(frames, data), { ...SHIPPING_ANSWER, tools: ['search running'] });
  });

  it('openai: responses', async () => {
    const at = { item_id: 'i', output_index: 0, content_index: 0 };
    const search = {
      id: 'c',
      type: 'web_search_call',
      action: { type: 'search', query: 'SECRET', queries: ['SECRET'] },
    } satisfies Omit<ResponseFunctionWebSearch, 'status'>;
    const frames = [
      {
        type: 'response.reasoning_summary_text.delta',
        item_id: 'r',
        output_index: 0,
        summary_index: 0,
        delta: 'Boots, then.',
        sequence_number: 1,
      },
      {
        type: 'response.output_item.added',
        output_index: 1,
        item: { ...search, status: 'in_progress' },
        sequence_number: 2,
      },
      { type: 'response.web_search_call.searching', item_id: 'c', output_index: 1, sequence_number: 3 },
      {
        type: 'response.output_item.done',
        output_index: 1,
        item: { ...search, status: 'completed' },
        sequence_number: 4,
      },
      {
        type: 'response.content_part.added',
        ...at,
        part: { type: 'output_text', text: '', annotations: [] },
        sequence_number: 5,
      },
      { type: 'response.output_text.delta', ...at, delta: 'Boots ship ', logprobs: [], sequence_number: 6 },
      { type: 'response.output_text.delta', ...at, delta: 'free [1].', logprobs: [], sequence_number: 7 },
      {
        type: 'response.output_text.annotation.added',
        ...at,
        annotation_index: 0,
        annotation: { type: 'url_citation', url, title, start_index: 0, end_index: 5 },
        sequence_number: 8,
      },
      {
        type: 'response.output_text.done',
        ...at,
        text: SHIPPING_ANSWER.text,
        logprobs: [],
        sequence_number: 9,
      },
    ] satisfies readonly ResponseStreamEvent[];
    const end = { type: 'response.completed', sequence_number: 10, response: { status: 'completed' } };
    const answer = await read([...frames, end], data);
    assert.deepEqual(answer, { ...SHIPPING_ANSWER, tools: ['web_search done'] });
  });

  it('@anthropic-ai/sdk: messages', async () => {
    const delta = (
      index: number,
      value: Extract<RawMessageStreamEvent, { type: 'content_block_delta' }>['delta'],
    ) => ({ type: 'content_block_delta', index, delta: value }) as const;
    const start = (
      index: number,
      value: Extract<RawMessageStreamEvent, { type: 'content_block_start' }>['content_block'],
    ) => ({ type: 'content_block_start', index, content_block: value }) as const;
    const frames = [
      start(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'Boots, then.' }),
      delta(0, { type: 'signature_delta', signature: 'SECRET' }),
      { type: 'content_block_stop', index: 0 },
      start(1, { type: 'tool_use', id: 'c', name: 'search', input: {}, caller: { type: 'direct' } }),
      delta(1, { type: 'input_json_delta', partial_json: '{"q":"SECRET"}' }),
      { type: 'content_block_stop', index: 1 },
      start(2, { type: 'text', text: '', citations: null }),
      delta(2, { type: 'text_delta', text: 'Boots ship ' }),
      delta(2, { type: 'text_delta', text: 'free [1].' }),
      delta(2, {
        type: 'citations_delta',
        citation: {
          type: 'web_search_result_location',
          url,
          title,
          cited_text: 'SECRET',
          encrypted_index: 'SECRET',
        },
      }),
      { type: 'content_block_stop', index: 2 },
      { type: 'message_stop' },
    ] satisfies readonly RawMessageStreamEvent[];
    const answer = await read(frames, (frame) => `event: x\n${data(frame)}`);
    assert.deepEqual(answer, { ...SHIPPING_ANSWER, tools: ['search running'] });
  });

  it('@langchain/langgraph-sdk: messages', async () => {
    const message = (value: MessagesTupleStreamEvent['data'][0]): MessagesTupleStreamEvent => ({
      event: 'messages',
      data: [value, { tags: [] }],
    });
    const frames = [
      { event: 'metadata', data: { run_id: 'r', thread_id: 't' } } satisfies MetadataStreamEvent,
      message({ type: 'ai', id: 'a', content: '', additional_kwargs: { reasoning_content: 'Boots, then.' } }),
      message({
        type: 'ai',
        id: 'a',
        content: '',
        tool_calls: [{ type: 'tool_call', id: 'c', name: 'search', args: { q: 'SECRET' } }],
      }),
      message({
        type: 'tool',
        id: 'x',
        name: 'search',
        tool_call_id: 'c',
        status: 'success',
        content: 'SECRET',
        artifact: undefined,
      }),
      message({ type: 'ai', id: 'b', content: 'Boots ship ' }),
      message({ type: 'ai', id: 'b', content: [{ type: 'text', text: 'free [1].' }] }),
    ];
    const blocks = frames.map(
      ({ event, data: value }) => `event: ${event}\ndata: ${JSON.stringify(value)}\n\n`,
    );
    const answer = await readAnswer(responseOf([...blocks, 'event: end\n\n'], 'text/event-stream'));
    // The types have no sources.
    assert.deepEqual(answer, { ...SHIPPING_ANSWER, titles: [] });
  });
});
