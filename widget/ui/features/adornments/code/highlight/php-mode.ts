import type { clike } from '@codemirror/legacy-modes/mode/clike';
import type { StreamParser } from '@codemirror/streamparser';

const PHP_KEYWORDS =
  'abstract and as break case catch class clone const continue declare default do echo else elseif enum ' +
  'extends final finally fn for foreach function global goto if implements include include_once instanceof ' +
  'insteadof interface match namespace new or print private protected public readonly require require_once ' +
  'return static switch throw trait try use var while xor yield';

/**
 * Creates a PHP mode from CodeMirror's C-like mode with PHP keywords, which suffices for answers. CodeMirror's own PHP mode
 * needs the whole editor.
 */
export function createPhp(create: typeof clike): StreamParser<unknown> {
  return create({
    name: 'php',
    keywords: words(PHP_KEYWORDS),
    atoms: words('true false null TRUE FALSE NULL'),
    types: words('array bool float int iterable mixed never object self string void'),
    multiLineStrings: true,
    hooks: {
      $: eatVariable,
      '#': eatComment,
    },
  });
}

function words(list: string): Record<string, true> {
  return Object.fromEntries(list.split(' ').map((word) => [word, true]));
}

type Stream = Parameters<StreamParser<unknown>['token']>[0];

function eatVariable(stream: Stream): string {
  stream.eatWhile(/[\w$]/);
  return 'variableName.special';
}

function eatComment(stream: Stream): string | false {
  // `#[Pure]` is an attribute, not a comment.
  if (stream.peek() === '[') return false;
  stream.skipToEnd();
  return 'comment';
}
