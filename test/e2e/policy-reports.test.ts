import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type * as Markdown from '../../widget/markdown/index.ts';
import { VERSION } from '../../widget/build/project.ts';
import { startLoopbackSite } from '../support/loopback-site.ts';
import { useSite } from '../support/use-site.ts';

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'";
const MODULE = `/v/${VERSION}/markdown.js`;

/** How many characters are pushed, and drawn, at a time. */
const STEP = 16;

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n');
}

const CELL = '<td style="color:red" onclick="hit()">cell</td>';

/** Raw HTML with event handlers as attributes, each written so that the HTML parser reads the attribute. */
const ANSWERS: Readonly<Record<string, string>> = {
  '60 lines with two attributes each': lines(
    60,
    (index) => `<p style="color:red" onclick="hit()">line ${index}</p>`,
  ),
  'a table of 50 rows': `<table>\n${lines(50, () => `<tr>${CELL.repeat(2)}</tr>`)}\n</table>`,
  'spans in the cells of a markdown table': `| a | b |\n|---|---|\n${lines(30, () => '| <b style="color:red">x</b> | <i onclick="hit()">y</i> |')}`,
  'items of a list': lines(30, () => '- some <span style="color:red" onclick="hit()">text</span> here'),
  'an open <details> around paragraphs': `<details style="color:red" onclick="hit()">\n\n${lines(30, (index) => `Paragraph ${index}.\n`)}\n</details>`,
  'unquoted and single quoted values': lines(20, () => '<p style=color:red onclick=\'hit("a")\'>text</p>'),
  'upper case and white space around the sign': lines(
    20,
    () => '<P STYLE = "color:red"\tonClick\n=\n"hit()">text</P>',
  ),
  'a slash in place of white space': lines(20, () => '<p/style="color:red"/onclick="hit()">text</p>'),
  'no white space between attributes': lines(
    20,
    () => '<p title="a"style="color:red"onclick="hit()">text</p>',
  ),
  'a sign of a tag in a value': lines(
    20,
    () => '<p title="a<b>c" style="color:red" onclick="a<b>c">text</p>',
  ),
  'a quote inside of an unquoted value': lines(
    20,
    () => '<p title=a"b style="color:red" onclick="hit()">text</p>',
  ),
  'an apostrophe as the name of an attribute': lines(
    20,
    () => '<p \' style="color:red" onclick="hit()">text</p>',
  ),
  'values without an end at the end of a tag': lines(20, () => '<p style=color:red/ onclick=hit()>text</p>'),
  'grave accents in unquoted values': lines(20, () => '<p style=`color:red` onclick=`hit()`>text</p>'),
  'character references in a value': lines(
    20,
    () => '<p style="color&colon;red" onclick="hit&lpar;)">text</p>',
  ),
  'event handlers with other characters in the name': lines(
    20,
    () => '<p onfocusin="hit()" onpointerdown="hit()">text</p>',
  ),
};

describe('reports of a Content Security Policy', () => {
  const started = useSite(() => startLoopbackSite());
  before(() => {
    started.site.page('/', '<!doctype html><link rel="icon" href="data:,"><body><div></div>', {
      'content-security-policy': POLICY,
    });
  });

  /** Streams an answer into a page with a strict policy, and counts the reports of violations. */
  async function countReports(answer: string): Promise<number> {
    const page = await started.browser.newPage();
    await page.goto(started.site.url.href);
    const count = await page.evaluate(
      async ({ text, module, step }) => {
        let reports = 0;
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          // The icon of the page is an image, which the policy blocks.
          if (effectiveDirective !== 'img-src') reports += 1;
        });
        const { MarkdownStream } = (await import(module)) as typeof Markdown;
        const stream = new MarkdownStream(document.querySelector('div')!);
        for (let start = 0; start < text.length; start += step) {
          stream.push(text.slice(start, start + step));
          stream.flush();
        }
        stream.end();
        // Events of the policy are tasks that were queued before this one.
        await new Promise((resolve) => setTimeout(resolve));
        return reports;
      },
      { text: answer, module: MODULE, step: STEP },
    );
    await page.close();
    return count;
  }

  it('are sent for event handlers that the page itself writes as attributes', async () => {
    const page = await started.browser.newPage();
    await page.goto(started.site.url.href);
    const directive = await page.evaluate(async () => {
      const reported = new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
      });
      new DOMParser().parseFromString('<p onclick="hit()">', 'text/html');
      document.body.setAttribute('onclick', 'hit()');
      return reported;
    });
    assert.equal(directive, 'script-src-attr');
    await page.close();
  });

  for (const [name, answer] of Object.entries(ANSWERS)) {
    const attributes = answer.match(/\b(?:style|on[a-z]+)\s*=/gi)?.length ?? 0;
    it(`are at most ${attributes}, one per attribute, for ${name}`, async () => {
      const reports = await countReports(answer);
      assert.ok(reports <= attributes, `${reports} reports for ${attributes} attributes`);
    });
  }
});
