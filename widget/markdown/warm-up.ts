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
const PIECE_SIZE = 4;

/**
 * Draws a sample nowhere, a piece for each step of the iterator: the engine has then read and compiled the renderer when the
 * first answer comes. To be stepped through while the page is idle. What it saves: `npm run bench -- markdown small`.
 */
export function* warmUp(): Generator<undefined, void> {
  const stream = new MarkdownStream(document.createElement('div'));
  for (let start = 0; start < SAMPLE.length; start += PIECE_SIZE) {
    stream.push(SAMPLE.slice(start, start + PIECE_SIZE));
    stream.flush();
    yield undefined;
  }
  stream.end();
}
