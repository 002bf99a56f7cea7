import { expect } from 'chai';
import { strings } from '../../../../widget/ui/words/en.ts';
import { ChatHarness } from '../../../support/chat-harness.ts';

describe('an error that only the owner of the site can end', () => {
  const { fetch } = window;
  const { error } = console;
  let lines: unknown[] = [];

  beforeEach(() => {
    lines = [];
    console.error = (line: unknown) => lines.push(line);
  });

  afterEach(() => {
    window.fetch = fetch;
    console.error = error;
    ChatHarness.cleanUp();
  });

  /** Asks at an endpoint that answers with an error; returns what the console and, on this machine, the chat say. */
  async function ask(endpoint: string, code: string, status: number): Promise<readonly string[]> {
    window.fetch = () => Promise.resolve(new Response(JSON.stringify({ code, message: 'so' }), { status }));
    const chat = ChatHarness.mount({ endpoint, persist: 'none', open: true });
    await chat.ready();
    await chat.ask('Hi');
    await chat.until('a failure', () => chat.errorText !== '');
    return [lines.join('\n'), chat.errorText, chat.root.querySelector('.failure code')?.textContent ?? ''];
  }

  it('names the line that allows the origin of the page', async () => {
    const hint = `https://chat.example does not allow ${origin}. In wrangler.jsonc: "ALLOWED_ORIGINS": "${origin}"`;
    expect(await ask('https://chat.example', 'origin-refused', 403)).to.deep.equal([
      `<cf-ai-chat>: ${hint}`,
      strings.errors['origin-refused'],
      hint,
    ]);
  });

  it('names the command where the Worker runs on this machine', async () => {
    const [line] = await ask('http://127.0.0.1:8787/api/chat', 'origin-refused', 403);
    expect(line).to.contain(`Start it with: npm start -- --var ALLOWED_ORIGINS:${origin}`);
  });

  it('names an address where nothing is', async () => {
    const hint = 'https://chat.example/api/chatt: got status 404: so';
    expect(await ask('https://chat.example/api/chatt', 'not-configured', 404)).to.deep.equal([
      `<cf-ai-chat>: ${hint}`,
      strings.errors['not-configured'],
      hint,
    ]);
  });

  it('names a setting that is no address', async () => {
    const [line, words] = await ask('https://<your-worker>/api/chat', '', 200);
    expect(line).to.contain('endpoint="https://<your-worker>/api/chat": expected an address');
    expect(words).to.equal(strings.errors['not-configured']);
  });

  it('says nothing of an error that visitors can end', async () => {
    expect(await ask('https://chat.example', 'rate-limited', 429)).to.deep.equal([
      '',
      strings.errors['rate-limited'],
      '',
    ]);
  });
});
