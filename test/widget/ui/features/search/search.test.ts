import { expect } from 'chai';
import { violations } from '../../../../support/axe-violations.ts';
import { ChatHarness, type HarnessSettings, keydown } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';
import type { CfAiChatResultEvent, CfAiChatSearchEvent } from '../../../../../widget/index.ts';

const PAGES = [
  { title: 'Returns', url: '/returns', text: 'You have 30 days to return boots.' },
  { title: 'Returns: how', url: '/returns#how', text: 'Print the label.' },
  { title: 'Delivery', url: 'https://other.example/delivery', text: 'Two days.' },
];

/** An index that answers every text with the same pages. */
const INDEX = `data:application/json,${encodeURIComponent(JSON.stringify([...PAGES, '{query}']))}`;
const EMPTY_INDEX = 'data:application/json,[]';

/** The search dialog of a chat, as a visitor uses it. */
class SearchHarness extends ChatHarness {
  static async openSearch(settings: HarnessSettings = {}, text?: string): Promise<SearchHarness> {
    const { element } = ChatHarness.mount({
      transport: new ScriptedTransport(),
      persist: 'none',
      mode: 'search',
      searchEndpoint: INDEX,
      ...settings,
    });
    const chat = new SearchHarness(element);
    element.search(text);
    await chat.filled();
    return chat;
  }

  get dialog(): HTMLDialogElement {
    return this.root.querySelector('dialog')!;
  }

  get field(): HTMLInputElement {
    return this.root.querySelector<HTMLInputElement>('[part=search__field]')!;
  }

  get lines(): readonly HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>('[role=option]')];
  }

  get texts(): readonly string[] {
    return this.lines.map((line) => line.textContent.replaceAll(/\s+/g, ' ').trim());
  }

  get selected(): HTMLElement | null {
    return this.root.querySelector('[role=option][aria-selected=true]');
  }

  /** Waits until the panel has drawn into the dialog. */
  async filled(): Promise<void> {
    await this.until('a combobox', () => this.root.querySelector('dialog[open] [role=combobox]'));
  }

  async write(text: string): Promise<void> {
    this.field.value = text;
    this.field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await this.drawn();
  }

  async find(text: string): Promise<void> {
    await this.write(text);
    await this.until('results', () => this.root.querySelector('[part=search__results][aria-busy=false]'));
  }

  /** The axe violations, once the dialog has opened. */
  async violations(): Promise<readonly string[]> {
    const ending = this.dialog
      .getAnimations({ subtree: true })
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Infinity);
    // The animation of a panel that was moved meanwhile is cancelled: WebKit rejects its promise then.
    await Promise.allSettled(ending.map(({ finished }) => finished));
    return violations(this);
  }

  pressIn(key: string, init: KeyboardEventInit = {}): void {
    this.field.dispatchEvent(keydown(key, init));
  }
}

