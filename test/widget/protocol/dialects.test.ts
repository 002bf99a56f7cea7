import { expect } from 'chai';
import { MAX_SOURCE_CHARACTERS, MAX_SOURCES } from '../../../widget/protocol/limits.ts';
import { readAnswer } from '../../../widget/protocol/dialects/answer.ts';
import { readFrame, toFrame, type FrameEvent } from '../../../widget/protocol/dialects/index.ts';
import { shortenFile } from '../../../widget/protocol/dialects/files.ts';
import { loadRare } from '../../../widget/protocol/dialects/rare.ts';

/** What readFrame returns for a frame, without whether its format marks its end. */
function read(value: unknown, event?: string): readonly FrameEvent[] {
  const events = readFrame(toFrame(typeof value === 'string' ? value : JSON.stringify(value), event));
  return events.filter(({ type }) => type !== 'unfinished');
}

function readErrorCode(value: unknown, event?: string): unknown {
  const [first] = read(value, event);
  return first?.type === 'error' ? first.code : first?.type;
}

function readSourcesOf(sources: unknown): unknown {
  const [event] = read({ type: 'sources', sources });
  return event?.type === 'sources' ? event.sources : undefined;
}

before(loadRare);

describe('readFrame', () => {
  it('reads the number 0 as text', () => {
    expect(read({ response: 0 })).to.deep.equal([{ type: 'token', token: '0' }]);
  });

  for (const frame of [
    { response: '' },
    { response: null },
    { response: null, tool_calls: [] },
    { choices: [] },
    { choices: [{ delta: {} }] },
    { choices: [{ delta: { content: null } }] },
    { type: 'ping' },
    { type: 'of-a-later-version', text: undefined },
    {},
    [],
    null,
  ]) {
    it(`reads no text from ${JSON.stringify(frame)}`, () => {
      expect(read(frame)).to.deep.equal([]);
    });
  }

  it("turns the object of Workers AI's JSON mode into JSON text", () => {
    expect(read({ response: { a: 1 } })).to.deep.equal([{ type: 'token', token: '{"a":1}' }]);
  });

  it('keeps thoughts apart from the answer, under both field names', () => {
    for (const key of ['reasoning', 'reasoning_content']) {
      expect(read({ choices: [{ delta: { [key]: 'Hm' } }] })).to.deep.equal([
        { type: 'reasoning', text: 'Hm' },
      ]);
    }
  });

  it('reads only the first of several choices', () => {
    const choices = [
      { index: 1, delta: { content: 'b' } },
      { index: 0, delta: { content: 'a' } },
    ];
    expect(read({ choices })).to.deep.equal([{ type: 'token', token: 'a' }]);
  });

  it('joins the text parts of a content array', () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'image_url', text: 'x' },
      { type: 'text', text: 'b' },
    ];
    expect(read({ choices: [{ delta: { content } }] })).to.deep.equal([{ type: 'token', token: 'ab' }]);
  });

  it('reads every vendor\'s finish reason for the token limit as "length"', () => {
    for (const reason of ['length', 'model_length', 'max_tokens']) {
      const [event] = read({ choices: [{ delta: {}, finish_reason: reason }] });
      expect(event).to.deep.equal({ type: 'finish', finishReason: 'length' });
    }
  });

  it('reads Gemini\'s blocked answers as "content-filter"', () => {
    const event = { type: 'finish', finishReason: 'content-filter' };
    expect(read({ candidates: [{ finishReason: 'SAFETY', index: 0 }] })).to.deep.equal([event]);
    expect(read({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } })).to.deep.equal([event]);
    expect(read({ candidates: [{ finishReason: 'MAX_TOKENS' }] })).to.deep.equal([
      { type: 'finish', finishReason: 'length' },
    ]);
  });

  it('reads [DONE] as the end', () => {
    expect(read('[DONE]')).to.deep.equal([{ type: 'end' }]);
  });

  it('reads text fields of frames without a type', () => {
    for (const key of ['token', 'text', 'content', 'delta', 'answer']) {
      expect(read({ [key]: 'a' })).to.deep.equal([{ type: 'token', token: 'a' }]);
    }
  });

  it('ignores a frame that is broken JSON', () => {
    expect(read('{"response":"a')).to.deep.equal([]);
  });

  it('leaves out invalid fields of a start frame', () => {
    const start = {
      type: 'start',
      queryId: 'q_1',
      session: { token: 1 },
      quota: { remaining: '3' },
      links: 5,
    };
    expect(read(start)).to.deep.equal([{ type: 'start', queryId: 'q_1' }]);
  });
});

