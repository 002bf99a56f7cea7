import * as fc from 'fast-check';
import { renderMarkdown } from '../../../widget/markdown/index.ts';
import { lostWords } from './lost-words.ts';

/** The last paragraph of each document. Nothing before it may change it. */
const END = 'These are the last words.';

/** Tags, parts of tags, and text that looks like a tag; `w` is replaced by a word that occurs once. */
const TAG_LIKE = fc.constantFrom(
  ...(
    '<your-api-key> List<String> Map<K,List<V>> <T,> <> </> <3 <- -> => <= a<b x<y>z vector<int> <w> </w> <w/> <W /> <w:w> <!w> ' +
    '<b> </b> <i> </i> <em> </em> <kbd> </kbd> <sub>2</sub> <mark> </mark> <code> </code> <u> </u> <a </a> <br> <br/> </br> ' +
    '<details> </details> <summary> </summary> <table> </table> <tr><td> <td>w</td> <div> </div> <p> </p> <li> <ul> <h1> <span> </span> ' +
    '<script> </script> <style> <title> <textarea> <select> <option> <form> <input> <button> <svg> <math> <iframe> <template> <noscript> ' +
    '<!DOCTYPE <![CDATA[ ]]> <?php ?> <?xml <!-- --> <!--> <!---> <!--w--> --!> < > << >> <<EOF 2>&1 </ /> & &lt;b&gt; \\<b> \\` ` `` `<b>` `</details>` ' +
    '* ** _ ~~ $ [ ] | # &amp; http://a.example/<w> <http://a.example/> <w@a.example>'
  ).split(' '),
  '<a href="https://a.example/">',
  '<a href=javascript:hit()>',
  '<img src="x.png" alt="w">',
  '<b title="w > w">',
  '<b title="',
  "<i class='w",
  '<details open>',
  '<p align="center">',
  '<td colspan="2">',
  '<br class="w">',
  '<w w="w" w>',
  '<input type="checkbox" disabled>',
);
const TEXT = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constant('w') }, { weight: 2, arbitrary: TAG_LIKE }), {
    minLength: 1,
    maxLength: 10,
  })
  .map((parts) => parts.join(' '));
const LINES = fc.array(TEXT, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
const LINE_IN_CODE = TEXT.map((text) => text.replaceAll('`', "'"));

const BLOCK = fc.oneof(
  { weight: 4, arbitrary: LINES },
  TEXT.map((text) => `## w ${text}`),
  fc.array(TEXT, { minLength: 1, maxLength: 4 }).map((items) => items.map((item) => `- ${item}`).join('\n')),
  fc
    .array(TEXT, { minLength: 1, maxLength: 3 })
    .map((items) => items.map((item) => `1. w ${item}\n   w`).join('\n\n')),
  LINES.map((lines) => lines.replace(/^/gm, '> ')),
  fc
    .array(fc.tuple(TEXT, TEXT), { minLength: 1, maxLength: 3 })
    .map((rows) =>
      [
        '| w | w |\n|---|---|',
        ...rows.map((cells) => `| ${cells.map((cell) => cell.replace(/[|`]/g, '')).join(' | ')} |`),
      ].join('\n'),
    ),
  LINE_IN_CODE.map((code) => `\`\`\`html\n${code}\n\`\`\``),
  LINE_IN_CODE.map((code) => `- w\n\n  ~~~\n  ${code}\n  ~~~\n\n- w`),
  TEXT.map((text) => `<details>\n<summary>w</summary>\n\nw ${text}\n\n</details>`),
  fc.constant('<table><tr><th>w</th><td>w <b>w</b></td></tr></table>'),
  fc.constant('<!-- a comment -->'),
);

/**
 * Random documents of prose, lists, tables and code with many tag-like texts. Each plain word in a document
 * occurs once.
 */
export const TAG_LIKE_DOCUMENT: fc.Arbitrary<string> = fc
  .array(BLOCK, { minLength: 1, maxLength: 5 })
  .map((blocks) => {
    let count = 0;
    return `${blocks.join('\n\n')}\n\n${END}`.replace(/\bw\b/gi, (word) => `${word}${++count}x`);
  });

/** Describes what is wrong with the words of a rendered document; undefined for a correct one. */
export function wrongWords(markdown: string): string | undefined {
  const box = document.createElement('div');
  box.append(renderMarkdown(markdown));
  const lost = lostWords(markdown, box);
  if (lost.length > 0) return `lost: ${lost.join(' ')}`;
  const last = box.lastElementChild;
  const isPlain = last?.localName === 'p' && last.innerHTML === END;
  return isPlain ? undefined : `not a paragraph of its own: ${last?.outerHTML ?? ''}`;
}
