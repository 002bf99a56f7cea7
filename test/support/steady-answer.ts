import { setTimeout as wait } from 'node:timers/promises';
import { chat, type Route } from './loopback-site.ts';

const SOURCES = ['Embedding', 'Attributes', 'Limits'].map((title, index) => ({
  id: String(index + 1),
  title,
  url: `/docs/${title.toLowerCase()}`,
  snippet: `About ${title.toLowerCase()}.`,
}));

/** An answer that comes as a model writes it: some tokens a second, in paragraphs. */
export interface SteadyAnswer {
  /** Tokens a second; read again and again. */
  rate: number;
  readonly tokens: number;
  /** Text that is there at once. */
  readonly beginning?: string;
  /** The text of a token; words in paragraphs of 40 unless given. */
  readonly tokenAt?: (index: number) => string;
}

/** Answers every question with one answer at a steady pace, sources and a place for ratings. */
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