describe('errors inside a stream', () => {
  const errors: readonly [unknown, string, string?][] = [
    [{ type: 'error', code: 'quota-exceeded', message: 'x' }, 'quota-exceeded'],
    [{ type: 'error', code: 'QUOTA_EXCEEDED', message: 'x' }, 'site-limit'],
    [{ type: 'error', code: 'WHO_KNOWS', message: 'x' }, 'model-failed'],
    [{ type: 'error', error: 'x' }, 'model-failed'],
    [{ type: 'error', errorText: 'x' }, 'model-failed'],
    [{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'model-busy'],
    [{ error: { message: 'x' } }, 'model-failed'],
    [{ error: { message: 'x', code: 429 } }, 'model-busy'],
    [{ error: { message: 'x', type: 'rate_limit_exceeded', code: null } }, 'model-busy'],
    [{ error: 'out of memory' }, 'model-failed'],
    [{ object: 'error', message: 'x', code: 400 }, 'not-configured'],
    [{ error: { message: 'x', code: 401 } }, 'not-configured'],
    [{ error: { code: 'BAD_REQUEST', message: 'x' } }, 'not-configured'],
    [{ error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'x' } }, 'model-busy'],
    [{ errors: [{ code: 3036, message: 'x' }], success: false }, 'site-limit'],
    [{ errors: [{ code: 3040, message: 'x' }] }, 'model-busy'],
    [{ internalCode: 3040, name: 'x', message: 'x' }, 'model-busy'],
    [{ code: 'RATE_LIMITED', message: 'x' }, 'model-busy', 'error'],
    [{ code: 'rate-limited', message: 'x' }, 'rate-limited', 'error'],
    ['it broke', 'model-failed', 'error'],
    [{ choices: [{ delta: { content: '' }, finish_reason: 'error' }] }, 'model-failed'],
    [{ choices: [], error: { message: 'x', code: 503 } }, 'model-busy'],
    [
      { type: 'response.failed', response: { error: { code: 'rate_limit_exceeded', message: 'x' } } },
      'model-busy',
    ],
    [{ code: 'constructor', error: 'x' }, 'model-failed'],
  ];
  for (const [value, code, event] of errors) {
    it(`reads ${event ? `${event} ` : ''}${JSON.stringify(value)} as the error ${code}`, () => {
      expect(readErrorCode(value, event)).to.equal(code);
    });
  }

  for (const value of [
    { response: 'a', error: null },
    { choices: [{ delta: { content: 'a' } }], error: null },
    { response: 'a', success: true, errors: [] },
    { text: 'a', error: false },
  ]) {
    it(`reads ${JSON.stringify(value)} as text`, () => {
      expect(readErrorCode(value)).to.equal('token');
    });
  }

  it('keeps the message and the delay until a retry', () => {
    expect(read({ type: 'error', code: 'rate-limited', message: 'slow down', retryAfter: 60 })).to.deep.equal(
      [{ type: 'error', code: 'rate-limited', message: 'slow down', retryAfter: 60 }],
    );
  });
});

