import { expect } from 'chai';
import type { CfAiChatElement } from '../../../widget/index.ts';
import { addresses, HostPage } from '../../support/host-page.ts';
import { notApplicable } from '../../support/not-applicable.ts';

const UNCHECKED_MODULES = 'WebKit checks the hash of a script but not that of a preloaded module';

/** A page that loads its script from this site, with content of its own inside of the chat element. */
function pageOf(site: string, attributes = ''): string {
  return `<cf-ai-chat><a href="/contact">Contact</a></cf-ai-chat><script src="${site}/cf-ai-chat.js" ${attributes}></script>`;
}

/** Opens the chat, and waits for the notice that it could not be loaded. */
async function failToOpen(page: HostPage): Promise<{ chat: CfAiChatElement; notice: Element }> {
  const chat = await page.chat();
  chat.show();
  const notice = await page.until('a notice', () => chat.shadowRoot?.querySelector('[role=alert]'));
  return { chat, notice };
}

describe('releases', () => {
  afterEach(() => HostPage.cleanUp());

  it("an older script in a browser's cache loads the panel of the current release", async () => {
    const page = await HostPage.open(pageOf(addresses.stale));
    const chat = await page.chat();
    expect(page.api.version).to.equal('0.0.9');
    expect(await page.converse(chat)).to.contain('[1]');
    expect(page.chats).to.have.length(1);
  });

  it('the page\'s fallback and "Try again" are shown when no release is there any more', async () => {
    const page = await HostPage.open(pageOf(addresses.gone));
    const { notice } = await failToOpen(page);
    expect(notice.textContent).to.contain('The chat could not be loaded.');
    expect(page.document.querySelector('a')?.checkVisibility()).to.equal(true);
    expect(notice.querySelector('button')?.textContent).to.equal('Try again');
  });

  it('"Try again" loads the chat when the files are back', async () => {
    const page = await HostPage.open(pageOf(addresses.flaky));
    const { chat, notice } = await failToOpen(page);
    // Browsers differ in how often they request before they fail.
    await fetch(`${addresses.flaky}/files-are-back`);
    notice.querySelector('button')?.click();
    expect(await page.converse(chat)).to.contain('[1]');
  });

  it('a panel whose bytes differ from the build does not run', async function () {
    if (navigator.vendor.startsWith('Apple')) notApplicable(this, UNCHECKED_MODULES);
    const page = await HostPage.open(pageOf(addresses.tampered));
    await failToOpen(page);
    expect(Reflect.get(page.window, 'isTampered')).to.equal(undefined);
  });

  for (const [name, site, words] of [
    ['the chat speaks German with an unchanged chunk of strings', 'worker', 'Frage stellen…'],
    [
      'the chat speaks English where the bytes of that chunk differ from the build',
      'tamperedChunks',
      'Ask a question…',
    ],
  ] as const) {
    it(name, async function () {
      if (site !== 'worker' && navigator.vendor.startsWith('Apple')) notApplicable(this, UNCHECKED_MODULES);
      const page = await HostPage.open(
        `<script>console.error=()=>{}</script>${pageOf(addresses[site], 'data-lang="de"')}`,
      );
      const chat = await page.chat();
      chat.show();
      const input = await page.until('a composer', () =>
        chat.shadowRoot?.querySelector<HTMLTextAreaElement>('[part=input]'),
      );
      expect(input.placeholder).to.equal(words);
      expect(Reflect.get(page.window, 'isTampered')).to.equal(undefined);
      expect(await page.converse(chat)).to.contain('[1]');
    });
  }

  it('a page that pins the script by its hash loads files of that release only', async () => {
    const { files } = (await (await fetch(`/v/${addresses.version}/integrity.json`)).json()) as {
      files: Record<string, string>;
    };
    const pinned = `integrity="${files['cf-ai-chat.js']}" crossorigin="anonymous"`;
    const good = await HostPage.open(pageOf(`${addresses.worker}/v/${addresses.version}`, pinned));
    expect(await good.converse(await good.chat())).to.contain('[1]');
    const changed = await HostPage.open(pageOf(addresses.stale, pinned));
    expect(changed.window.cfAiChat).to.equal(undefined);
  });
});
