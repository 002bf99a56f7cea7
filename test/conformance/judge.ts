import type { ConformanceStream } from './read-streams.ts';
import type { Sight } from './widget-under-test.ts';

/** What is right in a sight, and a description of each fault. */
export interface Verdict {
  readonly hasWords: boolean;
  readonly hasEnd: boolean;
  readonly faults: readonly string[];
}

/**
 * Compares what a visitor sees with the expected answer of the stream. Only letters and digits count, since
 * `[1]` may be a link, and emphasis may be drawn.
 *
 * @example
 * judge({ words: 'Boots ship free 1', end: 'finished' }, stream); // { hasWords: true, hasEnd: true, faults:
 * [] }
 */
export function judge({ words, end }: Sight, { expected, hidden = [] }: ConformanceStream): Verdict {
  const leak = hidden.find((word) => words.includes(word));
  const shown = `shows ${JSON.stringify(words.slice(0, 200))}`;
  const hasWords = leak === undefined && lettersOf(words) === lettersOf(expected.text);
  // A visitor must also see that an answer is incomplete.
  const hasEnd = (end === 'finished') === (expected.end === 'complete');
  return {
    hasWords,
    hasEnd,
    faults: [
      ...(leak === undefined ? [] : [`${shown}, in which "${leak}" is no part of the answer`]),
      ...(leak === undefined && !hasWords ? [shown] : []),
      ...(hasEnd ? [] : [`looks ${end}, and is ${expected.end}`]),
    ],
  };
}

/** The letters of a text without citations and addresses of links, which not every widget draws. */
function lettersOf(text: string): string {
  const words = text.replaceAll(/\[\d+\]/g, '').replaceAll(/\]\([^)]*\)/g, ']');
  return (words.match(/[\p{L}\p{N}\p{Emoji_Presentation}+=<>]/gu) ?? []).join('');
}

/**
 * Whether a visitor could see that an answer was cut off; undefined where all of its words are shown.
 *
 * @example
 * judgeCut({ words: 'Boots ship', end: 'finished' }, stream); // false: it looks whole
 */
export function judgeCut({ words, end }: Sight, { expected }: ConformanceStream): boolean | undefined {
  return lettersOf(words) === lettersOf(expected.text) ? undefined : end === 'failed';
}

/**
 * The body up to the piece with the first word, as after a lost connection; undefined where that is the whole
 * body.
 */
export function cutBehindFirstWord(stream: ConformanceStream): ConformanceStream | undefined {
  const { body, expected, endsWithBody, revised, timing } = stream;
  if (expected.end !== 'complete' || endsWithBody || revised) return undefined;
  const [firstWord = ''] = /[\p{L}\p{N}]+/u.exec(expected.text) ?? [];
  const pieces = Buffer.from(body).toString('latin1').split(timing.cutAfter);
  const index = pieces.findIndex((piece) => Buffer.from(piece, 'latin1').includes(firstWord));
  if (index === -1 || index >= pieces.length - 2) return undefined;
  const head = pieces.slice(0, index + 1).join(timing.cutAfter) + timing.cutAfter;
  return {
    ...stream,
    body: new Uint8Array(Buffer.from(head, 'latin1')),
    expected: { ...expected, end: 'truncated' },
  };
}
