import { expect } from 'chai';
import { disable, enable } from 'darkreader';
import { answerCited } from '../../../support/cited-answer.ts';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { contrastOf, paint } from '../../../support/contrast.ts';
import { IS_FULL_RUN } from '../../../support/full-run.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

/** The default settings of the extension. */
const DEFAULTS = { brightness: 100, contrast: 90, sepia: 10 };
/** The least contrast of text, and of usable controls. */
const LEAST = 3;
const ANSWER =
  '## Boots\n\nText, **bold**, [a link](https://example.com/) and `code` [1].\n\n```js\nconst a = 1;\n```\n\n> Said.\n\n| A | B |\n| - | - |\n| 1 | 2 |';

/** The background colours under an element, from the page to the element. */
function under(element: Element): readonly string[] {
  const colors: string[] = [];
  for (let at: Node | null = element; at; at = at instanceof ShadowRoot ? at.host : at.parentNode)
    if (at instanceof Element) colors.unshift(getComputedStyle(at).backgroundColor);
  return colors;
}

/** The colours in which an element draws its text, its placeholder, or the lines of an icon. */
function drawnColorsOf(element: Element): readonly string[] {
  if (element.matches('svg.icon')) return [getComputedStyle(element).stroke];
  if (element.matches('textarea'))
    return [undefined, '::placeholder'].map((pseudo) => getComputedStyle(element, pseudo).color);
  const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
  return hasText ? [getComputedStyle(element).color] : [];
}

/** Text and icons of a chat that are hard to see, with their contrast. */
function findFaint(chat: ChatHarness): readonly string[] {
  const elements = [...chat.root.querySelectorAll('.base *')];
  const seen = elements.filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('[aria-disabled=true], :disabled, .visually-hidden, style'),
  );
  expect(seen.flatMap(drawnColorsOf).length, 'things to see').to.be.above(10);
  return seen.flatMap((element) => {
    const below = under(element);
    const contrasts = drawnColorsOf(element).map((ink) => contrastOf(paint(...below, ink), paint(...below)));
    return contrasts
      .filter((contrast) => contrast < LEAST)
      .map((contrast) => `${element.localName}.${element.getAttribute('class')}: ${contrast.toFixed(2)}`);
  });
}

describe('the browser extension Dark Reader', () => {
  afterEach(() => {
    disable();
    ChatHarness.cleanUp();
  });

  /** Enables the extension, and waits until it has changed the panel. */
  async function darken(chat: ChatHarness): Promise<void> {
    const surface = (): string => getComputedStyle(chat.panel).backgroundColor;
    const before = surface();
    enable(DEFAULTS);
    await chat.until('other colours', () => surface() !== before);
    // The extension reads style sheets one after the other.
    for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
    await chat.drawn();
  }

  /** States of a panel by their names. */
  const STATES: Readonly<Record<string, (theme: 'light' | 'dark' | 'auto') => Promise<ChatHarness>>> = {
    'an empty chat': (theme) =>
      ChatHarness.open(new ScriptedTransport(), { theme, suggestions: ['Where is my order?'] }),
    'an answer': async (theme) => {
      const chat = await answerCited(new ScriptedTransport(), ANSWER);
      chat.element.theme = theme;
      await chat.type('Thanks');
      await chat.until('a code bar', () => chat.root.querySelector('cf-ai-chat-code-bar'));
      return chat;
    },
    'a failure and the menu': async (theme) => {
      const transport = new ScriptedTransport();
      const chat = await ChatHarness.open(transport, { theme });
      await chat.ask('Where?');
      await (await transport.asked()).refuse('model-failed');
      await chat.drawn();
      await chat.openMenu();
      return chat;
    },
  };

  for (const theme of ['light', 'dark', 'auto'] as const)
    for (const [name, show] of Object.entries(STATES)) {
      // One state in each theme, and one theme in each state.
      if (!IS_FULL_RUN && theme !== 'dark' && name !== 'an answer') continue;
      it(`leaves ${name} readable, and its controls visible (theme ${theme})`, async () => {
        const chat = await show(theme);
        await darken(chat);
        expect(findFaint(chat)).to.deep.equal([]);
      });
    }

  it('leaves the launcher visible', async () => {
    const chat = await ChatHarness.open(new ScriptedTransport());
    chat.element.hide();
    await darken(chat);
    const { color, backgroundColor } = getComputedStyle(chat.launcher);
    expect(contrastOf(paint(backgroundColor, color), paint(backgroundColor))).to.be.at.least(LEAST);
  });
});
