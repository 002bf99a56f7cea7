import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findWords, formatTemplate } from '../../../../demo/build/wordpress/translation-template.ts';

describe('the template for translators of the plugin', () => {
  it('contains the text of every translation call, whatever its quotes', () => {
    const source = `__( 'It\\'s', 'domain' ); esc_html__( 'Two', 'domain' ); esc_attr_e( 'Three', 'domain' );
      const label = __("It isn't", 'domain'); other( 'Four', 'domain' ); __( $words, 'domain' );`;
    const words = findWords('a.php', source).map((found) => found.words);
    assert.deepEqual(words, ["It's", 'Two', 'Three', "It isn't"]);
  });

  it('lists every place of a text once, and keeps contexts apart', () => {
    const template = formatTemplate([
      { words: 'A "word"', path: 'b.php' },
      { words: 'A "word"', path: 'a.php' },
      { words: 'A "word"', path: 'a.php' },
      { words: 'A "word"', path: 'block.json', context: 'block title' },
    ]);
    assert.ok(
      template.endsWith(`
#: a.php
#: b.php
msgid "A \\"word\\""
msgstr ""

#: block.json
msgctxt "block title"
msgid "A \\"word\\""
msgstr ""
`),
    );
  });
});
