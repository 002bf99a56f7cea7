/** The question in the pictures. */
export const QUESTION = 'How do I add the chat to my shop?';

const ANSWER = `Paste **one line** before \`</body>\` [1]:

\`\`\`html
<script src="https://chat.example/cf-ai-chat.js" defer></script>
\`\`\`

| you want | then set |
| --- | --- |
| your colour | \`data-accent\` [2] |
| your words | \`data-heading\` [2] |

Nothing else on your page changes.
`;

const SOURCES = [
  ['embed', 'Embed the widget', 'Paste one line into the page, with the address of your Worker.'],
  ['settings', 'Settings', 'Every attribute can be written on the script tag with data- in front.'],
].map(([id = '', title = '', snippet = '']) => ({ id, title, snippet, url: `https://docs.example/${id}` }));

/** The events before the text. */
export const BEGINNING: readonly object[] = [
  { type: 'start', queryId: 'q_1', links: { feedback: '/api/feedback' } },
  { type: 'sources', sources: SOURCES },
];

/** The text of the answer, split into tokens. */
export const TOKENS: readonly object[] = (ANSWER.match(/\s*\S+\s*?(?=\s|$)|\s+/g) ?? []).map((token) => ({
  type: 'token',
  token,
}));

/** The event after the text. */
export const ENDING: object = { type: 'done', queryId: 'q_1', finishReason: 'stop', sources: SOURCES };
