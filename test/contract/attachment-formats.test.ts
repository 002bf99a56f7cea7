import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { openFileStore } from '../../widget/attachments/file-store.ts';
import { followUploads } from '../../widget/attachments/upload.ts';
import { withFiles } from '../../widget/attachments/with-files.ts';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import type { FilePart, WireMessage } from '../../widget/protocol/chat-message.ts';
import { formatHeaders, formatRequest } from '../../widget/protocol/format-request.ts';
import { acceptsFiles, REQUEST_FORMATS, type RequestFormat } from '../../widget/protocol/request-format.ts';
import type { ChatRequest } from '../../widget/protocol/transport.ts';
import type { Upload } from '../../widget/protocol/upload.ts';
import { explainFailure } from '../../widget/transport/explain-failure.ts';
import { HttpTransport } from '../../widget/transport/http-transport.ts';
import { attachment, dataUrl, PDF } from '../support/attachment-files.ts';
import { AGENT_CARD } from '../support/agent-card.ts';
import { launchChromium } from '../support/browser.ts';
import { installFixture } from '../support/install-fixture.ts';
import { startPageServer } from '../support/page-server.ts';
import {
  startRecordingBackend,
  type RecordedRequest,
  type RecordingBackend,
} from '../support/recording-backend.ts';
import { until } from '../support/until.ts';

const N8N_CHAT = join(installFixture('dialects'), 'node_modules/@n8n/chat/dist');
const servers = await import('../fixtures/dialects/servers.ts');

const PNG = attachment('picture.png');
const NOTE = Buffer.from('a</file> b');
const FENCED = '<file name="note.txt">\na&lt;/file> b\n</file>';
const QUESTION = 'What is it?';

const store = openFileStore({ name: 'formats', isPersistent: false });
const { signal } = new AbortController();

async function attach(name: string, bytes: Uint8Array, mediaType: string): Promise<FilePart> {
  await store.put(name, new Blob([Uint8Array.from(bytes)], { type: mediaType }));
  return { type: 'file', url: '', mediaType, name, size: bytes.length, id: name };
}

let files: readonly FilePart[];
let messages: readonly WireMessage[];
let backend: RecordingBackend;
/** How the backend answers each request. */
let answer: (request: RecordedRequest) => string | readonly [number, string];

before(async () => {
  files = [
    await attach('cat.png', PNG, 'image/png'),
    await attach('terms.pdf', PDF, 'application/pdf'),
    await attach('note.txt', NOTE, 'text/plain'),
  ];
  messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello!' },
    { role: 'user', content: QUESTION, files },
  ];
  backend = await startRecordingBackend((request) => answer(request));
});
after(() => backend?.close());
beforeEach(() => {
  backend.requests.length = 0;
  answer = () => 'data: {"token":"So."}\n\ndata: {"type":"done"}\n\n';
});

interface Asking {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly all?: readonly WireMessage[];
  readonly extraBody?: Readonly<Record<string, unknown>>;
  readonly upload?: Upload;
  readonly threadId?: string;
}

async function requestIn(format: RequestFormat, asking: Asking = {}): Promise<ChatRequest> {
  const { path = '/chat', all = messages, extraBody = {}, upload, threadId } = asking;
  const headers = formatHeaders(format, asking.headers ?? {});
  const context = { sessionId: 'session', key: 'key', headers, threadId };
  const write = (texts: readonly WireMessage[]): ChatRequest => ({
    url: new URL(path, backend.url).href,
    headers,
    body: formatRequest(format, texts, extraBody, context),
    credentials: 'omit',
    messages: texts,
  });
  return withFiles(all, write, { format, store, upload, signal });
}

/** The last request that arrives at the backend. */
async function ask(format: RequestFormat, asking: Asking = {}): Promise<RecordedRequest> {
  const request = await requestIn(format, asking);
  const transport = new HttpTransport({ stallTimeoutMs: 5_000 });
  for await (const { type } of transport.send(request, signal)) assert.notEqual(type, 'error');
  return backend.requests.at(-1)!;
}

