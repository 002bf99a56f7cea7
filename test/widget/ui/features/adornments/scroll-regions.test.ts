import { expect } from 'chai';
import { AdornedChat, equalsMarkdown } from '../../../../support/adorned-chat.ts';
import { ChatHarness } from '../../../../support/chat-harness.ts';
import { notApplicable } from '../../../../support/not-applicable.ts';

const CELLS = Array.from({ length: 12 }, (_, index) => `Column ${index}`);
const WIDE = [CELLS, CELLS.map(() => '---'), CELLS.map(() => '[word](https://a.example)')]
  .map((cells) => `| ${cells.join(' | ')} |\n`)
  .join('');
const NARROW = '| a | b |\n|---|---|\n| 1 | 2 |\n';

describe('tables and task lists of an answer that has ended', () => {
  let chat: AdornedChat;

  beforeEach(async () => {
    chat = await AdornedChat.open();
  });
  afterEach(() => ChatHarness.cleanUp());

  function regions(): readonly HTMLElement[] {
    return [...chat.reply.querySelectorAll<HTMLElement>('[role=region]')];
  }

  it('scroll, if they are wide, in a region with a name that the Tab key reaches', async () => {
    await chat.answer(`${WIDE}\n${NARROW}\n`);
    await chat.until(() => regions().length > 0);
    expect(regions()).to.have.length(1);
    expect(regions()[0]?.ariaLabel).to.match(/^Table: Column 0, Column 1, .*…$/);
    expect(regions()[0]?.tabIndex).to.equal(0);
    expect(chat.reply.querySelectorAll('.table-region')).to.have.length(2);
    expect(equalsMarkdown(chat.reply, `${WIDE}\n${NARROW}\n`)).to.equal(true);
  });

  it('leave and enter the Tab order with the width of the panel', async () => {
    chat.element.style.setProperty('--cf-ai-chat-width', '700px');
    await chat.answer('| aaaaaaaaaaaaaaaaaaaaaaa | bbbbbbbbbbbbbbbbbbbbbbbbb |\n|---|---|\n| 1 | 2 |\n');
    await chat.tablesWrapped();
    await chat.chat.drawn();
    expect(regions()).to.have.length(0);
    chat.element.style.setProperty('--cf-ai-chat-width', '300px');
    await chat.until(() => regions().length === 1);
    chat.element.style.setProperty('--cf-ai-chat-width', '700px');
    await chat.until(() => regions().length === 0);
    expect(chat.reply.querySelector('.table-region')?.hasAttribute('tabindex')).to.equal(false);
  });

  it('keep selection, focus and scroll position when the answer ends', async () => {
    const turn = await chat.begin(`${WIDE}\nThe end.`);
    await chat.until(() => chat.reply.querySelector('table a'));
    const table = chat.reply.querySelector('table')!;
    const link = table.querySelectorAll('a')[7]!;
    link.focus();
    table.scrollLeft = 120;
    const root = chat.chat.root as ShadowRoot & { getSelection?: () => Selection };
    // Only Chromium has a selection of the shadow root; elsewhere the document's selection reaches into it.
    const selection = root.getSelection?.() ?? document.getSelection();
    selection?.setBaseAndExtent(link.firstChild!, 1, link.firstChild!, 3);
    // The region comes with the adornments, whose code may still be loading.
    await turn.finish();
    await chat.tablesWrapped();
    expect(chat.chat.root.activeElement).to.equal(link);
    expect(String(selection)).to.equal('or');
    expect(table.parentElement?.scrollLeft).to.equal(120);
    expect(getComputedStyle(table).display).to.equal('table');
  });

  it('leave the caret in the text box when the answer ends', async () => {
    const turn = await chat.begin(`${NARROW}\nThe end.`);
    const { input } = chat.chat;
    await chat.chat.type('a draft');
    input.focus();
    input.setSelectionRange(2, 2);
    await turn.finish();
    await chat.tablesWrapped();
    expect(input.selectionStart).to.equal(2);
    expect(document.getSelection()?.type).to.equal('Caret');
  });

  it('do not move the text below them when the answer ends', async () => {
    const turn = await chat.begin(`${`${NARROW}\n`.repeat(6)}The end.`);
    await chat.until(() => chat.reply.querySelector('p'));
    const end = chat.reply.querySelector('p')!;
    const before = end.offsetTop;
    await turn.finish();
    await chat.tablesWrapped();
    expect(end.offsetTop).to.equal(before);
  });

  it('begin at their first column in a right-to-left answer', async () => {
    await chat.answer(WIDE.replaceAll('Column', 'عمود'));
    await chat.until(() => regions().length > 0);
    expect(regions()[0]?.dir).to.equal('rtl');
    expect(regions()[0]?.scrollLeft).to.equal(0);
  });

  it('are treated alike with a long line of code, which is a named region, too', async () => {
    await chat.answer(`\`\`\`sh\n${'long '.repeat(60)}\n\`\`\`\n\n\`\`\`sh\nshort\n\`\`\`\n`);
    await chat.until(() => regions().length > 0);
    expect(regions().map(({ ariaLabel, tabIndex }) => [ariaLabel, tabIndex])).to.deep.equal([
      ['Code: Shell', 0],
    ]);
  });

  it('have names for the boxes of a task list, tight or loose', async () => {
    await chat.answer('- [x] one\n- [ ] two\n\nText\n\n- [x] three\n\n- [ ] four\n');
    await chat.until(() => chat.reply.querySelector('input[aria-label]'));
    const boxes = [...chat.reply.querySelectorAll('input')];
    expect(boxes.map(({ ariaLabel }) => ariaLabel)).to.deep.equal(['Done', 'To do', 'Done', 'To do']);
    for (const box of boxes) {
      expect(getComputedStyle(box.closest('li')!).listStyleType).to.equal('none');
    }
  });

  it('leave other lists their bullets, which differ for each level', async () => {
    await chat.answer('- one\n  - two\n');
    const bullets = [...chat.reply.querySelectorAll('ul')].map(
      (list) => getComputedStyle(list).listStyleType,
    );
    expect(bullets).to.deep.equal(['disc', 'circle']);
  });

  it('get their regions in a restored transcript, too', async () => {
    chat.element.messages = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: WIDE },
    ];
    await chat.until(() => chat.chat.lastReply && regions().length === 1);
  });
});

