import { expect } from 'chai';
import type { CfAiChatElement } from '../../../widget/index.ts';
import { HostPage, scriptTag } from '../../support/host-page.ts';
import { countColors, compareDrawings, drawnIn } from '../../support/pixels.ts';
import { HOSTILE_STYLES } from './hostile-styles.ts';

const TEXT = '<h1>Page</h1><p>Some <a href="#">text</a> of the page.</p><button>Button</button>';
const INLINE = '<div style="width:500px;height:500px"><cf-ai-chat mode="inline"></cf-ai-chat></div>';

/** Position, look and clickability of every visible part of a chat. */
interface Geometry {
  readonly boxes: Readonly<Record<string, readonly number[]>>;
  readonly styles: Readonly<Record<string, string>>;
  readonly onTop: readonly string[];
}

/** As large as fits into the window of every engine, since screenshots show the window. */
const SIZE = { width: 760, height: 560 };
/** Left out at the corners, since round corners show the page behind. */
const CORNER = 18;
const MOST_DRAWINGS = 6;
/**
 * The share of pixels that may differ: edges are smoothed differently on a scrollable page, and in WebKit at
 * random.
 */
const MOST_STRANGE = navigator.vendor.startsWith('Apple') ? 0.08 : 0.01;
const PARTS = ['panel', 'header', 'heading', 'transcript', 'composer', 'input', 'send', 'suggestion'];
const STYLES = [
  'color backgroundColor font letterSpacing textTransform textAlign opacity cursor direction textIndent',
  'wordSpacing whiteSpace transform filter transitionDuration boxShadow borderRadius visibility pointerEvents',
]
  .join(' ')
  .split(' ');

async function openPage(css: string): Promise<{ page: HostPage; chat: CfAiChatElement }> {
  const settings = `data-suggestions="One question" data-persist="none" data-theme="light"`;
  // Without scroll bars: they belong to the page, and where they take space, the chat has less.
  const html = `<head><style>html { scrollbar-width: none } ${css}</style></head><body>${TEXT}${scriptTag(settings)}`;
  const page = await HostPage.open(html, SIZE);
  return { page, chat: await page.chat() };
}

function findPart(chat: CfAiChatElement, name: string): HTMLElement {
  const part = chat.shadowRoot?.querySelector<HTMLElement>(`[part~=${name}]`);
  if (!part) throw new Error(`no part named "${name}"`);
  return part;
}

function boxOf(element: Element): readonly number[] {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height].map((value) => Math.round(value * 10) / 10);
}

/** The pixels of a chat's launcher and, when the chat is open, of its panel. */
function drawn({ frame }: HostPage, chat: CfAiChatElement): Promise<Uint8ClampedArray> {
  const { x, y } = frame.getBoundingClientRect();
  const boxes = (chat.open ? ['panel'] : ['launcher']).map((name) => {
    const [left = 0, top = 0, width = 0, height = 0] = boxOf(findPart(chat, name));
    return [x + left + CORNER, y + top + CORNER, width - 2 * CORNER, height - 2 * CORNER];
  });
  return drawnIn(boxes);
}

/**
 * The share of a chat's pixels that differ. Draws again if any differ, since a busy machine may be a frame
 * late.
 */
async function findStrange(
  page: HostPage,
  chat: CfAiChatElement,
  wanted: Uint8ClampedArray,
): Promise<number> {
  let part = 1;
  for (let attempt = 0; part >= MOST_STRANGE && attempt < MOST_DRAWINGS; attempt += 1) {
    part = compareDrawings(await drawn(page, chat), wanted);
  }
  return part;
}