describe('the sources that a backend names', () => {
  it('are converted to strings', () => {
    expect(readSourcesOf([{ id: 7, title: 1, url: { toString: 'x' }, snippet: ['x'] }])).to.deep.equal([
      { id: '7', title: '1', url: '', snippet: '' },
    ]);
  });

  it('keep their order and their numbers', () => {
    const twice = { title: 'A', url: 'https://a.example' };
    expect(readSourcesOf([twice, twice])).to.have.length(2);
  });

  it(`are at most ${MAX_SOURCES}`, () => {
    const sources = Array.from({ length: 100 }, (_, index) => ({ title: `${index}` }));
    expect(readSourcesOf(sources)).to.have.length(MAX_SOURCES);
  });

  it('are cut to a maximal length, and an address that is too long is dropped', () => {
    const long = 'x'.repeat(MAX_SOURCE_CHARACTERS + 1);
    expect(readSourcesOf([{ title: long, url: `https://${long}`, snippet: long }])).to.deep.equal([
      { id: '1', title: long.slice(1), url: '', snippet: long.slice(1) },
    ]);
  });

  it('keep their url as text, even if it is no address', () => {
    const url = 'javascript:alert(1)';
    expect(readSourcesOf([{ title: 'A', url }])).to.deep.equal([{ id: '1', title: 'A', url, snippet: '' }]);
  });

  it('are left out when all their fields are empty', () => {
    expect(readSourcesOf([{}, null, 5n.toString(), 'https://a.example'])).to.deep.equal([
      { id: '3', title: '5', url: '', snippet: '' },
      { id: '4', title: 'https://a.example', url: 'https://a.example', snippet: '' },
    ]);
  });
});

describe('readAnswer', () => {
  const answers: readonly [string, unknown][] = [
    ['ours', { queryId: 'q_1', answer: 'Hi', sources: [], quotaRemaining: 3, finishReason: 'stop' }],
    ['Workers AI', { response: 'Hi', usage: { prompt_tokens: 1, completion_tokens: 1 } }],
    ['the Workers AI REST API', { result: { response: 'Hi' }, success: true, errors: [], messages: [] }],
    ['a chat completion', { choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' } }] }],
    ['a text completion', { choices: [{ index: 0, text: 'Hi' }] }],
    ['{text}', { text: 'Hi' }],
    ['{output}', { output: 'Hi' }],
    ['[{output}]', [{ output: 'Hi' }]],
    ['Ollama chat', { message: { role: 'assistant', content: 'Hi' }, done: true, done_reason: 'stop' }],
    ['Ollama generate', { response: 'Hi', done: true }],
    [
      'Anthropic',
      {
        type: 'message',
        content: [
          { type: 'thinking', thinking: 'x' },
          { type: 'text', text: 'Hi' },
        ],
      },
    ],
    [
      'OpenAI Responses',
      {
        error: null,
        output: [
          { type: 'reasoning', content: [] },
          { type: 'message', content: [{ type: 'output_text', text: 'Hi' }] },
        ],
      },
    ],
    ['a JSON string', 'Hi'],
  ];
  for (const [name, json] of answers) {
    it(`reads ${name}`, () => {
      const events = readAnswer(json) ?? [];
      expect(events.find(({ type }) => type === 'token')).to.deep.equal({ type: 'token', token: 'Hi' });
      expect(events.at(-1)?.type).to.be.oneOf(['done', 'end']);
    });
  }

  it('reads sources, usage and ids that come with the text', () => {
    const json = {
      answer: 'Hi',
      queryId: 'q_1',
      sources: [{ id: 'a', title: 'A', url: 'https://a.example', snippet: 's' }],
      quotaRemaining: 0,
      usage: { inputTokens: 1, outputTokens: 2 },
      finishReason: 'length',
    };
    const { answer: token, ...rest } = json;
    expect(readAnswer(json)).to.deep.equal([
      { type: 'token', token },
      { type: 'done', ...rest },
    ]);
  });

  it('reads an answer of AI Search with its chunks', () => {
    const json = {
      choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }],
      chunks: [{ id: 'c', text: 's', item: { key: 'a.md' } }],
    };
    expect(readAnswer(json)).to.deep.equal([
      { type: 'sources', sources: [{ id: 'c', title: 'a.md', url: '', snippet: 's' }] },
      { type: 'token', token: 'Hi' },
      { type: 'finish', finishReason: 'stop' },
      { type: 'end' },
    ]);
  });

  it('reads an error in a response with status 200', () => {
    expect(readAnswer({ error: { code: 'rate_limited', message: 'x' } })).to.deep.equal([
      { type: 'error', code: 'model-busy', message: 'x' },
    ]);
  });

  for (const json of [undefined, null, 5, {}, [], { ok: true }, { result: {} }]) {
    it(`finds no answer in ${JSON.stringify(json)}`, () => {
      expect(readAnswer(json)).to.equal(undefined);
    });
  }
});

