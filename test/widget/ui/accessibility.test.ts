import { expect } from 'chai';
import { violations } from '../../support/axe-violations.ts';
import { ChatHarness } from '../../support/chat-harness.ts';
import { IS_FULL_RUN } from '../../support/full-run.ts';
import { FakeFeedback } from '../../support/fake-feedback.ts';
import { ScriptedTransport } from '../../support/scripted-transport.ts';

/** In `npm test`, `test/e2e/accessibility.test.ts` looks at the dark scheme: of two schemes only colours differ. */
const THEMES = IS_FULL_RUN ? (['light', 'dark'] as const) : (['light'] as const);

describe('accessibility', () => {
  let transport: ScriptedTransport;

  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  for (const theme of THEMES) {
    it(`has no axe violations while closed, open, answering, answered and failed (${theme})`, async () => {
      const chat = ChatHarness.mount({ transport, persist: 'none', theme, suggestions: 'How?\nWhy?' });
      await chat.element.updateComplete;
      expect(await violations(chat), 'closed').to.deep.equal([]);
      chat.element.show();
      await chat.ready();
      expect(await violations(chat), 'open').to.deep.equal([]);
      await chat.ask('A question');
      const turn = await transport.asked();
      await turn.say(
        '# Title\n\nText with `code`, [link](https://example.com).\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n',
      );
      await chat.drawn();
      expect(await violations(chat), 'answering').to.deep.equal([]);
      await turn.emit({
        type: 'sources',
        sources: [{ id: '1', title: 'Doc', url: 'https://example.com', snippet: '' }],
      });
      await turn.finish();
      await chat.drawn();
      expect(await violations(chat), 'answered').to.deep.equal([]);
      await chat.ask('Another');
      await (await transport.asked()).refuse('model-busy');
      await chat.drawn();
      expect(await violations(chat), 'failed').to.deep.equal([]);
    });
  }

  for (const theme of THEMES) {
    it(`has no axe violations with ratings, a comment box, citations, a nearly used quota and a refusal (${theme})`, async () => {
      const settings = { theme, endpoint: '/api/chat', contactUrl: 'https://example.com' };
      const chat = await ChatHarness.open(transport, settings);
      const start = { type: 'start', queryId: 'q_1', links: { feedback: '/api/feedback' } } as const;
      const quota = { limit: 5, remaining: 1, resetsAt: Date.now() + 60_000 };
      await chat.ask('A question');
      const turn = await transport.asked();
      const source = { id: '1', title: 'Doc', url: 'https://example.com', snippet: '' };
      await turn.emit({ ...start, quota }, { type: 'sources', sources: [source] });
      await turn.say('See [1].');
      await turn.finish();
      const [, bad] = await chat.thumbs();
      expect(await violations(chat), 'thumbs').to.deep.equal([]);
      const backend = new FakeFeedback();
      backend.status = 500;
      bad.click();
      await chat.until('a failure', () => chat.root.querySelector('.feedback-failure'));
      expect(await violations(chat), 'feedback that failed').to.deep.equal([]);
      backend.status = 204;
      await chat.pressButton('Try again');
      await chat.until('a box', () => chat.commentBox);
      backend.restore();
      expect(await violations(chat), 'comment').to.deep.equal([]);
      await chat.openSources();
      await chat.drawn();
      chat.root.querySelector('.citation')?.scrollIntoView();
      await chat.drawn();
      chat.root.querySelector<HTMLElement>('.citation')?.click();
      await chat.until('a card', () => chat.sourceCard);
      await chat.animated();
      expect(await violations(chat), 'sources and their card').to.deep.equal([]);
      await chat.ask('Another');
      await (await transport.asked()).refuse('rate-limited', 60);
      await chat.until('a wait', () => chat.root.querySelector('[role=timer]'));
      expect(await violations(chat), 'refused').to.deep.equal([]);
    });
  }

  it('gives its parts names for assistive technology', async () => {
    const chat = await ChatHarness.open(transport, { heading: 'Help desk' });
    expect(chat.panel.role).to.equal('dialog');
    expect(chat.root.querySelector('#heading')?.textContent).to.contain('Help desk');
    expect(chat.part('transcript').role).to.equal('log');
    expect(chat.launcher.getAttribute('aria-controls')).to.equal(chat.panel.id);
  });

  it('announces the start and the end of an answer once each, and never its tokens', async () => {
    const chat = await ChatHarness.open(transport);
    const heard: string[] = [];
    const region = chat.root.querySelector('[role=status]')!;
    new MutationObserver(() => heard.push(chat.announcement)).observe(region, {
      characterData: true,
      childList: true,
      subtree: true,
    });
    await chat.ask('Read it');
    const turn = await transport.asked();
    for (let index = 0; index < 50; index++) await turn.say(`**word** `);
    await chat.drawn();
    await turn.finish();
    await chat.drawn();
    expect(heard[0]).to.equal('Answering…');
    expect(heard.at(-1)).to.equal('word '.repeat(50).trim());
    expect(heard.length).to.be.at.most(3);
  });

  it('announces an answer that came in one piece, and the same answer a second time', async () => {
    const chat = await ChatHarness.open(transport);
    const heard: string[] = [];
    const region = chat.root.querySelector('[role=status]')!;
    new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true });
    for (let count = 0; count < 2; count++) {
      await chat.ask('Read it');
      const turn = await transport.asked();
      void turn.say('Use [one](https://example.com) line.');
      await turn.finish();
      await chat.drawn();
    }
    expect(heard.map((text) => text.trim())).to.deep.equal([
      'Answering…',
      'Use one line.',
      'Answering…',
      'Use one line.',
    ]);
  });

  it('announces a long answer by its length instead of its text', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('Read it');
    await transport.answer('word '.repeat(300));
    await chat.drawn();
    expect(chat.announcement).to.equal('Answer ready, 300 words.');
  });

  it('announces the length of a long Japanese answer in characters', async () => {
    const chat = await ChatHarness.open(transport, { lang: 'ja' });
    await chat.ask('Read it');
    await transport.answer('返品できます。'.repeat(100));
    await chat.drawn();
    expect(chat.announcement).to.equal('回答が届きました（700文字）。');
  });

  it('keeps the closed panel out of the Tab order', async () => {
    const chat = await ChatHarness.open(transport);
    const closed = chat.next('cf-ai-chat-after-hide');
    chat.element.hide();
    await closed;
    expect(chat.panel.checkVisibility()).to.equal(false);
  });

  it('makes launcher, close button and send button at least 44 pixels large', async () => {
    const chat = await ChatHarness.open(transport);
    const close = [...chat.root.querySelectorAll('.quiet')].at(-1)!;
    for (const target of [chat.launcher, close]) {
      expect((target as HTMLElement).offsetWidth).to.be.at.least(44);
      expect((target as HTMLElement).offsetHeight).to.be.at.least(44);
    }
    const { inset } = getComputedStyle(chat.sendButton, '::after');
    expect(chat.sendButton.offsetWidth - 2 * Number.parseFloat(inset)).to.be.at.least(44);
  });
});