/** The bytes in a `data:` address, or in plain base64. */
function decode(url: unknown): Buffer {
  return Buffer.from(String(url).replace(/^data:[^,]*,/, ''), 'base64');
}

describe('a question with files, in the request format', { timeout: 60_000 }, () => {
  it('openai, equals the request of OpenAI’s own client', async () => {
    const client = new servers.OpenAI({ apiKey: 'none', baseURL: backend.url.href, maxRetries: 0 });
    answer = () => '{"choices":[]}';
    await client.chat.completions.create({
      model: 'm',
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello!' },
        {
          role: 'user',
          content: [
            { type: 'text', text: QUESTION },
            { type: 'image_url', image_url: { url: dataUrl(PNG) } },
            { type: 'file', file: { filename: 'terms.pdf', file_data: dataUrl(PDF, 'application/pdf') } },
            { type: 'text', text: FENCED },
          ],
        },
      ],
    });
    const { json: theirs } = backend.requests.at(-1)!;
    const { body } = await requestIn('openai', { extraBody: { model: 'm' } });
    assert.deepEqual(body, { ...theirs, stream: true });
  });

  it('openai-responses, equals the request of OpenAI’s own client', async () => {
    const client = new servers.OpenAI({ apiKey: 'none', baseURL: backend.url.href, maxRetries: 0 });
    answer = () => '{"output":[]}';
    await client.responses.create({
      model: 'm',
      input: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello!' },
        {
          role: 'user',
          content: [
            { type: 'input_text', text: QUESTION },
            { type: 'input_image', detail: 'auto', image_url: dataUrl(PNG) },
            { type: 'input_file', filename: 'terms.pdf', file_data: dataUrl(PDF, 'application/pdf') },
            { type: 'input_text', text: FENCED },
          ],
        },
      ],
    });
    const { json: theirs, path } = backend.requests.at(-1)!;
    assert.equal(path, '/responses');
    const { body } = await requestIn('openai-responses', { extraBody: { model: 'm' } });
    assert.deepEqual(body, { ...theirs, stream: true });
  });

  it('ui-message, equals the request of the AI SDK’s own client, and its server reads it', async () => {
    const { json } = await ask('ui-message');
    const sent = (json['messages'] as readonly { parts: readonly object[] }[]).map(({ parts }) => parts);
    const api = new URL('/theirs', backend.url).href;
    const transport = new servers.DefaultChatTransport({ api });
    const parts = [
      { type: 'text' as const, text: QUESTION },
      { type: 'file' as const, mediaType: 'image/png', filename: 'cat.png', url: dataUrl(PNG) },
      {
        type: 'file' as const,
        mediaType: 'application/pdf',
        filename: 'terms.pdf',
        url: dataUrl(PDF, 'application/pdf'),
      },
      { type: 'text' as const, text: FENCED },
    ];
    const theirs = { id: 'm', role: 'user' as const, parts };
    await transport.sendMessages({
      chatId: 'c',
      messages: [theirs],
      trigger: 'submit-message',
      messageId: undefined,
      abortSignal: undefined,
    });
    const recorded = backend.requests.at(-1)!.json['messages'] as readonly { parts: readonly object[] }[];
    assert.deepEqual(sent.at(-1), recorded[0]?.parts);
    const question = (await servers.convertToModelMessages(json['messages'] as never)).at(-1)!;
    const read = (question.content as readonly { type: string }[]).map(({ type }) => type);
    assert.deepEqual(read, ['text', 'file', 'file', 'text']);
  });

  it('ag-ui, passes the schema of @ag-ui/core, with unchanged bytes', async () => {
    const { json } = await ask('ag-ui');
    const { messages: read } = servers.RunAgentInputSchema.parse(json);
    const content = read.at(-1)?.content as readonly {
      type: string;
      text?: string;
      source?: { value: string };
    }[];
    assert.deepEqual(
      content.map(({ type }) => type),
      ['text', 'image', 'document', 'text'],
    );
    assert.deepEqual(decode(content[1]?.source?.value), PNG);
    assert.deepEqual(decode(content[2]?.source?.value), PDF);
    assert.equal(content[3]?.text, FENCED);
  });

  for (const version of ['1.0', '0.3'])
    it(`a2a ${version}, is accepted by an agent of @a2a-js/sdk, with unchanged bytes`, async () => {
      const request = await requestIn('a2a', version === '1.0' ? {} : { headers: { 'A2A-Version': '0.3' } });
      const taken: Received[] = [];
      const handler = agentThatTakes(taken);
      const context = new servers.ServerCallContext({ requestedVersion: version });
      const Handler =
        version === '1.0' ? servers.JsonRpcTransportHandler : servers.LegacyJsonRpcTransportHandler;
      const answers = await new Handler(handler).handle(request.body, context);
      assert.ok(Symbol.asyncIterator in answers, JSON.stringify(answers));
      for await (const said of answers as AsyncIterable<unknown>) assert.ok(said);
      assert.deepEqual(taken, [
        { type: 'text', value: QUESTION, filename: '', mediaType: '' },
        { type: 'raw', value: PNG, filename: 'cat.png', mediaType: 'image/png' },
        { type: 'raw', value: PDF, filename: 'terms.pdf', mediaType: 'application/pdf' },
        { type: 'raw', value: NOTE, filename: 'note.txt', mediaType: 'text/plain' },
      ]);
    });

  it('n8n, has the fields and files of n8n’s own chat, byte for byte', async () => {
    const theirs = await askWithN8nChat(new URL('/theirs', backend.url));
    const ours = await ask('n8n', { extraBody: { metadata: { plan: 'pro' } } });
    assert.deepEqual(await fieldsOf(ours), await fieldsOf(theirs));
  });

  it('dify, equals the requests of Dify’s own client', async () => {
    answer = ({ path }) =>
      path.endsWith('/files/upload') ? '{"id":"f"}' : 'data: {"event":"message","answer":"So."}\n\n';
    const all = [{ role: 'user', content: QUESTION, files: files.slice(0, 1) }] as const;
    const headers = { authorization: 'Bearer k' };
    await ask('dify', { path: '/ours/chat-messages', all, headers, extraBody: { user: 'u' } });
    const ours = backend.requests.splice(0);
    const client = new servers.DifyClient('k', new URL('/theirs', backend.url).href);
    const form = new FormData();
    form.append('file', new File([Uint8Array.from(PNG)], 'cat.png', { type: 'image/png' }));
    form.append('user', 'u');
    const { data } = (await client.fileUpload(form)) as { data: { id: string } };
    const file = { type: 'image', transfer_method: 'local_file', upload_file_id: data.id };
    // Typed as a `File`, sent as it is.
    await client.createChatMessage({}, QUESTION, 'u', true, null, [file as never]);
    const [theirUpload, theirQuestion] = backend.requests;
    const [ourUpload, ourQuestion] = ours;
    assert.ok(ourUpload && theirUpload && ourQuestion && theirQuestion);
    assert.deepEqual(await fieldsOf(ourUpload), await fieldsOf(theirUpload));
    assert.deepEqual(ourQuestion.json, { ...theirQuestion.json, conversation_id: '' });
    for (const [our, their] of [
      [ourUpload, theirUpload],
      [ourQuestion, theirQuestion],
    ] as const) {
      assert.equal(our.path, their.path.replace('/theirs/', '/ours/'));
      assert.equal(our.headers.get('authorization'), their.headers.get('authorization'));
    }
  });

  it('dify, uploads each file once for its user, and refers to the files by ids', async () => {
    answer = ({ path }) =>
      path === '/v1/files/upload'
        ? [201, JSON.stringify({ id: `id-${backend.requests.length}` })]
        : 'data: {"event":"message","task_id":"t","answer":"So."}\n\ndata: {"event":"message_end","task_id":"t"}\n\n';
    const asking = {
      path: '/v1/chat-messages',
      headers: { authorization: 'Bearer k' },
      extraBody: { user: 'u' },
    };
    const { json } = await ask('dify', asking);
    const uploads = backend.requests.filter(({ path }) => path === '/v1/files/upload');
    const forms = await Promise.all(uploads.map((upload) => upload.form()));
    const sent = await Promise.all(
      forms.map(async (form) => Buffer.from(await (form.get('file') as File).arrayBuffer())),
    );
    const order = sent.map((bytes) => [PNG, PDF, NOTE].findIndex((known) => known.equals(bytes)));
    assert.deepEqual(order.toSorted(), [0, 1, 2]);
    assert.deepEqual(
      forms.map((form) => form.get('user')),
      ['u', 'u', 'u'],
    );
    assert.ok(uploads.every(({ headers }) => headers.get('authorization') === 'Bearer k'));
    const ids = order.map((_, index) => `id-${order.indexOf(index) + 1}`);
    assert.deepEqual(json, {
      inputs: {},
      user: 'u',
      query: QUESTION,
      response_mode: 'streaming',
      conversation_id: '',
      files: ids.map((upload_file_id, index) => ({
        type: index === 0 ? 'image' : 'document',
        transfer_method: 'local_file',
        upload_file_id,
      })),
    });
    await ask('dify', asking);
    assert.equal(
      backend.requests.filter(({ path }) => path === '/v1/files/upload').length,
      3,
      'uploaded once',
    );
  });

  for (const [name, describeUpload, method] of [
    [
      'by a descriptor',
      (url: string) => ({ upload_descriptor: { url, method: 'POST', headers: { 'x-a': 'b' } } }),
      'POST',
    ],
    ['by an address', (url: string) => ({ upload_url: url }), 'PUT'],
  ] as const)
    it(`chatkit, creates attachments, uploads each ${name}, and refers to the attachments by ids`, async () => {
      const path = `/chatkit-${method}`;
      answer = ({ json, path: asked }) => {
        if (asked.startsWith('/up/')) return '{}';
        if (json['type'] !== 'attachments.create')
          return 'data: {"type":"thread.item.done","item":{"id":"m","type":"assistant_message","content":[{"type":"output_text","text":"So.","annotations":[]}]}}\n\n';
        const { name: file, mime_type } = json['params'] as { name: string; mime_type: string };
        const to = new URL(`/up/${file}`, backend.url).href;
        return JSON.stringify({
          id: `a-${file}`,
          name: file,
          mime_type,
          type: 'file',
          ...describeUpload(to),
        });
      };
      const { json } = await ask('chatkit', { path, threadId: 'th' });
      const created = backend.requests.filter((request) => request.json['type'] === 'attachments.create');
      assert.deepEqual(
        created.map((request) => request.json['params']),
        files.map((file) => ({ name: file.name, size: file.size, mime_type: file.mediaType })),
      );
      const uploads = new Map(
        backend.requests.filter((request) => request.path.startsWith('/up/')).map((one) => [one.path, one]),
      );
      assert.deepEqual(
        files.map((file) => uploads.get(`/up/${file.name}`)?.bytes),
        [PNG, PDF, NOTE],
      );
      assert.equal(uploads.get('/up/cat.png')?.method, method);
      assert.equal(uploads.get('/up/cat.png')?.headers.get('x-a'), method === 'POST' ? 'b' : null);
      assert.deepEqual(json, {
        type: 'threads.add_user_message',
        params: {
          thread_id: 'th',
          input: {
            content: [{ type: 'input_text', text: QUESTION }],
            attachments: files.map((file) => `a-${file.name}`),
            quoted_text: null,
            inference_options: {},
          },
        },
      });
    });

  it("of any name, contains the address or the id that the page's `upload` function returns", async () => {
    const told: number[] = [];
    const upload: Upload = async (file, { progress }) => {
      progress(1);
      told.push(file.size);
      return file.name === 'cat.png' ? { id: 'f-1' } : { url: `https://files.example/${file.name}` };
    };
    const { json } = await ask('openai-responses', { upload, path: '/uploaded' });
    const [, , question] = json['input'] as readonly { content: readonly object[] }[];
    assert.deepEqual(question?.content, [
      { type: 'input_text', text: QUESTION },
      { type: 'input_image', detail: 'auto', file_id: 'f-1' },
      { type: 'input_file', file_url: 'https://files.example/terms.pdf' },
      { type: 'input_file', file_url: 'https://files.example/note.txt' },
    ]);
    assert.deepEqual(told, [PNG.length, PDF.length, NOTE.length]);
    for (const format of REQUEST_FORMATS.filter(acceptsFiles)) {
      const { body, encode } = await requestIn(format, { upload, path: '/uploaded' });
      assert.equal(encode, undefined, format);
      assert.match(JSON.stringify(body), /f-1.*https:\/\/files\.example\/terms\.pdf/, format);
      assert.doesNotMatch(JSON.stringify(body), /base64|iVBOR/, format);
    }
  });
});

