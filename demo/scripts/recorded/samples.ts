import type { RecordedAnswer } from './recorded-answer.ts';

/** The conversation of each page under a preview. It is short, so that the question is in view above its answer. */
const SAMPLES: Readonly<Record<string, RecordedAnswer>> = {
  plain: {
    question: 'What does an answer look like?',
    answer: `Like the rest of your site, **in your colours**:

\`\`\`css
--cf-ai-chat-radius: 12px;
\`\`\`

| You set | It changes |
| --- | --- |
| \`accent\` | buttons, launcher |`,
  },
  bookshop: {
    question: 'Will it be here by Friday?',
    answer: `**Yes, with express.** We pack on the same day what is ordered before three:

| Delivery | Days | Price |
| --- | --- | --- |
| Letter | 3 to 5 | free |
| Express | 1 | 6 € |

Three copies of *On Slowness* are on the shelf.`,
  },
  observatory: {
    question: 'How do I send my first request?',
    answer: `One header is enough, **no agent**:

\`\`\`sh
curl parallax.example/v1/events \\
  -H 'x-key: …' -d '{"ok":true}'
\`\`\`

It is on the timeline after \`41 ms\`.`,
  },
  handbook: {
    question: 'How do I undo a release?',
    answer: `Name the one before it:

\`\`\`sh
ferrite release --to 1.8.2
\`\`\`

1. It prints what will change.
2. It asks once, then does it.`,
  },
  sweets: {
    question: 'Which box is without nuts?',
    answer: `**The small box**, filled with violets:

- sugared violets, 5 pieces
- pralines without nuts, 4 pieces

Marzipan is *almonds*, so we leave it out. The box is sent this afternoon.`,
  },
};

/** The conversation that a preview shows on the page of this name. */
export function sampleOf(page: string): RecordedAnswer {
  return SAMPLES[page] ?? { question: '', answer: '' };
}