describe('the search dialog', () => {
  afterEach(() => ChatHarness.cleanUp());

  it('draws nothing on the page until it is opened', () => {
    const { element } = ChatHarness.mount({ transport: new ScriptedTransport(), mode: 'search' });
    expect(element.getBoundingClientRect().height).to.equal(0);
    expect(element.shadowRoot?.querySelector('dialog')).to.equal(null);
  });

  it('has only the search, without a chat, where the index answers no questions', async () => {
    const settings = { transport: undefined, endpoint: '', mode: 'floating' } as const;
    const chat = await SearchHarness.openSearch(settings);
    const launcher = chat.root.querySelector<HTMLElement>('[part=launcher]')!;
    expect(launcher.checkVisibility()).to.equal(false);
    await chat.find('return');
    expect(chat.lines.length).to.be.greaterThan(0);
    chat.element.searchEndpoint = '/index/';
    await chat.element.updateComplete;
    expect(launcher.checkVisibility()).to.equal(true);
  });

  it('shows pages with their sections, followed by the line that asks the chat', async () => {
    const chat = await SearchHarness.openSearch();
    await chat.find('return');
    expect(chat.texts).to.deep.equal([
      'Returns You have 30 days to return boots.',
      '# Returns: how (Returns) Print the label.',
      'Delivery Two days.',
      'Ask: return',
    ]);
    expect(chat.selected).to.equal(chat.lines[0]);
    expect(await chat.violations()).to.deep.equal([]);
  });

  it('has the line that asks the chat before the results where the text is a question', async () => {
    const chat = await SearchHarness.openSearch();
    await chat.find('how long is it');
    expect(chat.texts[0]).to.equal('Ask: how long is it');
    expect(chat.selected).to.equal(chat.lines[0]);
    chat.pressIn('ArrowDown');
    expect(chat.selected?.textContent).to.include('Returns');
  });

  it('moves with one arrow key from the best result to the line that asks the chat', async () => {
    const chat = await SearchHarness.openSearch();
    await chat.find('return');
    chat.pressIn('ArrowUp');
    expect(chat.selected?.textContent).to.include('Ask:');
    expect(chat.field.getAttribute('aria-activedescendant')).to.equal(chat.selected?.id);
  });

  it('fires an event before it opens a result, which the page can cancel', async () => {
    const chat = await SearchHarness.openSearch();
    const events: CfAiChatResultEvent[] = [];
    chat.element.addEventListener('cf-ai-chat-result', (event) => {
      events.push(event);
      event.preventDefault();
    });
    await chat.find('return');
    chat.pressIn('ArrowDown');
    chat.pressIn('Enter');
    expect(
      events.map(({ url, position, text }) => [new URL(url).pathname + new URL(url).hash, position, text]),
    ).to.deep.equal([['/returns#how', 1, 'return']]);
    expect(chat.dialog.open).to.equal(false);
  });

  it('lets Enter wait for the results of the last letters', async () => {
    const chat = await SearchHarness.openSearch();
    const opened = chat.next('cf-ai-chat-result');
    chat.element.addEventListener('cf-ai-chat-result', (event) => event.preventDefault());
    void chat.write('return');
    chat.pressIn('Enter');
    expect((await opened).text).to.equal('return');
  });

  it('lets the page change a request, and cancel it', async () => {
    const chat = await SearchHarness.openSearch();
    const listener = (event: CfAiChatSearchEvent): void => {
      if (event.text === 'secret') event.preventDefault();
      else if (event.request) event.request.url = EMPTY_INDEX;
    };
    chat.element.addEventListener('cf-ai-chat-search', listener);
    await chat.find('secret');
    expect(chat.texts).to.deep.equal(['Ask: secret']);
    await chat.find('other');
    expect(chat.root.querySelector('.search-note')?.textContent.trim()).to.equal(
      'Nothing found for “other”.',
    );
    chat.element.removeEventListener('cf-ai-chat-search', listener);
    await chat.find('boots');
    expect(chat.lines.length).to.equal(4);
  });

  it('shows what an index sends as text, and links only to web addresses', async () => {
    const pages = [
      { title: 'Evil', url: 'javascript:alert(1)', text: 'x' },
      {
        title: '<img src=x onerror=alert(1)>Boots',
        url: '/boots',
        text: '<script>alert(1)</script><b>boots</b>',
      },
      '{query}',
    ];
    const searchEndpoint = `data:application/json,${encodeURIComponent(JSON.stringify(pages))}`;
    const chat = await SearchHarness.openSearch({ searchEndpoint });
    await chat.find('boots');
    expect(chat.texts).to.deep.equal(['Boots alert(1) boots', 'Ask: boots']);
    expect(chat.dialog.querySelector('img, script')).to.equal(null);
    expect(chat.dialog.querySelector('mark')?.textContent).to.equal('boots');
  });

  it('says that the search failed, offers to try again, and still offers to ask the chat', async () => {
    const chat = await SearchHarness.openSearch({ searchEndpoint: 'data:text/html,no&{query}' });
    await chat.write('return');
    const note = await chat.until(
      'a note',
      () => chat.root.querySelector('.search-note button')?.parentElement,
    );
    expect(note.textContent).to.include('The search did not answer.');
    expect(chat.texts).to.deep.equal(['Ask: return']);
    expect(await chat.violations()).to.deep.equal([]);
  });

  it("asks the chat only after the visitor's consent", async () => {
    const chat = await SearchHarness.openSearch({ consent: 'before-first-message' });
    let count = 0;
    chat.element.addEventListener('cf-ai-chat-search', () => (count += 1));
    await chat.write('return');
    expect(count).to.equal(0);
    expect(await chat.violations()).to.deep.equal([]);
    await chat.pressButton('Agree');
    await chat.until('results', () => chat.lines.length > 1);
    expect(count).to.equal(1);
  });

  it('remembers opened results, and can forget them', async () => {
    const chat = await SearchHarness.openSearch({ persist: 'session' });
    chat.element.addEventListener('cf-ai-chat-result', (event) => event.preventDefault());
    await chat.find('return');
    chat.pressIn('Enter');
    chat.element.search();
    await chat.write('');
    expect(chat.texts).to.deep.equal(['return']);
    expect(await chat.violations()).to.deep.equal([]);
    await chat.pressButton('Delete all');
    expect(chat.texts).to.deep.equal([]);
    expect(Object.keys(sessionStorage).filter((key) => key.includes('searches'))).to.deep.equal([]);
  });

  it('stores nothing with persist="none"', async () => {
    const chat = await SearchHarness.openSearch();
    chat.element.addEventListener('cf-ai-chat-result', (event) => event.preventDefault());
    await chat.find('return');
    chat.pressIn('Enter');
    chat.element.search();
    await chat.write('');
    expect(chat.texts).to.deep.equal([]);
  });

  it('shows the answer in the dialog, and gives the panel back when it is closed', async () => {
    const transport = new ScriptedTransport();
    const chat = await SearchHarness.openSearch({ transport }, 'how to return boots');
    await chat.until('a question', () => chat.selected?.textContent.includes('Ask:'));
    chat.pressIn('Enter');
    await chat.until('the question', () => chat.bodies.includes('how to return boots'));
    expect(chat.dialog.contains(chat.panel)).to.equal(true);
    expect(chat.panel.role).to.equal('region');
    expect(await chat.violations()).to.deep.equal([]);
    await chat.pressButton('Continue in the chat');
    await chat.drawn();
    expect(chat.dialog.open).to.equal(false);
    expect(chat.dialog.contains(chat.panel)).to.equal(false);
    expect(chat.element.open).to.equal(true);
    expect(chat.bodies).to.include('how to return boots');
  });

  it('lets a chat that is already open answer in its own panel', async () => {
    const chat = await SearchHarness.openSearch({ mode: 'floating', open: true }, 'how to return boots');
    await chat.until('a question', () => chat.selected?.textContent.includes('Ask:'));
    chat.pressIn('Enter');
    await chat.until('the question', () => chat.bodies.includes('how to return boots'));
    expect(chat.dialog.open).to.equal(false);
  });

  it('closes on a press beside it', async () => {
    const chat = await SearchHarness.openSearch();
    chat.dialog.click();
    expect(chat.dialog.open).to.equal(false);
  });

  it('does not offer to ask while the chat is disabled', async () => {
    const chat = await SearchHarness.openSearch({ disabled: true });
    await chat.find('how to return it');
    expect(chat.texts.some((text) => text.startsWith('Ask'))).to.equal(false);
  });

  it('removes its listeners when the element leaves the page', async () => {
    const chat = await SearchHarness.openSearch();
    chat.element.remove();
    await Promise.resolve();
    expect(chat.dialog.open).to.equal(false);
    expect(document.documentElement.style.overflowY).to.equal('');
  });
});