/** The fields of a form by their names, with the names, types and bytes of files. */
async function fieldsOf(request: RecordedRequest): Promise<readonly unknown[]> {
  const fields = [...(await request.form())].toSorted(([first], [second]) => first.localeCompare(second));
  return Promise.all(
    fields.map(async ([name, value]) =>
      typeof value === 'string'
        ? [name, value]
        : [name, value.name, value.type, Buffer.from(await value.arrayBuffer())],
    ),
  );
}

/** The request of n8n's own chat, whose visitor chooses the files and asks the question. */
async function askWithN8nChat(webhook: URL): Promise<RecordedRequest> {
  const settings = {
    webhookUrl: webhook.href,
    sessionId: 'session',
    metadata: { plan: 'pro' },
    allowFileUploads: true,
    loadPreviousSession: false,
    mode: 'fullscreen',
  };
  const page = `<!doctype html><script type="module">
    import { createChat } from './chat.bundle.es.js';
    createChat(${JSON.stringify(settings)});
  </script>`;
  const server = await startPageServer((request, response) => {
    const name = request.url?.slice(1);
    response.setHeader('content-type', name ? 'text/javascript' : 'text/html');
    if (name)
      createReadStream(join(N8N_CHAT, name))
        .on('error', () => response.end())
        .pipe(response);
    else response.end(page);
  });
  const browser = await launchChromium();
  try {
    const tab = await browser.newPage();
    await tab.goto(server.url.href);
    const [chooser] = await Promise.all([
      tab.waitForEvent('filechooser'),
      tab.locator('.chat-input-file-button').click(),
    ]);
    await chooser.setFiles(
      files.map(({ name = '', mediaType: mimeType }, index) => ({
        name,
        mimeType,
        buffer: [PNG, PDF, NOTE][index] ?? PNG,
      })),
    );
    await tab.locator('textarea').fill(QUESTION);
    await tab.keyboard.press('Enter');
    return await until(
      () => Promise.resolve(backend.requests.at(-1)!),
      (request) => request?.path === webhook.pathname,
    );
  } finally {
    await browser.close();
    await server.close();
  }
}