describe('a long transcript', () => {
  afterEach(() => ChatHarness.cleanUp());

  it('needs no new style computation of earlier messages for a token', async () => {
    const chat = await AdornedChat.open({ lang: 'en' });
    const turn = await chat.begin('Some ');
    const changes: string[] = [];
    const observer = new MutationObserver((records) => {
      for (const { attributeName } of records) changes.push(attributeName ?? '');
    });
    // Setting such an attribute, even to its present value, may make a browser compute the styles of all
    // descendants again.
    observer.observe(chat.chat.root, { attributeFilter: ['lang', 'dir'], subtree: true });
    await turn.say('words');
    await chat.chat.drawn();
    observer.disconnect();
    expect(changes).to.deep.equal([]);
    await turn.finish();
  });

  it('skips the layout of old messages out of view, but never of the last eight', async function () {
    if (!CSS.supports('overflow-anchor', 'auto'))
      notApplicable(this, 'without scroll anchoring all messages are laid out');
    const chat = await AdornedChat.open();
    chat.element.messages = Array.from({ length: 12 }, (_, index) => ({
      role: index % 2 ? ('assistant' as const) : ('user' as const),
      content: `Message ${index}. ${'word '.repeat(150)}`,
    }));
    const visibilities = (): string[] =>
      [...chat.chat.root.querySelectorAll('.message')].map((message) =>
        getComputedStyle(message).getPropertyValue('content-visibility'),
      );
    await chat.until(() => visibilities()[0] === 'auto');
    expect(visibilities().slice(-8)).to.deep.equal(Array.from({ length: 8 }, () => 'visible'));
  });
});
