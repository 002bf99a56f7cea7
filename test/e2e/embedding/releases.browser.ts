import { expect } from 'chai';
import type { CfAiChatElement } from '../../../widget/index.ts';
import { addresses, HostPage } from '../../support/host-page.ts';
import { notApplicable } from '../../support/not-applicable.ts';

const UNCHECKED_MODULES = 'WebKit checks the hash of a script but not that of a preloaded module';

/** A page that has its script from a site, and content of its own inside the chat. */
function pageOf(site: string, attributes = ''): string {
  return `<cf-ai-chat><a href="/contact">Contact</a></cf-ai-chat><script src="${site}/cf-ai-chat.js" ${attributes}></script>`;
}

/** Opens the chat and waits for the card that says it could not be loaded. */
async function failToOpen(page: HostPage): Promise<{ chat: CfAiChatElement; notice: Element }> {
  const chat = await page.chat();
  chat.show();
  const notice = await page.until('a notice', () => chat.shadowRoot?.querySelector('[role=alert]'));
  return { chat, notice };
}

describe('releases', () => {
  afterEach(() => HostPage.cleanUp());

  it('serves a page that has an older script in its cache from the current release', async () => {
    const page = await HostPage.open(pageOf(addresses.stale));
    const chat = await page.chat();
    expect(page.api.version).to.equal('0.0.9');
    expect(await page.converse(chat)).to.contain('[1]');
    expect(page.chats).to.have.length(1);
  });

  it('shows the page its fallback and a way to try again when all releases are gone', async () => {
    const page = await HostPage.open(pageOf(addresses.gone));
    const { notice } = await failToOpen(page);
    expect(notice.textContent).to.contain('The chat could not be loaded.');
    expect(page.document.querySelector('a')?.checkVisibility()).to.equal(true);
    expect(notice.querySelector('button')?.textContent).to.equal('Try again');
  });

  it('recovers by that button when the files are back', async () => {
    const page = await HostPage.open(pageOf(addresses.flaky));
    const { chat, notice } = await failToOpen(page);
    // How often a browser asks before it fails is its own affair.
    await fetch(`${addresses.flaky}/files-are-back`);
    notice.querySelector('button')?.click();
    expect(await page.converse(chat)).to.contain('[1]');
  });

  it('runs no panel that is not what was built', async function () {
    if (navigator.vendor.startsWith('Apple')) notApplicable(this, UNCHECKED_MODULES);
    const page = await HostPage.open(pageOf(addresses.tampered));
    await failToOpen(page);
    expect(Reflect.get(page.window, 'isTampered')).to.equal(undefined);
  });

  for (const [name, site, words] of [
    ['speaks another language by a chunk that is what was built', 'worker', 'Frage stellen…'],
    ['speaks English where that chunk is not what was built', 'tamperedChunks', 'Ask a question…'],
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

  it('loads nothing else for a page that pinned the script by its hash', async () => {
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
