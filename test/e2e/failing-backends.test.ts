import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { diagnose } from '../../widget/cli/doctor.ts';
import { VERSION } from '../../widget/build/project.ts';
import { strings } from '../../widget/ui/strings/en.ts';
import type { CfAiChatElement } from '../../widget/index.ts';
import { FAILING_BACKENDS } from '../support/failing-backends.ts';
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts';
import { useSite } from '../support/use-site.ts';

/** Words that would blame the visitor for a failure of the backend. */
const BLAME = new Set(
  (
    [
      'bad-request',
      'session-required',
      'origin-refused',
      'too-large',
      'rate-limited',
      'quota-exceeded',
    ] as const
  ).map((code) => strings.errors[code]),
);

/** The messages about a failure. */
interface Said {
  /** The message for the visitor. */
  readonly words: string;
  /** The messages for the owner, in the chat and in the console. */
  readonly shown: string;
  readonly logged: string;
}

describe('backends that fail', { timeout: 600_000 }, () => {
  const page = useSite(() => startLoopbackSite());
  let host: LoopbackSite;
  /** One page for all backends, each of which has a chat of its own there. */
  let tab: Page;
  before(async () => {
    host = await startLoopbackSite();
    tab = await page.browser.newPage();
    const script = `<script type="module" src="/v/${VERSION}/index.js"></script>`;
    page.site.page('/chat', `<!doctype html><body>${script}`);
    await tab.goto(new URL('/chat', page.site.url).href);
  });
  after(() => host?.close());

  it('are named in console, chat and doctor with the same words, without blaming the visitor', async (test) => {
    const wrong: string[] = [];
    const named = { console: 0, chat: 0, doctor: 0 };
    for (const [index, { name, route, told, isOurs }] of FAILING_BACKENDS.entries()) {
      const path = `/failing/${index}`;
      host.route(path, route);
      const endpoint = new URL(path, host.url).href;
      // oxlint-disable no-await-in-loop -- one backend after the other
      const { words, shown, logged } = await tab.evaluate(askOnce, endpoint);
      const html = `<script src="/cf-ai-chat.js" data-endpoint="${endpoint}"></script>`;
      page.site.page('/', html);
      const { findings } = await diagnose(page.site.url, { now: () => 0 });
      // oxlint-enable no-await-in-loop
      const found = findings.map(({ problem, remedy }) =>
        `${problem} ${remedy}`.replace(/ \([^()]*\)(?=\. )/, ''),
      );
      const isTold = (text: string): boolean => told.every((part) => text.includes(part));
      if (isTold(logged)) named.console += 1;
      if (isTold(shown) && logged === `<cf-ai-chat>: ${shown}`) named.chat += 1;
      if (found.some(isTold) && found.includes(shown)) named.doctor += 1;
      else wrong.push(`${name}, doctor:\n  ${found.join('\n  ')}`);
      if (!isTold(shown) || logged !== `<cf-ai-chat>: ${shown}`)
        wrong.push(`${name}:\n  ${shown}\n  ${logged}`);
      if (!isOurs && BLAME.has(words)) wrong.push(`${name}: visitors read ${words}`);
    }
    test.diagnostic(
      `${FAILING_BACKENDS.length} failing backends: ${named.console} named in the console, ${named.chat} in the chat, ${named.doctor} by the doctor`,
    );
    assert.deepEqual(wrong, []);
    assert.ok(FAILING_BACKENDS.length >= 40);
  });
});

/** Runs in the page, which it leaves without a chat. */
async function askOnce(endpoint: string): Promise<Said> {
  await customElements.whenDefined('cf-ai-chat');
  const { error } = console;
  const logged = new Promise<string>((resolve) => {
    console.error = (line: unknown) => {
      error(line);
      if (String(line).startsWith('<cf-ai-chat>')) resolve(String(line));
    };
  });
  const chat = Object.assign(document.createElement('cf-ai-chat') as CfAiChatElement, {
    endpoint,
    mode: 'inline',
    persist: 'none',
  });
  document.body.append(chat);
  await chat.send('Hi');
  const late = new Promise<string>((resolve) => setTimeout(() => resolve('nothing'), 5_000));
  const line = await Promise.race([logged, late]);
  const find = (selector: string): Element | null | undefined =>
    chat.shadowRoot?.querySelector(`.failure ${selector}`);
  const isDrawn = (): boolean => line === 'nothing' || Boolean(find('code'));
  while (!isDrawn()) await new Promise(requestAnimationFrame);
  const said = {
    words: find('[role=alert] p')?.textContent.trim() ?? '',
    shown: find('code')?.textContent ?? '',
    logged: line,
  };
  console.error = error;
  chat.remove();
  return said;
}
