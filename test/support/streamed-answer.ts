const ANSWER = `Paste **one tag** before \`</body>\` [1], and set the endpoint where it differs [2]:

\`\`\`js
const chat = document.querySelector('cf-ai-chat');
// The address of your own backend.
chat.endpoint = 'https://chat.example/api/chat';
\`\`\`

- It loads the rest when somebody opens it.
- [Read on](/docs/embedding).
`;

const SOURCES = ['Embedding', 'Attributes'].map((title, index) => ({
  id: String(index + 1),
  title,
  url: `/docs/${title.toLowerCase()}`,
  snippet: `About ${title.toLowerCase()}.`,
}));

const EVENTS = [
  {
    type: 'start',
    queryId: 'q_1',
    links: { feedback: '/api/feedback' },
    quota: { limit: 40, remaining: 39 },
  },
  { type: 'sources', sources: SOURCES },
  ...ANSWER.match(/[\s\S]{1,4}/g)!.map((token) => ({ type: 'token', token })),
  { type: 'done', queryId: 'q_1', finishReason: 'stop', sources: SOURCES, quotaRemaining: 39 },
];

/** An answer with highlighted code and two cited sources, as our Worker streams it. */
export const STREAMED_ANSWER = EVENTS.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
