import { MarkdownStream } from './markdown-stream.ts';

/** A short text with all syntax that answers use. */
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
 * Draws a sample outside the document, one piece for each step of the iterator, so that the engine has compiled the renderer
 * when the first answer comes. Step through it while the page is idle. `npm run bench -- markdown small` measures the gain.
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