describe('files in an answer', () => {
  const png = 'data:image/png;base64,iVBORw0=';
  for (const [name, frame, file] of [
    [
      'the AI SDK',
      { type: 'file', url: 'https://e.example/a.pdf', mediaType: 'application/pdf', filename: 'a.pdf' },
      { url: 'https://e.example/a.pdf', mediaType: 'application/pdf', name: 'a.pdf' },
    ],
    [
      'its fullStream',
      { type: 'file', file: { base64: 'iVBORw0=', mediaType: 'image/png' } },
      { url: png, mediaType: 'image/png' },
    ],
    [
      'OpenRouter',
      { choices: [{ delta: { images: [{ type: 'image_url', image_url: { url: png } }] } }] },
      { url: png, mediaType: 'image/*' },
    ],
    [
      'OpenAI Responses',
      {
        type: 'response.output_item.done',
        item: { type: 'image_generation_call', id: 'i', result: 'iVBORw0=' },
      },
      { url: png, mediaType: 'image/png' },
    ],
    [
      'Gemini',
      { candidates: [{ content: { parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0=' } }] } }] },
      { url: png, mediaType: 'image/png' },
    ],
    [
      'A2A 1.0',
      {
        jsonrpc: '2.0',
        result: {
          artifactUpdate: {
            artifact: { parts: [{ raw: 'iVBORw0=', mediaType: 'image/png', filename: 'a.png' }] },
          },
        },
      },
      { url: png, mediaType: 'image/png', name: 'a.png' },
    ],
    [
      'A2A 0.3',
      {
        jsonrpc: '2.0',
        result: {
          kind: 'message',
          parts: [{ kind: 'file', file: { bytes: 'iVBORw0=', mimeType: 'image/png' } }],
        },
      },
      { url: png, mediaType: 'image/png' },
    ],
    [
      'ChatKit',
      {
        type: 'thread.item.done',
        item: { type: 'generated_image', image: { url: 'https://e.example/a.png' } },
      },
      { url: 'https://e.example/a.png', mediaType: 'image/*' },
    ],
  ] as const) {
    it(`are read from ${name}`, () => {
      expect(read(frame).filter(({ type }) => type === 'file')).to.deep.equal([{ type: 'file', ...file }]);
    });
  }

  it('become a blob if they are a picture of limited size, and otherwise a name with a size', () => {
    const [picture] = [{ type: 'file', url: png, mediaType: 'image/png' } as const].map(shortenFile);
    expect(picture).to.include({ mediaType: 'image/png', size: 6 });
    expect(picture?.type === 'file' && picture.url).to.match(/^blob:/);
    const large = {
      type: 'file',
      url: `data:image/png;base64,${'A'.repeat(4_000_000)}`,
      mediaType: 'image/png',
    } as const;
    expect(shortenFile(large)).to.deep.equal({ ...large, url: '', size: 3_000_000 });
    const svg = {
      type: 'file',
      url: 'data:image/svg+xml;base64,PHN2Zz4=',
      mediaType: 'image/svg+xml',
    } as const;
    expect(shortenFile(svg)).to.include({ url: '' });
    expect(shortenFile({ ...svg, url: 'data:image/png;base64,*' })).to.include({ url: '' });
  });

  it('are no obstacle to the words of a ChatKit widget', () => {
    const item = {
      type: 'widget',
      widget: {
        type: 'Card',
        children: [
          { type: 'Title', value: 'Boots' },
          { type: 'Text', value: 'Free.' },
        ],
      },
    };
    expect(read({ type: 'thread.item.done', item })).to.deep.include({
      type: 'token',
      token: 'Boots\n\nFree.',
    });
  });
});
