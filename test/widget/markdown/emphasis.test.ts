import { expect } from 'chai';
import { renderMarkdown } from '../../../widget/markdown/index.ts';
import { eachFrame, words } from './streamed.ts';

/**
 * Sources, each with the result: `[strong]`, `{em}`, `<del>`. Written for these tests, and compared with
 * markdown-it-cjk-friendly 3.0.0.
 */
const CASES = [
  // Chinese
  ['**「北京三日游」**的推荐行程', '[「北京三日游」]的推荐行程'],
  ['**注意：**17:30 关门', '[注意：]17:30 关门'],
  ['这是**“重点”**内容', '这是[“重点”]内容'],
  ['点击**“保存”**按钮，再点**《帮助》**。', '点击[“保存”]按钮，再点[《帮助》]。'],
  ['**第一步（必做）**打开设置', '[第一步（必做）]打开设置'],
  ['价格为**￥99**起', '价格为[￥99]起'],
  ['使用**`git push`**命令', '使用[`git push`]命令'],
  ['请看**（附录）**和*《手册》*的说明', '请看[（附录）]和{《手册》}的说明'],
  ['~~原价：~~现价', '<原价：>现价'],
  ['**Python。**简单', '[Python。]简单'],
  ['**Hello!**你好', '[Hello!]你好'],
  ['**A**、**B**与**C**', '[A]、[B]与[C]'],
  ['𠮷**「𠮷」**𠮷', '𠮷[「𠮷」]𠮷'],
  // Japanese
  ['**日本語。**次の文', '[日本語。]次の文'],
  ['これは**「強調」**です', 'これは[「強調」]です'],
  ['これは*「強調」*です', 'これは{「強調」}です'],
  ['**注意（重要）**を読む', '[注意（重要）]を読む'],
  ['この**`npm install`**を実行', 'この[`npm install`]を実行'],
  ['**10%**オフ', '[10%]オフ'],
  ['**ｶﾀｶﾅ｡**次', '[ｶﾀｶﾅ｡]次'],
  ['葛\u{E0100}**（こちら）**葛\u{E0100}です', '葛\u{E0100}[（こちら）]葛\u{E0100}です'],
  // Korean
  ['**`code`**를 실행', '[`code`]를 실행'],
  ['**스크립트(script)**라고', '[스크립트(script)]라고'],
  ['이것은 **"강조"**입니다', '이것은 ["강조"]입니다'],
  ['**제주도(濟州島)**는 섬', '[제주도(濟州島)]는 섬'],
  ['**한국어.**다음', '[한국어.]다음'],
  // The same as in CommonMark without the amendment for these languages
  ['** 重要 **です', '** 重要 **です'],
  ['2 * 3 * 4 は 24', '2 * 3 * 4 は 24'],
  ['变量_名_称', '变量_名_称'],
  ['a**"b"**c', 'a**"b"**c'],
  ['x**(y)**z', 'x**(y)**z'],
  ['**😀！**abc', '[😀！]abc'],
  // Marks that the text talks about, and names with marks in them
  ['it gives "_", "__" or "*", "*"', 'it gives "_", "__" or "*", "*"'],
  ['*a for "*/10 * * * *", and *"b"* too', '*a for "*/10 * * * *", and {"b"} too'],
  ['writes *_pb.ts and *_connect.ts; **/*_pb.*', 'writes *_pb.ts and *_connect.ts; **/*_pb.*'],
] as const;

const MARKS = { STRONG: '[]', EM: '{}', DEL: '<>', CODE: '``' } as const;

function marked(node: Node): string {
  if (node instanceof Text) return node.data;
  const [open = '', close = ''] = MARKS[node.nodeName as keyof typeof MARKS] ?? [];
  return open + [...node.childNodes].map(marked).join('') + close;
}

describe('emphasis beside Chinese, Japanese and Korean', () => {
  for (const [markdown, expected] of CASES) {
    it(`is rendered in ${markdown}`, () => {
      expect(marked(renderMarkdown(markdown)).trim()).to.equal(expected);
    });
  }

  it('shows no star while the text arrives one character at a time', () => {
    for (const [markdown] of CASES.slice(0, 26)) {
      const final = words(renderMarkdown(markdown));
      eachFrame(markdown, 1, (box, received) =>
        expect(final.startsWith(words(box).replace(/[「（《“"(]$/, '')), received).to.equal(true),
      );
    }
  });
});

describe('emphasis as models write it', () => {
  for (const [markdown, expected] of [
    ['5*3*2 and 2*(3+4)*x', '5*3*2 and 2*(3+4)*x'],
    ['super().__init__() and arr[0]_x_', 'super().__init__() and arr[0]_x_'],
    ['__init__ and __name_of_it__, __not this__', '__init__ and __name_of_it__, [not this]'],
    ['snake_case_name, *_x_*', 'snake_case_name, {{x}}'],
    ['**หมายเหตุ:**ลิงก์', '[หมายเหตุ:]ลิงก์'],
    ['คำ**สำคัญ**นะ', 'คำ[สำคัญ]นะ'],
    ['**Note:**this and *"so"*it', '[Note:]this and {"so"}it'],
    ['**„Ja.“** Gut', '[„Ja.“] Gut'],
    ['src/**/*.ts, **/build/**, *.js or *.mjs', 'src/**/*.ts, **/build/**, *.js or *.mjs'],
    ['*/5 * * * * and "*/10 *"', '*/5 * * * * and "*/10 *"'],
    ['**/etc/hosts** and **https://a.test/**', '[/etc/hosts] and [https://a.test/]'],
    ['*foo**bar**baz* and **foo*bar*baz**', '{foo**bar**baz} and [foo*bar*baz]'],
    ['***both** one*', '{[both] one}'],
    ['~~a~~ and ~b~ and ~~~c~~~', '<a> and ~b~ and ~~~c~~~'],
    ['int *p declares', 'int *p declares'],
  ] as const) {
    it(`is rendered in ${markdown}`, () => {
      expect(marked(renderMarkdown(markdown)).trim()).to.equal(expected);
    });

    it(`is the same in every frame as in the final text: ${markdown}`, () => {
      // Marks are left out of the comparison: while a pair is open its mark is hidden, and it may turn out to
      // be text.
      const final = words(renderMarkdown(markdown)).replace(/[*_~]/g, '');
      eachFrame(markdown, 1, (box, received) =>
        expect(final.startsWith(words(box).replace(/[*_~]/g, '')), received).to.equal(true),
      );
    });
  }

  it('is found in linear time', () => {
    for (const mark of ['~~a~ ', '*a _b', '**a* ', '_a*b_ ', '*a**b ']) {
      const start = performance.now();
      renderMarkdown(mark.repeat(4000));
      expect(performance.now() - start, mark).to.be.below(2000);
    }
  });
});
