import { emulateMedia } from '@web/test-runner-commands';
import { expect } from 'chai';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';
import { notApplicable } from '../../../support/not-applicable.ts';

const SOURCES = [
  { id: 'a', title: 'First', url: 'https://example.com/1', snippet: '' },
  { id: 'b', title: 'Second', url: 'javascript:alert(1)', snippet: '' },
];

describe('a message', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  it('of a visitor shows its text without empty lines around the text', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    expect(chat.root.querySelector<HTMLElement>('.bubble > .asked')?.innerText).to.equal('How?');
  });

  it('keeps the line breaks of a paragraph when the next block arrives', async () => {
    const chat = await ChatHarness.open(transport);
    const linesOf = (): readonly number[] => {
      const range = document.createRange();
      range.selectNodeContents(chat.lastReply!.querySelector('p')!);
      return [...range.getClientRects()].map(({ width }) => Math.round(width));
    };
    // At some of these lengths the last line has one short word.
    for (let words = 12; words < 24; words++) {
      const text = 'Boots of any size can be sent back by post '
        .repeat(3)
        .split(' ')
        .slice(0, words)
        .join(' ');
      await chat.ask('How?');
      const turn = await transport.asked();
      await turn.say(text);
      await chat.drawn();
      const before = linesOf();
      await turn.say('\n\nAnother paragraph.');
      await chat.drawn();
      expect(linesOf(), text).to.deep.equal(before);
      await turn.finish();
    }
  });

  it('is aligned by the direction of each of its texts', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('أين؟');
    await transport.answer('Hello\n\nمرحبا\n\n- one\n- واحد');
    await chat.drawn();
    const isAtRight = (block: Element): boolean => {
      const text = document.createRange();
      text.selectNodeContents(block);
      const outer = block.getBoundingClientRect();
      const inner = text.getBoundingClientRect();
      return outer.right - inner.right < inner.left - outer.left;
    };
    const blocks = [...chat.lastReply!.querySelectorAll('p, li')];
    expect(blocks.map(isAtRight)).to.deep.equal([false, true, false, true]);
    const bubble = chat.root.querySelector<HTMLElement>('.bubble > .asked')!;
    expect(getComputedStyle(bubble).textAlign).to.equal('start');
  });

  it('reports a click on a source link to the page with its source, and a click on another link without one', async () => {
    const chat = await ChatHarness.open(transport);
    const followed: (string | undefined)[][] = [];
    chat.element.addEventListener('cf-ai-chat-link', (event) => {
      event.preventDefault();
      followed.push([event.url, event.source?.id]);
    });
    await chat.ask('How?');
    await transport.answer('See [this](https://example.com/text).', { sources: SOURCES });
    await chat.openSources();
    for (const link of chat.root.querySelectorAll<HTMLElement>('.message a')) link.click();
    expect(followed).to.deep.equal([
      ['https://example.com/text', undefined],
      ['https://example.com/1', 'a'],
    ]);
  });

  it('opens source links to other sites in a new tab without a referrer, and refuses schemes other than http and https', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    await transport.answer('Text', {
      sources: [...SOURCES, { id: 'c', title: 'Own', url: '/docs', snippet: '' }],
    });
    const sources = await chat.openSources();
    expect(
      sources.map((source) => ['href', 'target', 'rel'].map((name) => source.getAttribute(name))),
    ).to.deep.equal([
      ['https://example.com/1', '_blank', 'noopener noreferrer nofollow'],
      [null, null, null],
      ['/docs', null, 'noopener noreferrer nofollow'],
    ]);
  });

  it('is redrawn when the page replaces a streaming answer', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.say('Half of ');
    await chat.drawn();
    await turn.say('an answer');
    chat.element.messages = [
      { role: 'user', content: 'Q' },
      { role: 'assistant', content: 'Other' },
    ];
    await chat.drawn();
    expect(chat.bodies).to.deep.equal(['Q', 'Other']);
  });

  it('has no moving dots where the visitor prefers reduced motion', async function () {
    await emulateMedia({ reducedMotion: 'reduce' }).catch(() =>
      notApplicable(this, 'reduced motion can be emulated in Chromium only'),
    );
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    await transport.asked();
    const dot = await chat.until('dots', () => chat.root.querySelector('.typing i'));
    const { animationName } = getComputedStyle(dot);
    await emulateMedia({ reducedMotion: 'no-preference' });
    expect(animationName).to.equal('none');
  });
});
