import { expect } from 'chai';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

const MESSAGES = Array.from({ length: 40 }, (_, index) => ({
  role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
  content: `Text ${index}\n\n${'some words '.repeat(60)}`,
}));

/** Elements that scroll on a screen, and would be cut off on paper. */
const BOXES = '.base, .panel, .scroll-area, .transcript, .content, .messages';

/** Applies the print rules to the screen, where tests of every browser can inspect them. */
function showAsPrinted(root: ShadowRoot): void {
  dispatchEvent(new Event('beforeprint'));
  for (const sheet of root.adoptedStyleSheets)
    for (const rule of sheet.cssRules)
      if (rule instanceof CSSMediaRule && rule.media.mediaText === 'print') rule.media.mediaText = 'screen';
}

/** Gives the rules back to paper: all chats of a page share their style sheets. */
function showOnScreen(root: ShadowRoot): void {
  for (const sheet of root.adoptedStyleSheets)
    for (const rule of sheet.cssRules)
      if (rule instanceof CSSMediaRule && rule.media.mediaText === 'screen') rule.media.mediaText = 'print';
  dispatchEvent(new Event('afterprint'));
}

// How the result is cut into sheets is tested in test/e2e/print.test.ts, in Chromium only: WebKit's driver
// cannot print.
describe('a printed chat', () => {
  let chat: ChatHarness;
  afterEach(() => ChatHarness.cleanUp());

  async function open(mode: 'floating' | 'inline' | 'page'): Promise<void> {
    chat = await ChatHarness.open(new ScriptedTransport(), { mode, theme: 'dark' });
    chat.element.messages = MESSAGES;
    await chat.drawn();
  }

  it('lists the sources of an answer with numbers and addresses, and hides that list on the screen afterwards', async () => {
    const transport = new ScriptedTransport();
    chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    await transport.answer('So [1].', {
      sources: [
        { id: 'a', title: 'Returns', url: 'https://example.com/returns', snippet: '' },
        { id: 'b', title: 'Handbook', url: '', snippet: '' },
      ],
    });
    await chat.drawn();
    const printed = (): readonly string[] =>
      [...chat.root.querySelectorAll<HTMLElement>('.printed-sources li')].map(
        ({ textContent }) => textContent,
      );
    dispatchEvent(new Event('beforeprint'));
    expect(printed()).to.deep.equal(['Returns https://example.com/returns', 'Handbook']);
    dispatchEvent(new Event('afterprint'));
    expect(printed()).to.deep.equal([]);
  });

  for (const mode of ['floating', 'inline', 'page'] as const) {
    it(`shows its messages completely, in black and without controls, in the mode ${mode}`, async () => {
      await open(mode);
      chat.element.style.height = '400px';
      const { root } = chat;
      showAsPrinted(root);
      try {
        const cutting = [...root.querySelectorAll(BOXES)].filter(
          (box) => getComputedStyle(box).overflowY !== 'visible',
        );
        expect(cutting.map(({ className }) => className)).to.deep.equal([]);
        const messages = [...root.querySelectorAll('.message')];
        expect(messages.map(({ textContent }) => /Text \d+/.exec(textContent)?.[0])).to.deep.equal(
          MESSAGES.map((_, index) => `Text ${index}`),
        );
        const heights = messages.map((message) => message.getBoundingClientRect().height);
        expect(Math.min(...heights)).to.be.above(40);
        const end = messages.at(-1)?.getBoundingClientRect().bottom ?? Number.NaN;
        expect(document.documentElement.scrollHeight).to.be.at.least(Math.floor(end + scrollY));
        const colors = [...root.querySelectorAll('.bubble, .markdown')].map(
          (text) => getComputedStyle(text).color,
        );
        expect([...new Set(colors)]).to.deep.equal(['rgb(0, 0, 0)']);
        const controls = [...root.querySelectorAll('.panel :is(button, textarea, form)')];
        expect(controls.filter((control) => control.checkVisibility())).to.deep.equal([]);
      } finally {
        showOnScreen(root);
      }
    });
  }
});