function toChatError(error: unknown): ChatError {
  assert.ok(error instanceof ChatError);
  return error;
}

describe('an upload', { timeout: 60_000 }, () => {
  it('that fails is explained with the status and address of its request, and is tried again', async () => {
    const path = '/failing/chat-messages';
    const address = new URL('/failing/files/upload', backend.url).href;
    const from = { endpoint: new URL(path, backend.url), origin: 'https://shop.example' };
    const all = [{ role: 'user', content: QUESTION, files: files.slice(0, 1) }] as const;
    const states = followUploads(() => undefined, signal);
    for (const [status, code, state] of [
      [413, 'upload-failed', 'too-large'],
      [401, 'upload-failed', 'failed'],
      [415, 'unsupported-content', 'failed'],
    ] as const) {
      answer = () => [status, '{"code":"no"}'];
      // oxlint-disable-next-line no-await-in-loop -- one answer after the other
      const error = await requestIn('dify', { path, all }).then(() => assert.fail('sent'), toChatError);
      const { file, address: asked, text } = error.facts ?? {};
      assert.deepEqual([error.code, file, asked, text], [code, 'cat.png', address, '{"code":"no"}']);
      assert.equal(states.get('cat.png'), state);
      assert.match(explainFailure(error, from)?.problem ?? '', new RegExp(`${address} .*status ${status}`));
    }
    answer = () => [201, '{"id":"f"}'];
    const { body } = await requestIn('dify', { path });
    assert.match(JSON.stringify(body['files']), /"upload_file_id":"f"/);
    const upload = (): Promise<never> => Promise.reject(new TypeError('no'));
    await assert.rejects(requestIn('openai', { upload, path: '/broken' }), {
      code: 'upload-failed',
      message: 'upload, set by the page, threw TypeError: no',
      facts: { setting: 'upload', file: 'cat.png' },
    });
  });

  it('whose address the page may not read is explained by that address', async () => {
    answer = () => '{"id":"a","upload_url":"http://127.0.0.1:9/up?signature=secret"}';
    const error = await requestIn('chatkit').then(() => assert.fail('sent'), toChatError);
    assert.equal(error.code, 'upload-failed');
    const { problem = '', code } =
      explainFailure(error, { endpoint: backend.url, origin: 'https://shop.example' }) ?? {};
    assert.match(problem, / from http:\/\/127\.0\.0\.1:9\/up, which takes the files/);
    assert.match(code ?? '', /Access-Control-Allow-Methods: POST, PUT/);
  });
});

