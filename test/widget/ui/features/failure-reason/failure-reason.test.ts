import { expect } from 'chai';
import { strings } from '../../../../../widget/ui/strings/en.ts';
import { ChatHarness } from '../../../../support/chat-harness.ts';

describe('the reason of a failure, for the owner of the page', () => {
  const { fetch } = window;
  const { error } = console;
  let lines: string[] = [];

  beforeEach(() => {
    lines = [];
    console.error = (line: unknown) => lines.push(String(line));
  });

  afterEach(() => {
    window.fetch = fetch;
    console.error = error;
    ChatHarness.cleanUp();
  });

  const hintOf = (chat: ChatHarness): string => chat.root.querySelector('.failure code')?.textContent ?? '';

  /** Asks a question, and waits for the reason in the console. */
  async function ask(settings: Parameters<typeof ChatHarness.mount>[0]): Promise<ChatHarness> {
    const chat = ChatHarness.mount({ persist: 'none', open: true, ...settings });
    await chat.ready();
    await chat.ask('Hi');
    await chat.until('a reason', () => hintOf(chat) !== '');
    return chat;
  }

  const answerWith = (status: number, body: string): void => {
    window.fetch = () => Promise.resolve(new Response(body, { status }));
  };

  it("names the line that allows the origin of the page, in the console, and in the chat on the owner's machine", async () => {
    answerWith(403, '{"type":"error","code":"origin-refused","message":"so"}');
    const chat = await ask({ endpoint: 'https://chat.example' });
    const hint = `https://chat.example does not allow ${origin}. In wrangler.jsonc: "ALLOWED_ORIGINS": "${origin}"`;
    expect([hintOf(chat), chat.errorText]).to.deep.equal([hint, strings.errors['origin-refused']]);
    expect(lines).to.deep.equal([`<cf-ai-chat>: ${hint}`]);
  });

  it("names the command for a Worker on this machine, and no line breaks at the command's hyphens", async () => {
    answerWith(403, '{"code":"origin-refused"}');
    const chat = await ask({ endpoint: 'http://127.0.0.1:8787/api/chat' });
    expect(hintOf(chat)).to.contain(
      `End it, and start it with: npm start -- --var ALLOWED_ORIGINS:${origin}`,
    );
    const unbroken = [...chat.root.querySelectorAll<HTMLElement>('.failure .unbroken')];
    expect(unbroken.map((part) => part.textContent.trim())).to.deep.equal(['--', '--var']);
    expect(unbroken.every((part) => part.getClientRects().length === 1)).to.equal(true);
  });

  it('names a setting that is not an address', async () => {
    const chat = await ask({ endpoint: 'https://<your-worker>/api/chat' });
    expect(lines.join()).to.contain('endpoint="https://<your-worker>/api/chat" is no address');
    expect(chat.errorText).to.equal(strings.errors['not-configured']);
  });

  it('names a request-body that is not JSON', async () => {
    const chat = await ask({ endpoint: '/chat', requestBody: '{model: 1}' });
    expect(hintOf(chat)).to.contain(
      'request-body="{model: 1}" is no JSON object. Write JSON between single quotes:',
    );
  });

  it('names a headers function that rejects', async () => {
    const headers = (): Promise<never> => Promise.reject(new Error('no token'));
    const chat = await ask({ endpoint: '/chat', headers });
    expect(hintOf(chat)).to.contain('headers, set by the page, threw Error: no token.');
  });

  it('names a headers function that never settles', async () => {
    const headers = (): Promise<never> => new Promise(() => undefined);
    const chat = await ask({ endpoint: '/chat', headers, stallTimeout: 50 });
    expect(hintOf(chat)).to.contain('headers, set by the page, has not settled within 0.05 seconds.');
  });

  it('has a button that copies the line to be pasted', async () => {
    answerWith(400, '{"error":"model is required"}');
    const chat = await ask({ endpoint: '/chat' });
    const { writeText } = navigator.clipboard;
    let copied = '';
    navigator.clipboard.writeText = async (text) => void (copied = text);
    chat.root.querySelector<HTMLButtonElement>('.failure-reason button')?.click();
    await chat.until('the text on the clipboard', () => copied !== '');
    navigator.clipboard.writeText = writeText;
    expect(copied).to.equal(`data-request-body='{"model":"gpt-5-mini"}'`);
  });

  it('is not shown for failures that only the visitor can resolve', async () => {
    answerWith(429, '{"type":"error","code":"quota-exceeded","message":"so"}');
    const chat = ChatHarness.mount({ endpoint: '/chat', persist: 'none', open: true });
    await chat.ready();
    await chat.ask('Hi');
    await chat.until('a failure', () => chat.errorText !== '');
    await chat.drawn();
    expect([hintOf(chat), lines]).to.deep.equal(['', []]);
  });

  describe('after status 401', () => {
    it('is not shown when headers returns a new token and the second request succeeds', async () => {
      const sent: (string | null)[] = [];
      window.fetch = (_url, init) => {
        sent.push(new Headers(init?.headers).get('authorization'));
        return Promise.resolve(
          sent.length === 1 ? new Response('', { status: 401 }) : new Response('Hello.'),
        );
      };
      let token = 0;
      const headers = (): Record<string, string> => ({ authorization: `Bearer ${++token}` });
      const chat = ChatHarness.mount({ endpoint: '/chat', persist: 'none', open: true, headers });
      await chat.ready();
      await chat.ask('Hi');
      await chat.until('the answer', () => chat.bodies.includes('Hello.'));
      expect(sent).to.deep.equal(['Bearer 1', 'Bearer 2']);
      expect(lines).to.deep.equal([]);
    });

    it('is shown after one request when headers returns the same token, and after two when the new token is refused, too', async () => {
      let requests = 0;
      window.fetch = () => Promise.resolve(new Response('', { status: (requests++, 401) }));
      await ask({ endpoint: '/chat', headers: () => ({ authorization: 'Bearer 1' }) });
      expect(requests).to.equal(1);
      ChatHarness.cleanUp();
      requests = 0;
      await ask({ endpoint: '/chat', headers: () => ({ authorization: `Bearer ${requests}` }) });
      expect(requests).to.equal(2);
    });
  });
});
