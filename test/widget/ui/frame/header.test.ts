import { expect } from 'chai';
import { ChatHarness, type HarnessSettings } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

const FOREIGN = 'http://127.0.0.1:1/me.png';

describe('the header', () => {
  afterEach(() => ChatHarness.cleanUp());

  const open = (settings: HarnessSettings): Promise<ChatHarness> =>
    ChatHarness.open(new ScriptedTransport(), settings);
  const avatars = (chat: ChatHarness): readonly string[] =>
    [...chat.root.querySelectorAll<HTMLImageElement>('[part=avatar]')].map(({ src }) => src);

  it('shows a status line under the title', async () => {
    const chat = await open({ heading: 'Help desk', subtitle: 'Answers in seconds' });
    expect(chat.part('subtitle').textContent).to.equal('Answers in seconds');
    chat.element.subtitle = '';
    await chat.element.updateComplete;
    expect(chat.root.querySelector('[part=subtitle]')).to.equal(null);
  });

  it('shows a picture of the own origin in the header and in the empty conversation', async () => {
    const chat = await open({ avatar: '/me.png' });
    const src = new URL('/me.png', location.href).href;
    expect(avatars(chat)).to.deep.equal([src, src]);
    expect(chat.part<HTMLImageElement>('avatar').alt).to.equal('');
  });

  const marks = (chat: ChatHarness): readonly string[] =>
    [...chat.root.querySelectorAll<HTMLElement>('[part=mark]')].map((mark) => mark.innerText.trim());

  for (const [heading, letter] of [
    ['Alpine boots', 'A'],
    ['éclair', 'É'],
    ['(« ångström »)', 'Å'],
    ['🥾 Boots', '🥾'],
  ] as const) {
    it(`shows the letter ${letter} in place of a picture, in the header and in the empty conversation: ${heading}`, async () => {
      expect(marks(await open({ heading }))).to.deep.equal([letter, letter]);
    });
  }

  it('shows an icon without a picture and a heading', async () => {
    const chat = await open({});
    expect(marks(chat)).to.deep.equal(['', '']);
    expect(chat.part('mark').querySelector('svg')?.checkVisibility()).to.equal(true);
  });

  it('shows the letter when the picture cannot be loaded, in the same size', async () => {
    const chat = await open({ heading: 'Boots', avatar: '/none.png' });
    const { width, height } = chat.part('mark').getBoundingClientRect();
    await chat.until('a letter', () => marks(chat)[0] === 'B');
    const after = chat.part('mark').getBoundingClientRect();
    expect([after.width, after.height]).to.deep.equal([width, height]);
  });

  it('is replaced by an element that the page slots in', async () => {
    const chat = await open({ heading: 'Boots' });
    chat.element.append(Object.assign(document.createElement('b'), { slot: 'header', textContent: 'Logo' }));
    chat.element.requestUpdate();
    await chat.drawn();
    expect(marks(chat)).to.have.length(1);
  });

  it('loads no picture from an origin that is not allowed', async () => {
    const chat = await open({ avatar: FOREIGN });
    expect(avatars(chat)).to.deep.equal([]);
  });

  it('loads a picture from an allowed origin without a referrer', async () => {
    const chat = await open({ avatar: FOREIGN, imageSources: 'http://127.0.0.1:1' });
    expect(avatars(chat)).to.deep.equal([FOREIGN, FOREIGN]);
    expect(chat.part<HTMLImageElement>('avatar').referrerPolicy).to.equal('no-referrer');
  });

  it('hides a picture that cannot be loaded', async () => {
    const chat = await open({ avatar: '/none.png' });
    await chat.until('a hidden picture', () => chat.part('avatar').hidden);
    expect(chat.part('avatar').offsetWidth).to.equal(0);
  });

  it('uses the font of the page with font="inherit"', async () => {
    const chat = await open({});
    chat.element.style.fontFamily = 'Georgia';
    const font = (): string => getComputedStyle(chat.input).fontFamily;
    expect(font()).to.not.contain('Georgia');
    chat.element.font = 'inherit';
    await chat.element.updateComplete;
    expect(font()).to.equal('Georgia');
  });
});
