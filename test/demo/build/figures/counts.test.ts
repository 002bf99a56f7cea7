import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PLATFORMS } from '../../../../demo/build/snippets/platforms.ts';
import { ROOT } from '../../../../widget/build/project.ts';
import { MAX_CONVERSATIONS } from '../../../../widget/conversation/record-store.ts';
import {
  MAX_ASSISTANT_CHARACTERS,
  MAX_CONVERSATION_BYTES,
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_FILES_BYTES,
  MAX_MESSAGE_CHARACTERS,
  MAX_MESSAGES,
  MAX_PIXELS,
  MAX_TEXT_FILE_BYTES,
} from '../../../../widget/protocol/limits.ts';
import { MAX_BODY_BYTES } from '../../../../worker/guard/guard.ts';
import { RACES } from '../../../support/races/races.ts';
import { ACCESSIBLE_STATES } from '../../../support/states/accessible-states.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const files = (pattern: string): readonly string[] => globSync(pattern, { cwd: ROOT });

/** English has no chunk of its own; simplified and traditional Chinese count as one language in two scripts. */
const LANGUAGES = new Set(
  [...read('widget/ui/strings/languages.ts').matchAll(/import\('\.\/([a-z]+)/g)].map(
    ([, language]) => language,
  ),
).add('en').size;
const LINES = files('widget/markdown/**/*.ts').reduce(
  (sum, path) => sum + read(path).split('\n').length - 1,
  0,
);
/** Platforms that README names. */
const NAMED = [...read('README.md').matchAll(/\(demo\/docs\/platforms\//g)].length;

const WORDS: Readonly<Record<string, number>> = { ten: 10, twenty: 20 };

/** Sentences of documents that count something, with the number as the first group, and the real number. */
const COUNTS: readonly (readonly [document: string, said: RegExp, actual: number])[] = [
  ['README.md', /of (\d+) recorded answers/, files('test/fixtures/markdown/answers/*.md').length],
  ['README.md', /axe finds nothing in (\d+) states/, ACCESSIBLE_STATES.length],
  ['README.md', /(\w+) languages/, LANGUAGES],
  ['README.md', /\[(\w+) more\]/, PLATFORMS.length - NAMED],
  ['demo/index.html', /(\w+)\s+languages/, LANGUAGES],
  ['demo/docs/accessibility.md', /axe-core in (\d+) states/, ACCESSIBLE_STATES.length],
  ['demo/docs/accessibility.md', /speaks (\w+) languages/, LANGUAGES],
  ['demo/docs/faq.md', /has (\w+) languages/, LANGUAGES],
  ['demo/docs/api.md', /a body over (\d+) MB/, MAX_BODY_BYTES / 1_048_576],
  ['demo/docs/api.md', /a question over (\d+) characters/, MAX_MESSAGE_CHARACTERS],
  ['demo/docs/api.md', /the newest (\d+) messages/, MAX_MESSAGES],
  ['demo/docs/api.md', /with (\d+) KB of them/, MAX_CONVERSATION_BYTES / 1_024],
  ['demo/docs/api.md', /the first (\d+) characters are kept/, MAX_MESSAGE_CHARACTERS],
  ['demo/docs/api.md', /of earlier answers (\d+)/, MAX_ASSISTANT_CHARACTERS],
  ['demo/docs/conversation.md', /up to (\d+) earlier conversations/, MAX_CONVERSATIONS],
  ['demo/docs/conversation.md', /has (\d+) files at most/, MAX_FILES],
  ['demo/docs/conversation.md', /in UTF-8 of (\d+) KB/, MAX_TEXT_FILE_BYTES / 1_024],
  ['demo/docs/worker.md', /bring \d+ files of up to (\d+) MB/, MAX_FILE_BYTES / 1_048_576],
  ['demo/docs/worker.md', /a request (\d+) MB of files/, MAX_FILES_BYTES / 1_048_576],
  ['demo/docs/worker.md', /more than (\d+) megapixels/, MAX_PIXELS / 1_000_000],
  ['demo/docs/security.md', /body may have (\d+) MB/, MAX_BODY_BYTES / 1_048_576],
  ['demo/docs/security.md', /asked with (\d+) messages/, MAX_MESSAGES],
  ['demo/docs/security.md', /messages and (\d+) KB/, MAX_CONVERSATION_BYTES / 1_024],
  ['demo/docs/security.md', /a message (\d+) characters/, MAX_MESSAGE_CHARACTERS],
  ['test/bench/README.md', /(\d+) ways to ask, to leave and to fail/, RACES.length],
  // Rounded to the hundred.
  ['widget/markdown/README.md', /Reading order for its ([\d,]+) lines/, Math.round(LINES / 100) * 100],
];

describe('the numbers in README and the documentation', () => {
  for (const [document, said, actual] of COUNTS) {
    it(`equal what exists: ${document}, ${said.source}`, () => {
      const [, number = ''] = said.exec(read(document)) ?? [];
      assert.equal(WORDS[number] ?? Number(number.replace(',', '')), actual);
    });
  }
});
