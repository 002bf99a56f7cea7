import { expect } from 'chai';
import { ChatHarness } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

/** A picture of one pixel as a data: address. */
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

describe('the launcher of a chat with an avatar', () => {
  afterEach(() => ChatHarness.cleanUp());

  async function mount(avatar: string): Promise<HTMLImageElement> {
    const chat = ChatHarness.mount({ transport: new ScriptedTransport(), endpoint: '/api/chat', avatar });
    await chat.element.updateComplete;
    return chat.until('a picture', () => chat.launcher.querySelector('img'));
  }

  const isShown = (element: Element | null): boolean => element?.checkVisibility() === true;

  it('shows the picture in place of its icon once the picture has loaded, in the same size', async () => {
    const picture = await mount('/me.png');
    const launcher = picture.closest('button')!;
    const { width } = launcher.getBoundingClientRect();
    expect(picture.src).to.equal(new URL('/me.png', location.href).href);
    expect([isShown(picture), isShown(launcher.querySelector('svg.open'))]).to.deep.equal([false, true]);
    // The test does not call decode(), which Firefox rejects after the address was changed.
    const loaded = new Promise((resolve) => picture.addEventListener('load', resolve, { once: true }));
    picture.src = PIXEL;
    await loaded;
    await new Promise(requestAnimationFrame);
    expect([isShown(picture), isShown(launcher.querySelector('svg.open'))]).to.deep.equal([true, false]);
    expect(launcher.getBoundingClientRect().width).to.equal(width);
  });

  it('loads no picture from another origin', async () => {
    const picture = await mount('http://127.0.0.1:1/me.png');
    expect(picture.getAttribute('src')).to.equal(null);
  });
});
