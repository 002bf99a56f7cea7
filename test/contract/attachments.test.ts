import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { openFileStore } from '../../widget/attachments/file-store.ts';
import { withFiles } from '../../widget/attachments/with-files.ts';
import { Conversation } from '../../widget/conversation/conversation.ts';
import { createId } from '../../widget/conversation/create-id.ts';
import { textOf, type FilePart } from '../../widget/protocol/chat-message.ts';
import { formatRequest } from '../../widget/protocol/format-request.ts';
import { HttpTransport } from '../../widget/transport/http-transport.ts';
import { ResumingTransport } from '../../widget/transport/resuming-transport.ts';
import { SessionTransport } from '../../widget/transport/session-transport.ts';
import { attachment, dataUrl } from '../support/attachment-files.ts';
import { storeIn } from '../support/conversation-harness.ts';
import { SAY_HELLO, startFakeModelServer, type FakeModelServer } from '../support/fake-model-server.ts';
import { MapStorage } from '../support/map-storage.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../support/plain-workerd.ts';

const PNG = Uint8Array.from(attachment('picture.png'));
const IMAGE = { type: 'image_url', image_url: { url: dataUrl(PNG) } };
const VARS = {
  LOCAL: '1',
  SESSION_SECRET: 'a secret of the tests, long enough',
  MODEL: 'blind',
  QUOTA_LIMIT: '1000',
};

const store = openFileStore({ name: 'a test', isPersistent: false });

async function attach(
  id: string,
  name = `${id}.png`,
  file = new Blob([PNG], { type: 'image/png' }),
): Promise<FilePart> {
  await store.put(id, file);
  return { type: 'file', url: '', mediaType: file.type, name, size: file.size, id };
}

describe('a question with a file, sent from the chat to our Worker', { timeout: 60_000 }, () => {
  let model: FakeModelServer;
  let worker: PlainWorkerd;
  before(async () => {
    model = await startFakeModelServer();
    const vars = {
      ...VARS,
      ATTACHMENTS: 'images text',
      VISION_MODEL: 'seeing',
      MODEL_BASE_URL: model.baseUrl,
    };
    worker = await startPlainWorkerd({ vars });
  });
  after(async () => {
    await worker?.close();
    await model.close();
  });
  beforeEach(() => model.reply(SAY_HELLO));

  /** What the model received: its name, and the messages without the system message. */
  const asked = (): readonly unknown[] => {
    const { model: name, messages } = model.turns.at(-1)!.call.body;
    return [name, ...messages.slice(1).map(({ content }) => content as unknown)];
  };

  const converse = (storage = new MapStorage()): Conversation => {
    const sessions = new SessionTransport(new HttpTransport({ stallTimeoutMs: 5_000 }), () => true);
    const transport = new ResumingTransport(sessions, sessions);
    return new Conversation({
      transport: () => transport,
      knowsKeys: () => true,
      store: storeIn(storage),
      historyLimit: () => 20,
      now: Date.now,
      createId,
      buildRequest: (messages, signal, { key }) =>
        withFiles(
          messages,
          (texts) => ({
            url: new URL('/api/chat', worker.url).href,
            headers: {},
            body: formatRequest('messages', texts, {}, { key }),
            credentials: 'omit',
            messages: texts,
          }),
          { format: 'messages', store, signal },
        ),
    });
  };

  it('is answered by a model that sees the file, and is sent again with the next question', async () => {
    const conversation = converse();
    const question = { text: 'What is it?', files: [await attach('cat')] };
    await conversation.send(question);
    assert.equal(textOf(conversation.state.messages[1]!), 'Hello there');
    assert.deepEqual(asked(), ['seeing', [{ type: 'text', text: 'What is it?' }, IMAGE]]);
    await conversation.send('Which colour?');
    assert.deepEqual(asked(), [
      'seeing',
      [{ type: 'text', text: 'What is it?' }, IMAGE],
      'Hello there',
      'Which colour?',
    ]);
    await conversation.send('Thanks');
    assert.deepEqual(asked().slice(0, 2), ['blind', 'What is it?\n\n[picture: cat.png]']);
  });
});
