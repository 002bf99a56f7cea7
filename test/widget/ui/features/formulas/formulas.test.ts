import { expect } from 'chai';
import { drawFormula } from '../../../../../widget/ui/features/formulas/draw-formula.ts';
import { spellRadicals } from '../../../../../widget/ui/features/formulas/radicals.ts';
import { AdornedChat, equalsMarkdown } from '../../../../support/adorned-chat.ts';
import { violations } from '../../../../support/axe-violations.ts';
import { ChatHarness } from '../../../../support/chat-harness.ts';

const ANSWER = 'So \\(x_1\\) is `y`, and\n\n\\[ E = mc^2 \\]\n\nis \\(\\frac{a\\) as well. End.\n';

/** Copies the selection as the visitor's keys do. */
function copySelection(root: ShadowRoot, from: Node): ReadonlyMap<string, string> {
  const event = new ClipboardEvent('copy', {
    bubbles: true,
    composed: true,
    cancelable: true,
    clipboardData: new DataTransfer(),
  });
  (from instanceof Element ? from : root).dispatchEvent(event);
  // Firefox gives the event an object of its own.
  const data = event.clipboardData!;
  return new Map([...data.types].map((type) => [type, data.getData(type)]));
}

describe('formulas of an answer', () => {
  let chat: AdornedChat;
  const drawn = (): readonly Element[] => [...chat.reply.querySelectorAll('cf-ai-chat-formula')];
  const select = (start: Node, end: Node): void =>
    getSelection()?.setBaseAndExtent(start, 0, end, end.childNodes.length);
  const copy = (from: Node = chat.reply): ReadonlyMap<string, string> => copySelection(chat.chat.root, from);

  beforeEach(async () => {
    chat = await AdornedChat.open();
  });
  afterEach(() => ChatHarness.cleanUp());

  it('are drawn in front of their LaTeX code, which stays in the DOM; one with an error shows its code', async () => {
    await chat.answer(ANSWER);
    await chat.until(() => drawn().length === 2);
    const [one, other] = drawn();
    expect(one?.shadowRoot?.textContent).to.equal('x1');
    expect(one?.nextElementSibling?.ariaHidden).to.equal('true');
    expect(other?.parentElement?.localName).to.equal('pre');
    expect(chat.reply.textContent).to.contain('\\frac{a as well');
    expect(equalsMarkdown(chat.reply, ANSWER)).to.equal(true);
    expect(await violations(chat.chat)).to.deep.equal([]);
  });

  it('are not drawn while their text may still grow', async () => {
    const turn = await chat.begin('First \\(y\\) then \\(x_');
    await chat.until(() => drawn().length === 1);
    await turn.say('1');
    await chat.chat.drawn();
    expect(drawn().length, 'while it grows').to.equal(1);
    await turn.say('\\) and');
    await chat.until(() => drawn().length === 2);
    await turn.finish();
    await chat.chat.drawn();
    expect(equalsMarkdown(chat.reply, 'First \\(y\\) then \\(x_1\\) and')).to.equal(true);
  });

  it('are drawn at the end of a block', async () => {
    const turn = await chat.begin('At \\(x_1\\)\n\nMor');
    await chat.until(() => drawn().length === 1);
    await turn.finish();
  });

  it('disappear where the text turns out not to be a formula', async () => {
    const turn = await chat.begin('A **[b $x_1$ c');
    await chat.until(() => drawn().length === 1);
    await turn.say('](/u) and $x_1$0.\n\nEnd');
    await turn.finish();
    await chat.chat.drawn();
    for (const formula of drawn()) expect(formula.nextElementSibling?.className).to.equal('language-math');
    expect(chat.reply.querySelectorAll('[aria-hidden]').length).to.equal(drawn().length);
  });

  it('are copied as LaTeX, with dollar signs only where other words are copied, too', async () => {
    await chat.answer(ANSWER);
    await chat.until(() => drawn().length === 2);
    const [first, last] = [chat.reply.querySelector('p')!, chat.reply.querySelector('p:last-child')!];
    select(first, first);
    await chat.until(() => copy().size > 0);
    expect(copy().get('text/plain')).to.equal('So $x_1$ is y, and');
    expect(copy().get('text/html')).not.to.match(/cf-ai-chat|math>/);
    select(first, last);
    expect(copy().get('text/plain')).to.contain('\n\n$$E = mc^2$$\n\n');
    const code = chat.reply.querySelector('code.language-math')!;
    select(code, code);
    expect([...copy()]).to.deep.equal([['text/plain', 'x_1']]);
    expect([...copy(drawn()[1]!.shadowRoot!.firstElementChild!)]).to.deep.equal([['text/plain', 'E = mc^2']]);
    select(last, last);
    getSelection()?.collapse(last, 0);
    expect(copy().size, 'nothing selected').to.equal(0);
  });

  it('are copied with every block of a long answer, and without strings of the interface', async () => {
    const paragraphs = Array.from({ length: 40 }, (_, index) => `Paragraph ${index}.`);
    await chat.answer(['Of \\(x_1\\):', ...paragraphs].join('\n\n'));
    await chat.answer('Another one.');
    await chat.until(() => chat.chat.root.querySelector('cf-ai-chat-formula'));
    const messages = [...chat.chat.root.querySelectorAll('.message')];
    select(messages[1]!, messages[3]!);
    await chat.until(() => copy().size > 0);
    const copied = copy();
    const text = copied.get('text/plain') ?? '';
    for (const words of ['Of $x_1$:', ...paragraphs, 'Another one.']) expect(text).to.contain(words);
    expect(text.slice(text.indexOf('Another one.'))).to.equal('Another one.');
    expect(copied.get('text/html')).not.to.match(/<(?:button|svg|style|cf-ai-chat)/);
  });

  it('scroll by themselves when they are wide, and the Tab key reaches them', async () => {
    const wide = Array.from({ length: 60 }, (_, index) => `x_{${index}}`).join(' + ');
    await chat.answer(`Wide \\(${wide}\\) is\n\n\\[ ${wide} \\]\n\nEnd`);
    await chat.until(
      () => drawn().length === 2 && drawn().every(({ ariaLabel }) => ariaLabel === 'Code: LaTeX'),
    );
    for (const formula of drawn()) expect(formula.clientWidth).to.be.at.most(chat.reply.clientWidth);
    expect(chat.reply.scrollWidth).to.be.at.most(chat.reply.clientWidth);
    expect(chat.reply.querySelectorAll('[aria-hidden][tabindex]').length, 'stops that nobody sees').to.equal(
      0,
    );
  });
});

describe('root signs', () => {
  it('are drawn where the browser draws none', () => {
    const math = drawFormula(String.raw`\sqrt{2} + \sqrt[3]{x+1}`, false)!;
    spellRadicals(math);
    expect(math.textContent).to.equal('√2+3√x+1');
    expect(math.querySelector('msqrt, mroot')).to.equal(null);
  });
});
