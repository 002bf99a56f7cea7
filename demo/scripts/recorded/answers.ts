import type { RecordedAnswer } from './recorded-answer.ts';

const EMBEDDING = {
  title: 'Embedding the widget',
  url: '/docs/embed',
  snippet: 'Paste one script tag before </body>. A launcher appears in the corner of the page.',
};
const ATTRIBUTES = {
  title: 'Attributes',
  url: '/docs/settings',
  snippet: 'Every setting is an attribute of the element; on the script tag with data- before its name.',
};
const WORKER = {
  title: 'What the Worker does',
  url: '/docs/worker',
  snippet:
    'An answer whose reader went away is kept for a minute, and read on from the event that was missed.',
};

/** The shop of the tour is made up, and so are its pages: they have no address. */
const RETURNS = {
  title: 'Returns and exchanges',
  url: '',
  snippet: 'Boots that were not worn outside can be sent back within 30 days.',
};
const REPAIRS = {
  title: 'The workshop',
  url: '',
  snippet: 'Repairs are free for two years, and take two weeks.',
};

/** The questions of the tour, in their order. The last one is cut off on its way. */
export const TOUR: readonly RecordedAnswer[] = [
  {
    question: 'Can I return worn boots?',
    answer: `Worn on the carpet: yes, **within 30 days** [1]. Worn outside, they come to our workshop instead, which is free for two years [2]:

1. Choose the pair under **Your orders**, and press **Repair**.
2. Print the label: shipping is free.`,
    sources: [RETURNS, REPAIRS],
  },
  {
    question: 'How do I put it on my site?',
    answer: `Deploy the Worker, which answers. Then paste **one tag** before \`</body>\` [1]:

\`\`\`html
<script src="https://YOUR-WORKER/cf-ai-chat.js"
  defer></script>
\`\`\`

- A launcher appears in the corner; the rest is loaded when somebody reaches for it.
- Every setting is an attribute, such as \`data-accent="#0a7d5a"\` [2].
- Your page keeps its styles, its layout and its content security policy.`,
    sources: [EMBEDDING, ATTRIBUTES],
  },
  {
    question: 'Which backends can answer?',
    answer: `Whatever you run. The stream's format is recognised by itself:

| Backend | You set |
| --- | --- |
| Your own: SSE, NDJSON, JSON, text | \`endpoint\` |
| AI SDK, n8n | \`request-format\` |
| OpenAI, vLLM, Ollama | \`endpoint\` |
| Workers AI, AI Search | \`endpoint\` |
| The Worker of this project | nothing |

You can [try every one of them](#formats) on this page.`,
  },
  {
    question: 'هل تُجيب بالعربية أيضًا؟',
    answer: `نعم، **اتجاه النص يُحدَّد لكل فقرة على حدة**:

1. القوائم والجداول والاقتباسات تنعكس من تلقاء نفسها.
2. تبقى الأوامر مثل \`npm start\` من اليسار إلى اليمين.
3. كلمات الواجهة متاحة بعشرين لغة، والعربية واحدة منها.`,
  },
  {
    question: 'And when my train enters a tunnel?',
    answer: `The connection of this very answer is about to break. **Every word that has arrived stays where it is**, the chat says what happened, and it tries again by itself.

Meanwhile the Worker goes on writing. When the line is back, the rest comes from exactly the event that was missed: no word twice, none lost [1]. You can [cut the line yourself](#unplug) further down.`,
    sources: [WORKER],
  },
];

/** An answer with one of each kind of block, to show how the chat draws them. */
export const SAMPLE: RecordedAnswer = {
  question: 'What does an answer look like?',
  answer: `Like the rest of your site. **Headings, lists, code and tables** take your colours [1]:

1. Text on your accent stays readable, whatever you choose.
2. \`Inline code\` and blocks have a background of their own.

\`\`\`css
cf-ai-chat {
  --cf-ai-chat-radius: 12px;
}
\`\`\`

| Delivery | Days |
| --- | --- |
| Standard | 3 to 5 |
| Express | 1 |`,
  sources: [ATTRIBUTES],
};

/** The answer that a visitor interrupts in every way: it is long enough for that. */
export const LONG_ANSWER: RecordedAnswer = {
  question: 'Tell me how you behave when things go wrong.',
  answer: `I keep two promises. **No word of yours is lost**, and no word of mine that has reached you [1].

1. When the line breaks, what has arrived stays on the screen. I say so, try again at once, then with growing pauses, and go on where it broke.
2. When the server ends an answer too early, I do not pretend that it is whole: it is marked as cut off, and you can have it continued.
3. When the server fails before the first word, your question stays, with a button to ask it again.
4. When you have asked too much, I tell you when you can ask again, and count down.

| What happens | What you can do |
| --- | --- |
| The line breaks | wait, or go on reading |
| The answer ends early | continue it |
| The server fails | try again |
| Too many questions | see the time left |

None of this needs a setting, and none of it depends on the backend: one that offers no way to continue an answer gets the honest ending instead of a silent one.`,
  sources: [WORKER],
};

/** The answer to a question for which none was recorded. */
export const UNRECORDED: RecordedAnswer = {
  question: '',
  answer: `This window plays **recorded answers**, so that the page needs no model. What it does with them is real: each one comes as a stream of bytes and is read, drawn and announced as any other.

The chat in the corner of the page is the live one.`,
};

/** The recorded answer to a question; {@link UNRECORDED} where there is none. */
export function answerTo(question: string): RecordedAnswer {
  const known = [...TOUR, SAMPLE, LONG_ANSWER].find((recorded) => recorded.question === question.trim());
  return known ?? UNRECORDED;
}
