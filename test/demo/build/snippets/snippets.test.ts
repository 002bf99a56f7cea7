import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Script } from 'node:vm';
import { generateSnippets, renderSnippetPage } from '../../../../demo/build/snippets/pages.ts';
import { PLATFORMS } from '../../../../demo/build/snippets/platforms.ts';
import { attributesHtml, scriptTag } from '../../../../demo/build/snippets/tags.ts';

const SOURCE = { src: 'https://a.test/cf-ai-chat.js' };
const HOSTILE = { heading: `</script>"'&<b>\\`, suggestions: 'One\nTwo' };

describe('the generator of the code on platform pages', () => {
  it('generates the committed pages', async () => {
    const pages = await generateSnippets();
    assert.equal(pages.length, PLATFORMS.length);
    for (const { path, current, fresh } of pages) assert.equal(current, fresh, path);
  });

  it('escapes values, so that they stay inside of their quotes', () => {
    const html = '&lt;/script&gt;&quot;&#039;&amp;&lt;b&gt;\\';
    assert.equal(attributesHtml({ heading: HOSTILE.heading, empty: '' }), ` heading="${html}"`);
    assert.equal(
      scriptTag(SOURCE, { heading: HOSTILE.heading }),
      `<script src="https://a.test/cf-ai-chat.js" data-heading="${html}" crossorigin="anonymous" defer></script>`,
    );
  });

  it('escapes values in a script, so that they neither end nor break it', () => {
    const tagManager = PLATFORMS.find(({ id }) => id === 'google-tag-manager');
    const [snippet] = tagManager?.snippets(SOURCE, HOSTILE) ?? [];
    const [, code = '', rest] = /^<script>([\s\S]*?)<\/script>([\s\S]*)$/.exec(snippet?.code ?? '') ?? [];
    assert.equal(rest, '');
    const attributes = new Map<string, string>();
    const element = { setAttribute: (name: string, value: string) => void attributes.set(name, value) };
    const document = { createElement: () => element, head: { appendChild: () => undefined } };
    new Script(code).runInNewContext({ document });
    assert.equal(attributes.get('data-heading'), HOSTILE.heading);
    assert.equal(attributes.get('data-suggestions'), HOSTILE.suggestions);
  });

  it('shows every given setting on every page, with our address and with a release', () => {
    for (const platform of PLATFORMS) {
      const page = renderSnippetPage(platform, { instance: 'shop-7' });
      const [plain = '', pinned = ''] = page.split('## One release, pinned');
      assert.match(plain, /instance\b.*shop-7/, platform.id);
      assert.match(pinned, /instance\b.*shop-7/, platform.id);
    }
  });

  it('puts the address and the hash of a release into every form', () => {
    const source = { src: 'https://a.test/v/1.2.3/cf-ai-chat.js', integrity: 'sha384-abc' };
    for (const { id, snippets } of PLATFORMS) {
      const code = snippets(source, {})
        .map((snippet) => snippet.code)
        .join('\n');
      assert.ok(code.includes(source.src), id);
      assert.match(code, /\bintegrity\b.*sha384-abc/, id);
      assert.match(code, /\bcrossorigin\b.*anonymous/, id);
    }
  });
});