describe('files of a conversation that are not sent again', () => {
  const ask3 = async (all: readonly WireMessage[]): Promise<readonly unknown[]> => {
    const { body } = await requestIn('messages', { all });
    return (body['messages'] as readonly { content: unknown }[]).map(({ content }) => content);
  };
  const picture = (): FilePart => files[0]!;

  it('are replaced by words: files of the third question from the end, and files that do not fit', async () => {
    const large = await attach('large.png', Buffer.alloc(7_000_000), 'image/png');
    const answered = { role: 'assistant', content: 'So.' } as const;
    const asked = (content: string, ...own: FilePart[]): WireMessage => ({
      role: 'user',
      content,
      files: own,
    });
    const contents = await ask3([
      asked('One', picture()),
      answered,
      asked('Two', large, picture()),
      answered,
      asked('', large),
    ]);
    const kinds = contents.map((content) =>
      typeof content === 'string'
        ? content
        : (content as readonly { type: string; text?: string }[]).map((part) => part.text ?? part.type),
    );
    assert.deepEqual(kinds, [
      'One\n\n[picture: cat.png]',
      'So.',
      ['Two\n\n[picture: large.png]', 'file'],
      'So.',
      ['file'],
    ]);
  });

  it("are left out silently where an earlier question's file is gone; the newest question fails with an error", async () => {
    const gone: FilePart = {
      type: 'file',
      url: '',
      mediaType: 'application/pdf',
      name: 'old.pdf',
      id: 'gone',
    };
    const [first] = await ask3([
      { role: 'user', content: 'One', files: [gone] },
      { role: 'user', content: 'Two' },
    ]);
    assert.equal(first, 'One\n\n[file: old.pdf]');
    await assert.rejects(ask3([{ role: 'user', content: 'One', files: [gone] }]), { code: 'file-gone' });
  });
});

interface Received {
  readonly type: string | undefined;
  readonly value: unknown;
  readonly filename: string;
  readonly mediaType: string;
}

/** An agent that records the parts of its question, and answers nothing. */
function agentThatTakes(taken: Received[]): InstanceType<typeof servers.DefaultRequestHandler> {
  return new servers.DefaultRequestHandler(AGENT_CARD, new servers.InMemoryTaskStore(), {
    cancelTask: () => Promise.resolve(),
    execute({ taskId, contextId, userMessage }, bus) {
      for (const { content, filename, mediaType } of userMessage.parts) {
        const value: unknown = content?.$case === 'raw' ? Buffer.from(content.value) : content?.value;
        taken.push({ type: content?.$case, value, filename, mediaType });
      }
      const status = {
        state: servers.TaskState.TASK_STATE_COMPLETED,
        message: undefined,
        timestamp: undefined,
      };
      const task = {
        id: taskId,
        contextId,
        status,
        artifacts: [],
        history: [userMessage],
        metadata: undefined,
      };
      bus.publish(servers.AgentEvent.task(task));
      bus.finished();
      return Promise.resolve();
    },
  });
}
