import { expect } from 'chai';
import '../../../widget/index.ts';
import { createPageApi, type PageApi, type QueueItem } from '../../../widget/embed/page-api.ts';
import { ChatHarness } from '../../support/chat-harness.ts';

describe('window.cfAiChat, the API for pages', () => {
  afterEach(() => ChatHarness.cleanUp());

  /** The API on a page that is already parsed. With `mount: 'none'` no chat is mounted by itself. */
  function started(mount: 'none' | undefined, ...waiting: QueueItem[]): PageApi {
    const { api, start } = createPageApi('1.2.3', waiting);
    start(mount);
    return api;
  }

  const headings = (): string[] => [...document.querySelectorAll('cf-ai-chat')].map(({ heading }) => heading);

  it('mounts one floating chat when the page is parsed', () => {
    const api = started(undefined);
    expect(api.version).to.equal('1.2.3');
    expect(api.elements).to.have.length(1);
    expect(api.elements[0]?.parentElement).to.equal(document.body);
  });

  it('mounts no chat where the page has a floating chat, or the tag says mount="none"', () => {
    ChatHarness.mount({ heading: 'Ours' });
    started(undefined);
    expect(headings()).to.deep.equal(['Ours']);
    ChatHarness.cleanUp();
    started('none');
    expect(headings()).to.deep.equal([]);
  });

  it('mounts a floating chat beside an inline chat', () => {
    ChatHarness.mount({ mode: 'inline', heading: 'Inline' });
    const api = started(undefined);
    expect(api.elements.map(({ mode }) => mode)).to.deep.equal(['inline', 'floating']);
  });

  it('passes settings to the floating chat, or to the chat whose instance the settings name', () => {
    const api = started('none');
    api.push({ heading: 'One' }, { instance: 'sales', heading: 'Two' });
    expect(headings()).to.deep.equal(['One', 'Two']);
    api.push({ heading: 'First' }, { instance: 'sales', heading: 'Second', historyLimit: '7' });
    expect(headings()).to.deep.equal(['First', 'Second']);
    expect(api.elements[1]?.historyLimit).to.equal(7);
  });

  it('calls methods on the floating chat, or on the first chat where none floats', () => {
    const api = started('none');
    ChatHarness.mount({ mode: 'inline', endpoint: '/none' });
    api.push(['send', 'To the only one', { draft: true }]);
    expect(api.elements[0]?.draft).to.equal('To the only one');
    api.push({ heading: 'Floating' }, ['send', 'To the floating one', { draft: true }]);
    expect(api.elements.map(({ draft }) => draft)).to.deep.equal(['To the only one', 'To the floating one']);
  });

  it('keeps queued items until the page is parsed, and runs them in order', () => {
    const { api, start } = createPageApi('1.2.3', [['send', 'Before', { draft: true }]]);
    api.push({ heading: 'Later' });
    expect(api.elements).to.have.length(0);
    start(undefined);
    expect([headings(), api.elements[0]?.draft]).to.deep.equal([['Later'], 'Before']);
  });

  it('reports invalid items and runs the valid ones', () => {
    const api = started(undefined);
    const reported: unknown[] = [];
    const { reportError } = window;
    window.reportError = (error: unknown) => reported.push((error as Error).message);
    try {
      const nothing = JSON.parse('null') as QueueItem;
      api.push(['opn'], nothing, ['send', 'After them', { draft: true }], { heading: 'Last' });
    } finally {
      window.reportError = reportError;
    }
    expect(reported).to.have.length(2);
    expect(reported[0]).to.equal('<cf-ai-chat> has no method opn');
    expect([api.elements[0]?.draft, headings()]).to.deep.equal(['After them', ['Last']]);
  });

  it("ignores a method call where there is no chat, and settings with mount: 'none'", () => {
    const api = started('none', ['show']);
    api.push({ mount: 'none', heading: 'Nobody' });
    expect(headings()).to.deep.equal([]);
  });
});
