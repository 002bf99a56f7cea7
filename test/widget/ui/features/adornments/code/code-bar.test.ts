import { expect } from 'chai';
import { AdornedChat, equalsMarkdown } from '../../../../../support/adorned-chat.ts';
import { ChatHarness } from '../../../../../support/chat-harness.ts';

const FENCE = '```';
const CODE = `${FENCE}js\nconst a = 1;\n${FENCE}\n`;
const TWO = `Text.\n\n${CODE}\n- An item:\n\n  ${FENCE}bash\n  npm install\n  ${FENCE}\n`;

describe('the bar over a code block', () => {
  let chat: AdornedChat;

  beforeEach(async () => {
    chat = await AdornedChat.open({ theme: 'light' });
  });
  afterEach(() => ChatHarness.cleanUp());

  it('names the language, also in the label of its copy button', async () => {
    await chat.answer(`${TWO}\n${FENCE}\nplain\n${FENCE}\n\n${FENCE}brainfuck\n+\n${FENCE}\n`);
    await chat.adorned();
    const labels = [...chat.reply.querySelectorAll<HTMLElement>('.code-language')];
    expect(labels.map(({ dataset }) => dataset['text'])).to.deep.equal([
      'JavaScript',
      'Shell',
      '',
      'brainfuck',
    ]);
    expect(chat.copyButtons.map(({ ariaLabel }) => ariaLabel)).to.deep.equal([
      'Copy code: JavaScript',
      'Copy code: Shell',
      'Copy code',
      'Copy code: brainfuck',
    ]);
  });

  it('wraps long lines on request, and offers that only for code with long lines', async () => {
    const long = `${FENCE}js\nconst a = '${'word '.repeat(60)}';\n${FENCE}\n`;
    const turn = await chat.begin(`${CODE}\n${long}`);
    await chat.adorned();
    const [short, wrap] = [...chat.reply.querySelectorAll<HTMLButtonElement>('.code-wrap')];
    const isShown = (button?: HTMLElement): boolean | undefined =>
      button?.checkVisibility({ visibilityProperty: true });
    await chat.until(() => isShown(wrap));
    expect([isShown(short), wrap?.ariaLabel, wrap?.ariaPressed]).to.deep.equal([
      false,
      'Wrap lines',
      'false',
    ]);
    const code = chat.reply.querySelectorAll('code')[1]!;
    wrap?.click();
    expect([wrap?.ariaPressed, code.scrollWidth > code.clientWidth]).to.deep.equal(['true', false]);
    await turn.say('\nMore.');
    await turn.finish();
    await chat.chat.drawn();
    expect(isShown(wrap), 'the lines fit now, and can be unwrapped').to.equal(true);
    wrap?.click();
    expect(code.scrollWidth > code.clientWidth).to.equal(true);
  });

  it('adds nothing to the text of the code, and changes nothing that markdown has drawn', async () => {
    await chat.answer(TWO);
    await chat.adorned();
    expect(equalsMarkdown(chat.reply, TWO)).to.equal(true);
    expect(chat.reply.textContent).to.equal('Text.\nconst a = 1;\n\n\nAn item:\nnpm install\n\n\n\n');
    const range = new Range();
    range.selectNodeContents(chat.reply);
    expect(String(range)).not.to.contain('Copy');
    for (const bar of chat.reply.querySelectorAll('cf-ai-chat-code-bar')) {
      const style = getComputedStyle(bar);
      // WebKit knows the property only with its prefix.
      expect(style.userSelect ?? style.webkitUserSelect).to.equal('none');
    }
  });

  it('is there while the answer streams, and stays the same element with its focus to the end', async () => {
    const turn = await chat.begin('- An item:\n\n  ```py\n  x = 1\n');
    await chat.adorned();
    const [button] = chat.copyButtons;
    button?.focus();
    const pre = chat.reply.querySelector('pre');
    for (const text of [
      '  y = 2\n',
      '  ```\n',
      '\n- More',
      ' [text][a]\n',
      '\n[a]: https://a.example\n\nEnd.',
    ]) {
      await turn.say(text);
      await chat.chat.drawn();
      expect(chat.copyButtons).to.deep.equal([button]);
      expect(chat.chat.root.activeElement).to.equal(button);
    }
    await turn.finish();
    await chat.chat.drawn();
    expect(chat.reply.querySelector('pre')).to.equal(pre);
    expect(chat.chat.root.activeElement).to.equal(button);
    expect(chat.reply.querySelector('code')?.textContent).to.equal('x = 1\ny = 2\n');
  });

  it('moves nothing when it appears, since its space is reserved', async () => {
    const turn = await chat.begin(CODE);
    const height = chat.reply.getBoundingClientRect().height;
    await chat.adorned();
    expect(chat.reply.getBoundingClientRect().height).to.equal(height);
    await turn.finish();
  });

  it('uses the language of the interface, and strings of the page', async () => {
    await chat.answer(CODE);
    await chat.adorned();
    chat.element.lang = 'de';
    await chat.until(() => chat.copyButtons[0]?.ariaLabel === 'Code kopieren: JavaScript');
    chat.element.strings = { copyCode: 'Take it' };
    await chat.until(() => chat.copyButtons[0]?.ariaLabel === 'Take it: JavaScript');
  });

  it('is left out of a <pre> that is not code', async () => {
    await chat.answer(`${CODE}\n<div><pre>as it <b>is</b></pre></div>\n`);
    await chat.until(() => chat.reply.querySelectorAll('pre').length === 2);
    await chat.until(() => chat.copyButtons.length === 1);
  });

  it('is made again for a chat that leaves the page and comes back', async () => {
    await chat.answer(CODE);
    await chat.adorned();
    const { element } = chat;
    element.remove();
    await new Promise((resolve) => setTimeout(resolve));
    document.body.append(element);
    element.messages = [{ role: 'assistant', content: CODE }];
    element.show();
    await chat.chat.ready();
    await chat.until(() => chat.chat.lastReply && chat.copyButtons.length === 1);
  });
});
