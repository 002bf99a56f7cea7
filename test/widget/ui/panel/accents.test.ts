import { expect } from 'chai';
import * as fc from 'fast-check';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { contrastOf, paint } from '../../../support/contrast.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

/**
 * Random accents, other ones in each run. There are few of them, since each makes the browser style the whole
 * panel again.
 */
const RUNS = 60;

const share = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value.toFixed(3));
const byte = fc.integer({ min: 0, max: 255 });
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

/** Brand colours in every notation that owners use, also out of the sRGB range. */
const accents = fc.oneof(
  hex,
  fc.tuple(byte, byte, byte, share).map(([r, g, b, alpha]) => `rgb(${r} ${g} ${b} / ${alpha})`),
  fc.tuple(share, share, byte).map(([l, c, h]) => `oklch(${l} ${Number(c) * 0.4} ${h})`),
  fc.tuple(share, share, share).map((channels) => `color(display-p3 ${channels.join(' ')})`),
  fc.constantFrom(
    '#fff',
    '#000',
    'white',
    'black',
    'gray',
    'transparent',
    'yellow',
    'lime',
    'navy',
    '#17191f',
  ),
);

describe('an accent colour', () => {
  afterEach(() => ChatHarness.cleanUp());

  for (const theme of ['light', 'dark'] as const) {
    it(`and the text on it are visible, whatever the colour is (${theme})`, async () => {
      const transport = new ScriptedTransport();
      const chat = await ChatHarness.open(transport, { theme });
      await chat.ask('Where?');
      await transport.answer('[Here](https://example.com).');
      await chat.type('Thanks');
      await chat.drawn();
      const surface = paint(getComputedStyle(chat.panel).backgroundColor);
      const bubble = chat.root.querySelector('.bubble')!;
      const link = chat.lastReply!.querySelector('a')!;
      const check = async (accent: string): Promise<void> => {
        chat.element.accent = accent;
        await chat.element.updateComplete;
        for (const transition of chat.root.getAnimations()) transition.finish();
        for (const control of [chat.launcher, chat.sendButton]) {
          const { color, backgroundColor } = getComputedStyle(control);
          expect(contrastOf(paint(color), paint(backgroundColor)), 'icon').to.be.at.least(3);
        }
        const { backgroundColor, boxShadow } = getComputedStyle(chat.sendButton);
        const [line = ''] = /^.+?\)(?= )/.exec(boxShadow) ?? [];
        const surfaceColor = getComputedStyle(chat.panel).backgroundColor;
        const edges = [paint(backgroundColor), paint(surfaceColor, backgroundColor, line)];
        const edge = Math.max(...edges.map((painted) => contrastOf(painted, surface)));
        expect(edge, 'button on the surface').to.be.at.least(3);
        expect(contrastOf(paint(getComputedStyle(link).color), surface), 'link').to.be.at.least(4.5);
        const asked = getComputedStyle(bubble);
        const question = contrastOf(paint(asked.color), paint(surfaceColor, asked.backgroundColor));
        expect(question, 'question').to.be.at.least(7);
      };
      // At this accent, icons change from black to white, so contrast is lowest.
      await check('#0975db');
      await fc.assert(fc.asyncProperty(accents, check), { numRuns: RUNS });
    });
  }
});