async function measure(page: HostPage, chat: CfAiChatElement): Promise<Geometry> {
  await page.until('a drawn panel', () => chat.shadowRoot?.querySelector('[part~=suggestion]'));
  await chat.updateComplete;
  await Promise.all(
    findPart(chat, 'panel')
      .getAnimations()
      .map(({ finished }) => finished),
  );
  const parts = PARTS.map((name) => [name, findPart(chat, name)] as const);
  return {
    boxes: Object.fromEntries(parts.map(([name, part]) => [name, boxOf(part)])),
    styles: Object.fromEntries(parts.map(([name, part]) => [name, lookOf(page, part)])),
    onTop: parts.filter(([, part]) => isOnTop(page, chat, part)).map(([name]) => name),
  };
}

function lookOf({ window }: HostPage, element: Element): string {
  const computed = window.getComputedStyle(element);
  return STYLES.map((property) => `${property}: ${String(Reflect.get(computed, property))}`).join('; ');
}

function isOnTop({ document }: HostPage, chat: CfAiChatElement, part: HTMLElement): boolean {
  const [x = 0, y = 0, width = 0, height = 0] = boxOf(part);
  const point = [x + width / 2, y + height / 2] as const;
  const hit = chat.shadowRoot?.elementFromPoint(...point) ?? null;
  return document.elementFromPoint(...point) === chat && part.contains(hit);
}

