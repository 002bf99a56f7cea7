import { openFileStore } from '../../../widget/attachments/file-store.ts';
import { withFiles } from '../../../widget/attachments/with-files.ts';
import { Conversation } from '../../../widget/conversation/conversation.ts';
import { createId } from '../../../widget/conversation/create-id.ts';
import { Drafts } from '../../../widget/conversation/drafts.ts';
import { RecordStore } from '../../../widget/conversation/record-store.ts';
import { StorageWithMemory } from '../../../widget/conversation/storage-with-memory.ts';
import { PageLock } from '../../../widget/conversation/turn-lock.ts';
import { textOf, type FilePart } from '../../../widget/protocol/chat-message.ts';
import { formatRequest } from '../../../widget/protocol/format-request.ts';
import { questionOf } from '../../../widget/protocol/question.ts';
import { SYSTEM_CLOCK, whenShownAgain } from '../../../widget/transport/clock.ts';
import { HttpTransport } from '../../../widget/transport/http-transport.ts';
import { ResumingTransport } from '../../../widget/transport/resuming-transport.ts';
import { SessionTransport } from '../../../widget/transport/session-transport.ts';

// Runs in a page: a conversation as the panel creates it, without the panel.

/** What a test can see and do on the page. */
export interface SendingPage {
  /** Attaches a file of random bytes to the draft. Resolves with its SHA-256 once it is stored. */
  attach(bytes: number): Promise<string>;
  /** Sends the draft with a text, or queues it behind an answer. */
  send(text: string): void;
  stop(): void;
  /** Begins a new chat, and goes back to the previous one. */
  leaveAndUndo(): void;
  /** `role status text` of each message, and of each queued message. */
  readonly transcript: readonly string[];
  readonly status: string;
  /** Whether the question waits for the network, or its connection is being restored. */
  readonly isInterrupted: boolean;
  /** The text of the draft, and the number of its files. */
  readonly draft: readonly [string, number];
}

const parameters = new URLSearchParams(location.search);
const endpoint = new URL('/api/chat', `http://127.0.0.1:${parameters.get('port')}`).href;
const isShared = parameters.get('persist') === 'local';
const instance = 'sends';
const tab = new StorageWithMemory(() => sessionStorage);
const kept = isShared ? new StorageWithMemory(() => localStorage) : tab;
const files = openFileStore({ name: `cf-ai-chat:${instance}:files`, isPersistent: true });
const { after, now } = SYSTEM_CLOCK;

const sessions = new SessionTransport(new HttpTransport({ stallTimeoutMs: 10_000 }), () => true);
const transport = new ResumingTransport(sessions, sessions);
const conversation: Conversation = new Conversation({
  transport: () => transport,
  knowsKeys: () => true,
  buildRequest: (messages, signal, { key }) =>
    withFiles(
      messages,
      (texts) => ({
        url: endpoint,
        headers: {},
        body: formatRequest('messages', texts, {}, { key }),
        credentials: 'omit',
        messages: texts,
      }),
      { format: 'messages', store: files, signal },
    ),
  address: () => ({ url: endpoint, headers: {}, credentials: 'omit' }),
  historyLimit: () => 20,
  store: new RecordStore({ storage: kept, instance }),
  drafts: new Drafts({ tab, lasting: isShared ? kept : undefined, instance }),
  ...(isShared ? {} : { firstId: createId() }),
  lock: new PageLock({
    name: () => `turn:${conversation.state.id}`,
    locks: navigator.locks,
    isShared,
    lastHeard: () => conversation.lastHeard,
    now,
    after,
  }),
  network: { isOnline: () => navigator.onLine },
  now,
  after,
  createId,
});
const { signal } = new AbortController();
addEventListener('pagehide', () => conversation.handleLeft());
addEventListener('storage', () => conversation.refresh());
whenShownAgain(() => conversation.wake(), signal);

const page: SendingPage = {
  async attach(size) {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
    // A picture that our Worker accepts: its header says 64 by 64.
    bytes.set([
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 64, 0, 0,
      0, 64,
    ]);
    const file = new Blob([bytes], { type: 'image/png' });
    const id = createId();
    await files.put(id, file);
    const part: FilePart = { type: 'file', url: '', mediaType: file.type, name: `${id}.png`, size, id };
    const { draft, draftFiles } = conversation.state;
    conversation.type(draft, [...draftFiles, part]);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  },
  send(text) {
    const { draftFiles, status } = conversation.state;
    conversation.type(text);
    const question = { text, files: draftFiles };
    if (status === 'submitted' || status === 'streaming') conversation.queue(question);
    else void conversation.send(question);
  },
  stop: () => conversation.stop(),
  leaveAndUndo() {
    const left = conversation.leave();
    if (left) conversation.open(left);
  },
  get transcript() {
    const { messages, waiting } = conversation.state;
    return [...messages, ...waiting].map(
      (message) => `${message.role} ${message.status} ${textOf(message)} ${questionOf(message).files.length}`,
    );
  },
  get isInterrupted() {
    const { isReconnecting, messages } = conversation.state;
    return isReconnecting === true || messages.at(-1)?.status === 'waiting';
  },
  get status() {
    return conversation.state.status;
  },
  get draft(): SendingPage['draft'] {
    return [conversation.state.draft, conversation.state.draftFiles.length];
  },
};
Object.assign(globalThis, { sending: page });
void conversation.resume();
