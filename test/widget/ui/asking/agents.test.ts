import { expect } from 'chai';
import { parseJson, readObject, readString } from '../../../../widget/protocol/json.ts';
import { ChatHarness } from '../../../support/chat-harness.ts';

/** The questions that the agent got, each with the address of its socket. */
const asked: { readonly url: string; readonly text: string }[] = [];

/** A socket to an agent that answers each question with `Hello`. */
class AgentSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readonly url: string;
  readyState = AgentSocket.CONNECTING;

  constructor(url: string) {
    super();
    this.url = url;
    queueMicrotask(() => {
      this.readyState = AgentSocket.OPEN;
      this.dispatchEvent(new Event('open'));
    });
  }

  send(message: string): void {
    const { id, init } = readObject(parseJson(message));
    asked.push({ url: this.url, text: readString(readObject(init)['body']) ?? '' });
    this.#say({ id, body: JSON.stringify({ type: 'text-delta', id: 't', delta: 'Hello' }), done: false });
    this.#say({ id, body: '', done: true });
  }

  close(): void {
    this.readyState = 3;
  }

  #say(response: object): void {
    const data = JSON.stringify({ type: 'cf_agent_use_chat_response', ...response });
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
}

describe("an agent of Cloudflare's Agents SDK at a wss: address", () => {
  const { WebSocket: genuine } = globalThis;

  beforeEach(() => {
    asked.length = 0;
    Object.defineProperty(globalThis, 'WebSocket', {
      value: AgentSocket,
      configurable: true,
      writable: true,
    });
  });
  afterEach(() => {
    ChatHarness.cleanUp();
    Object.defineProperty(globalThis, 'WebSocket', { value: genuine, configurable: true, writable: true });
  });

  const askTwice = async (endpoint: string): Promise<void> => {
    const chat = ChatHarness.mount({ endpoint, requestFormat: 'openai', open: true });
    await chat.ready();
    await chat.element.send('Hi');
    await chat.element.send('More');
    await chat.drawn();
    expect(chat.bodies).to.deep.equal(['Hi', 'Hello', 'More', 'Hello']);
  };

  it('receives the conversation as UI messages, under a random name that stays the same', async () => {
    await askTwice('wss://agents.example/agents/chat/?token=1#part');
    const [first, second] = asked;
    expect(first?.url).to.match(/^wss:\/\/agents\.example\/agents\/chat\/[\da-f]{24}\?token=1$/);
    expect(second?.url).to.equal(first?.url);
    expect(readObject(parseJson(second?.text ?? ''))['messages']).to.have.length(3);
    expect(first?.text).to.contain('"parts":[{"type":"text","text":"Hi"}]');
  });

  it('is called by the name that the address contains', async () => {
    await askTwice('wss://agents.example/agents/chat/lobby');
    expect(asked[0]?.url).to.equal('wss://agents.example/agents/chat/lobby');
  });
});