describe('hostile pages', () => {
  let closed: readonly number[];
  let closedPixels: Uint8ClampedArray;
  let openPixels: Uint8ClampedArray;
  let blank: Geometry;

  before(async () => {
    const { page, chat } = await openPage('');
    closed = boxOf(findPart(chat, 'launcher'));
    closedPixels = await drawn(page, chat);
    chat.show();
    blank = await measure(page, chat);
    openPixels = await drawn(page, chat);
    HostPage.cleanUp();
  });
  afterEach(() => HostPage.cleanUp());

  it('are compared with a blank page on which every part can be reached', () => {
    expect(blank.onTop).to.deep.equal(PARTS);
    expect(countColors(closedPixels)).to.be.greaterThan(4);
    expect(countColors(openPixels)).to.be.greaterThan(40);
    expect(closed).to.deep.equal([SIZE.width - 76, SIZE.height - 76, 56, 56]);
  });

  it('that change a colour of the chat are detected by its pixels', async () => {
    const { page, chat } = await openPage(':root { --cf-ai-chat-accent-color: red }');
    expect(await findStrange(page, chat, closedPixels)).to.be.greaterThan(0.5);
  });

  for (const [name, css] of Object.entries(HOSTILE_STYLES)) {
    it(`${name}: leave the chat at the same place, with the same pixels and on top`, async () => {
      const { page, chat } = await openPage(css);
      expect(boxOf(findPart(chat, 'launcher'))).to.deep.equal(closed);
      expect(await findStrange(page, chat, closedPixels)).to.be.lessThan(MOST_STRANGE);
      chat.show();
      const found = await measure(page, chat);
      expect(found.boxes).to.deep.equal(blank.boxes);
      expect(found.styles).to.deep.equal(blank.styles);
      expect(found.onTop).to.deep.equal(blank.onTop);
      expect(await findStrange(page, chat, openPixels)).to.be.lessThan(MOST_STRANGE);
    });
  }

  it('get no style from the chat', async () => {
    const look = ({ window, document }: HostPage): readonly string[] =>
      [...document.querySelectorAll('html, body, h1, p, a, button')].map((element) => {
        const computed = window.getComputedStyle(element);
        const names = [...computed].filter((property) => !property.startsWith('--'));
        const values = names.map((property) => computed.getPropertyValue(property));
        return [element.localName, ...boxOf(element), ...values].join(' ');
      });
    const without = look(await HostPage.open(`<body>${TEXT}`, SIZE));
    const page = await HostPage.open(`<body>${TEXT}${scriptTag()}`, SIZE);
    const chat = await page.chat();
    chat.show();
    await page.until('a panel', () => chat.shadowRoot?.querySelector('[part=input]'));
    expect(look(page)).to.deep.equal(without);
    expect([...page.document.adoptedStyleSheets, ...page.document.styleSheets]).to.deep.equal([]);
  });

  it('with CSS zoom scale the chat with them, and keep it in its corner', async () => {
    const { page, chat } = await openPage('html { zoom: 1.5 }');
    // Engines count pixels differently under zoom, and agree on the edge of the root element.
    const edge = page.document.documentElement.getBoundingClientRect().right;
    const { right } = findPart(chat, 'launcher').getBoundingClientRect();
    expect(edge - right).to.be.within(19, 31);
  });

  for (const css of ['display: none', 'content-visibility: hidden']) {
    it(`show the chat again after their body was ${css} for a while`, async () => {
      const { page, chat } = await openPage('');
      const launcher = findPart(chat, 'launcher');
      page.document.body.style.cssText = css;
      expect(isOnTop(page, chat, launcher)).to.equal(false);
      page.document.body.style.cssText = '';
      expect(isOnTop(page, chat, launcher)).to.equal(true);
      expect(boxOf(launcher)).to.deep.equal(closed);
    });
  }

  for (const attribute of ['hidden', 'inert']) {
    it(`include the chat when their body is ${attribute} for a while`, async () => {
      const { page, chat } = await openPage('');
      const launcher = findPart(chat, 'launcher');
      page.document.body.toggleAttribute(attribute);
      expect(isOnTop(page, chat, launcher)).to.equal(false);
      page.document.body.toggleAttribute(attribute);
      expect(isOnTop(page, chat, launcher)).to.equal(true);
      launcher.click();
      await page.until('a composer', () => chat.shadowRoot?.querySelector('[part=input]'));
    });
  }

  it('cover the chat by a modal dialog, and uncover it afterwards', async () => {
    const { page, chat } = await openPage('');
    const dialog = page.document.createElement('dialog');
    page.document.body.append(dialog);
    const launcher = findPart(chat, 'launcher');
    expect(isOnTop(page, chat, launcher)).to.equal(true);
    dialog.showModal();
    expect(isOnTop(page, chat, launcher)).to.equal(false);
    dialog.close();
    expect(isOnTop(page, chat, launcher)).to.equal(true);
    launcher.click();
    await page.until('a composer', () => chat.shadowRoot?.querySelector('[part=input]'));
  });

  it('get a working launcher, also when it appeared while their modal dialog was open', async () => {
    const { page } = await openPage('');
    const dialog = page.document.createElement('dialog');
    page.document.body.append(dialog);
    page.chats[0]?.remove();
    dialog.showModal();
    page.document.body.append(page.document.createElement('cf-ai-chat'));
    const chat = await page.chat();
    const launcher = findPart(chat, 'launcher');
    // The dialog is removed from the page instead of closed.
    dialog.remove();
    expect(isOnTop(page, chat, launcher)).to.equal(true);
    expect(boxOf(launcher)).to.deep.equal(closed);
  });

  it('can have a working chat inside of their modal dialog', async () => {
    const { page } = await openPage('');
    page.chats[0]?.remove();
    const dialog = page.document.createElement('dialog');
    dialog.append(page.document.createElement('cf-ai-chat'));
    page.document.body.append(dialog);
    dialog.showModal();
    const chat = await page.chat();
    await page.until('a launcher on top', () => isOnTop(page, chat, findPart(chat, 'launcher')));
    expect(await page.converse(chat)).to.contain('[1]');
    expect(isOnTop(page, chat, findPart(chat, 'input'))).to.equal(true);
  });

  it('do not change the size of an inline chat', async () => {
    const css =
      '* { all: unset !important } div { display: block !important; width: 500px !important; height: 500px !important }';
    const html = `<head><style>${css}</style></head><body>${INLINE}${scriptTag('data-mount="none"')}`;
    const page = await HostPage.open(html, SIZE);
    const chat = await page.chat();
    expect(await page.converse(chat)).to.contain('[1]');
    expect(boxOf(findPart(chat, 'panel')).slice(2)).to.deep.equal([500, 500]);
  });
});
