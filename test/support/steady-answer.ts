import { setTimeout as wait } from 'node:timers/promises';
import { chat, type Route } from './loopback-site.ts';

const SOURCES = ['Embedding', 'Attributes', 'Limits'].map((title, index) => ({
  id: String(index + 1),
  title,
  url: `/docs/${title.toLowerCase()}`,
  snippet: `About ${title.toLowerCase()}.`,
}));

/** An answer at the pace of a model: some tokens per second, in paragraphs. */
export interface SteadyAnswer {
  /** Tokens per second. It may change during the answer. */
  rate: number;
  readonly tokens: number;
  /** Text that is sent at once. */
  readonly beginning?: string;
  /** The text of a token, by its index. Default: words, in paragraphs of 40. */
  readonly tokenAt?: (index: number) => string;
}

/** Answers every question at a steady pace, with sources and an address for ratings. */
export function answerSteadily(read: () => SteadyAnswer): Route {
  return chat(async (request, response) => {
    request.resume();
    const answer = read();
    const { tokens, beginning = '', tokenAt = wordAt } = answer;
    const send = (event: object): boolean => response.write(`data: ${JSON.stringify(event)}\n\n`);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    send({ type: 'start', queryId: 'q_1', links: { feedback: '/api/feedback' } });
    send({ type: 'sources', sources: SOURCES });
    if (beginning) send({ type: 'token', token: beginning });
    let due = 0;
    let last = performance.now();
    for (let sent = 0; sent < tokens && !response.destroyed;) {
      await wait(5);
      const now = performance.now();
      due = Math.min(tokens, due + ((now - last) / 1000) * answer.rate);
      last = now;
      for (; sent + 1 <= due; sent++) send({ type: 'token', token: tokenAt(sent) });
    }
    send({ type: 'done', queryId: 'q_1', finishReason: 'stop', sources: SOURCES });
    response.end();
  });
}

function wordAt(index: number): string {
  if (index % 40 === 39) return '.\n\n';
  return index % 40 === 20 ? ' as the page says [1]' : ` word${index}`;
}
