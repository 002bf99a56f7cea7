import { expect } from 'chai';
import { AdornedChat, highlights } from '../../../../../../support/adorned-chat.ts';
import { ChatHarness } from '../../../../../../support/chat-harness.ts';

const FENCE = '```';

function block(language: string, code: string): string {
  return `${FENCE}${language}\n${code}\n${FENCE}\n`;
}

describe('syntax highlighting', () => {
  let chat: AdornedChat;

  beforeEach(async () => {
    chat = await AdornedChat.open({ mode: 'inline' });
    chat.element.style.height = '500px';
  });
  afterEach(() => ChatHarness.cleanUp());

  it('colours code in a known language by highlight ranges, without changing DOM nodes', async () => {
    const turn = await chat.begin(`${block('js', 'const a = "b"; // c')}\nThe end.`);
    const code = chat.reply.querySelector('code')!;
    const nodes = [...code.childNodes];
    await chat.until(() => highlights()['comment']);
    expect(highlights()).to.deep.equal({
      keyword: ['const'],
      name: ['a'],
      string: ['"b"'],
      comment: ['// c'],
    });
    await turn.finish();
    expect([...code.childNodes]).to.deep.equal(nodes);
    expect(code.children).to.have.length(0);
  });

  it('colours a growing block line by line, without losing a colour', async () => {
    const lines = Array.from({ length: 120 }, (_, index) => `const name${index} = "text ${index}";\n`);
    const turn = await chat.begin(`${FENCE}js\nconst name = "text";\n`);
    await turn.say('x');
    await chat.until(() => highlights()['keyword']?.length === 1);
    let seen = 1;
    for (const line of lines) {
      await turn.say(line.slice(0, 9), line.slice(9));
      await chat.chat.drawn();
      const strings = highlights()['string'] ?? [];
      expect(strings.every((text) => /^"text( \d+)?"$/.test(text))).to.equal(true, strings.join());
      seen = Math.max(seen, strings.length);
    }
    await turn.say(`${FENCE}\n\nThe end.`);
    await turn.finish();
    await chat.chat.followEnd();
    const last = '"text 119"';
    await chat.until(() => highlights()['string']?.includes(last));
    expect(seen).to.be.above(20);
    expect(chat.reply.querySelector('code')?.textContent.split('\n')).to.have.length(122);
  });

  it('colours a line correctly wherever the stream has cut the line', async () => {
    const turn = await chat.begin(`${FENCE}js\nlet first = 1;\n`);
    await turn.say('l');
    await chat.until(() => highlights()['number']);
    for (const piece of ['et second = "so', 'me text"; // a rem', 'ark\n', 'le', 't third = "more', '";\n']) {
      await turn.say(piece);
      await chat.chat.drawn();
    }
    await turn.say(`let last = 2;\n${FENCE}\n`);
    await turn.finish();
    await chat.until(() => highlights()['number']?.length === 2);
    expect(highlights()).to.deep.equal({
      keyword: ['let', 'let', 'let', 'let'],
      name: ['first', 'second', 'third', 'last'],
      number: ['1', '2'],
      string: ['"some text"', '"more"'],
      comment: ['// a remark'],
    });
  });

  it('colours the last line of code in a list once text stands behind the code', async () => {
    const turn = await chat.begin('- one\n  ```js\n  let a;\n  ```\n- two wor');
    await chat.until(() => highlights()['keyword']);
    await turn.finish();
  });

  it('makes ranges only for the lines in view, and moves the ranges when the reader scrolls', async () => {
    const code = Array.from({ length: 600 }, (_, index) => `let a${index} = ${index};`).join('\n');
    await chat.answer(`${block('js', code)}\nThe end.`);
    await chat.chat.followEnd();
    await chat.until(() => highlights()['number']?.includes('599'));
    expect(highlights()['number']?.length).to.be.below(120);
    expect(highlights()['number']).not.to.include('3');
    chat.chat.part('transcript').scrollTop = 0;
    await chat.until(() => highlights()['number']?.includes('3'));
    expect(highlights()['number']).not.to.include('599');
  });

  it('leaves code in an unknown language without colours', async () => {
    await chat.answer(`${block('', 'const a = 1;')}\n${block('unknown', 'let b')}\n${block('js', 'var c')}`);
    await chat.until(() => highlights()['keyword']);
    expect(highlights()).to.deep.equal({ keyword: ['var'], name: ['c'] });
  });

  it('removes all ranges when the panel closes, or the chat is cleared or removed', async () => {
    await chat.answer(block('js', 'const a = 1;'));
    await chat.until(() => highlights()['keyword']);
    chat.element.hidden = true;
    await chat.until(() => Object.keys(highlights()).length === 0);
    chat.element.hidden = false;
    await chat.until(() => highlights()['keyword']);
    chat.element.clear();
    await chat.until(() => Object.keys(highlights()).length === 0);
    await chat.answer(block('js', 'const a = 1;'));
    await chat.until(() => highlights()['keyword']);
    chat.element.remove();
    await chat.until(() => Object.keys(highlights()).length === 0);
  });
});
