import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linksOf } from '../../../../demo/build/site/project-links.ts';

const NAME = 'cf-ai-chat';

describe('the links from the demo page to the project', () => {
  it('are left out while package.json names no repository', () => {
    assert.equal(linksOf({ name: NAME }), '');
  });

  for (const repository of [
    'https://git.example/me/chat',
    { url: 'git+https://git.example/me/chat.git' },
  ] as const) {
    it(`lead to the repository and to npm: ${JSON.stringify(repository)}`, () => {
      assert.equal(
        linksOf({ name: NAME, repository }, 'button'),
        '<a class="button" href="https://git.example/me/chat">Source code</a>\n' +
          '<a class="button" href="https://www.npmjs.com/package/cf-ai-chat">npm</a>',
      );
    });
  }
});
