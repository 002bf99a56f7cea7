import { expect } from 'chai';
import { AdornedChat } from '../../../../support/adorned-chat.ts';
import { violations } from '../../../../support/axe-violations.ts';
import { ChatHarness } from '../../../../support/chat-harness.ts';

const FENCE = '```';
const CELLS = Array.from({ length: 12 }, (_, index) => `Column ${index}`);
const ROWS = [CELLS, CELLS.map(() => '---'), CELLS].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
const ANSWER =
  `${FENCE}js\nconst a = "${'long '.repeat(50)}"; // b\n${FENCE}\n\n${FENCE}\nplain\n${FENCE}\n\n` +
  `${ROWS}\n- [x] one\n- [ ] two\n\n> A quote\n\n![An image](https://images.example/a.png)\n`;

const KINDS = ['comment', 'keyword', 'string', 'number', 'type', 'name', 'inserted', 'deleted'];

/** Contrast of two opaque colours, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [one, other].map(luminance).toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const channels = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1) ?? [];
  if (channels.length !== 3) throw new Error(`expected an opaque colour, got ${colour}`);
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const value = Number(channel) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('an answer with code bars, highlighting and scrollable tables', () => {
  afterEach(() => ChatHarness.cleanUp());

  for (const theme of ['light', 'dark'] as const) {
    it(`has no axe violations while it streams and afterwards (${theme})`, async () => {
      const chat = await AdornedChat.open({ theme });
      const turn = await chat.begin(ANSWER);
      await chat.adorned();
      expect(await violations(chat.chat), 'streaming').to.deep.equal([]);
      await turn.finish();
      await chat.until(() => chat.reply.querySelectorAll('[role=region]').length === 2);
      expect(await violations(chat.chat), 'settled').to.deep.equal([]);
    });

    it(`has coloured code with a contrast of at least 4.5 (${theme})`, async () => {
      const chat = await AdornedChat.open({ theme });
      await chat.answer(ANSWER);
      await chat.adorned();
      const code = chat.reply.querySelector('code')!;
      const { backgroundColor, color: plain } = getComputedStyle(code.parentElement!);
      const colours = KINDS.map((kind) => getComputedStyle(code, `::highlight(cf-ai-chat-${kind})`).color);
      expect(new Set([...colours, plain]).size, 'colours that differ').to.equal(KINDS.length + 1);
      for (const [index, colour] of colours.entries()) {
        expect(contrast(colour, backgroundColor), KINDS[index]).to.be.at.least(4.5);
      }
    });
  }

  it('has copy buttons that are at least 24 pixels large', async () => {
    const chat = await AdornedChat.open();
    await chat.answer(ANSWER);
    await chat.adorned();
    for (const { offsetWidth, offsetHeight } of chat.copyButtons) {
      expect(Math.min(offsetWidth, offsetHeight)).to.be.at.least(24);
    }
  });
});
