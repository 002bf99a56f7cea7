import { Chat, DefaultChatTransport } from '../../fixtures/clients/ai-sdk.ts';
import { EventSource } from '../../fixtures/clients/event-source.ts';
import { OpenAI } from '../../fixtures/clients/openai.ts';
import { framesOf } from '../frames.ts';

const TRIES = 20;
const PAUSE_MS = 50;

/** A question of a client whose connection breaks. `text` grows while the answer arrives. */
export interface Asking {
  readonly url: URL;
  readonly question: string;
  readonly key: string;
  text: string;
  /** Whether the end mark of the format has arrived. */
  isWhole: boolean;
}

/** A client that reconnects or asks again after an interruption. */
export interface Client {
  readonly name: string;
  /** Whether the client reads a stream. The others get the whole answer at its end. */
  readonly isStreamed: boolean;
  /** Whether the client asks again if the turn was lost. The others never do. */
  readonly asksAnew: boolean;
  /** Asks, and reads to the end over any number of connections. */
  ask(asking: Asking): Promise<void>;
}

/** Calls a function until it returns true. */
async function again(attempt: (count: number) => Promise<boolean>): Promise<void> {
  for (let count = 0; count < TRIES; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    if (await attempt(count).catch(() => false)) return;
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** The end mark of each format. */
export const END = /"type":"(?:done|error)"|data: \[DONE\]/;

/** The text of a stream in any of our formats. */
export function textOf(stream: string): string {
  return framesOf(stream)
    .map(({ token, response, choices, delta }) => {
      const [choice] = (choices ?? []) as readonly { readonly delta: { readonly content?: string } }[];
      return String(token ?? response ?? choice?.delta.content ?? delta ?? '');
    })
    .join('');
}

const bodyOf = ({ question }: Asking, more: object = {}) =>
  JSON.stringify({ messages: [{ role: 'user', content: question }], ...more });

/** A page that POSTs again with the key of its question. It asks for the events after the last one, or for all if the format has no countable events. */
function posting(format: string, isInBody = false): Client {
  return {
    name: `POST ${format}${isInBody ? ', key in the body' : ''}`,
    isStreamed: true,
    asksAnew: true,
    async ask(asking) {
      let seen = '';
      await again(async () => {
        // Only our own format has one block per event.
        const known = format === 'default' ? framesOf(seen).length : 0;
        const response = await fetch(new URL(`/api/chat?format=${format}&after=${known}`, asking.url), {
          method: 'POST',
          headers: isInBody ? {} : { 'Idempotency-Key': asking.key },
          body: bodyOf(asking, isInBody ? { key: asking.key } : {}),
        });
        let stream = '';
        const before = seen;
        for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
          stream += piece;
          const blocks = stream.slice(0, stream.lastIndexOf('\n\n') + 2);
          // A lost turn begins again from its first event.
          seen = known === 0 || blocks.includes('"type":"start"') ? blocks : before + blocks;
          asking.text = textOf(seen);
          asking.isWhole = END.test(blocks);
        }
        return asking.isWhole;
      });
    },
  };
}

/** A program that requests one JSON response, and asks again with the same key. */
const wholePost: Client = {
  name: 'POST default, whole',
  isStreamed: false,
  asksAnew: true,
  ask: (asking) =>
    again(async () => {
      const headers = { 'Idempotency-Key': asking.key };
      const url = new URL('/api/chat?stream=false', asking.url);
      const response = await fetch(url, { method: 'POST', headers, body: bodyOf(asking) });
      const { answer } = (await response.json()) as { readonly answer?: string };
      asking.text = answer ?? '';
      asking.isWhole = answer !== undefined;
      return asking.isWhole;
    }),
};

/** A program with OpenAI's published client, which asks again with the same key. */
function openAi(isStreamed: boolean): Client {
  return {
    name: `openai, ${isStreamed ? 'streamed' : 'whole'}`,
    isStreamed,
    asksAnew: true,
    ask: (asking) =>
      again(async () => {
        const client = new OpenAI({
          baseURL: new URL('/v1', asking.url).href,
          apiKey: 'none',
          defaultHeaders: { 'Idempotency-Key': asking.key },
        });
        const messages = [{ role: 'user' as const, content: asking.question }];
        if (!isStreamed) {
          const { choices } = await client.chat.completions.create({ model: 'any', messages });
          asking.text = choices[0]?.message.content ?? '';
          asking.isWhole = choices[0]?.finish_reason === 'stop';
          return asking.isWhole;
        }
        let text = '';
        for await (const { choices } of await client.chat.completions.create({
          model: 'any',
          messages,
          stream: true,
        })) {
          text += choices[0]?.delta.content ?? '';
          asking.text = text;
          asking.isWhole = choices[0]?.finish_reason === 'stop';
        }
        return asking.isWhole;
      }),
  };
}

/** The npm package `eventsource`, which reconnects by itself like the `EventSource` of browsers. */
function eventSource(format: string): Client {
  return {
    name: `EventSource, ${format}`,
    isStreamed: true,
    asksAnew: false,
    async ask(asking) {
      const prompt = encodeURIComponent(asking.question);
      const source = new EventSource(new URL(`/api/chat?prompt=${prompt}&format=${format}`, asking.url));
      let stream = '';
      source.addEventListener('message', ({ data }) => {
        stream += `data: ${String(data)}\n\n`;
        asking.text = textOf(stream);
        asking.isWhole = END.test(stream);
      });
      await new Promise<void>((resolve) => {
        source.addEventListener('error', () => {
          if (source.readyState === source.CLOSED) resolve();
        });
      });
    },
  };
}

/** The code behind `useChat` of the AI SDK. With `resume: true` it calls `resumeStream`; here that happens after its stream broke. */
const aiSdk: Client = {
  name: 'useChat of the AI SDK',
  isStreamed: true,
  asksAnew: false,
  async ask(asking) {
    const transport = new DefaultChatTransport({
      api: new URL('/api/chat?format=ui-message', asking.url).href,
    });
    let isFinished = false;
    const chat = new Chat({
      transport,
      onFinish: ({ finishReason }) => (isFinished ||= finishReason === 'stop'),
    });
    const read = (): void => {
      const answer = chat.lastMessage?.role === 'assistant' ? chat.lastMessage.parts : [];
      asking.text = answer.map((part) => (part.type === 'text' ? part.text : '')).join('');
    };
    const watch = setInterval(read, 5);
    await chat.sendMessage({ text: asking.question });
    await again(async () => {
      if (!isFinished) await chat.resumeStream();
      return isFinished;
    });
    clearInterval(watch);
    read();
    asking.isWhole = isFinished;
  },
};

/** All clients: every format, in each way in which clients request it. */
export const CLIENTS: readonly Client[] = [
  posting('default'),
  posting('default', true),
  posting('workers-ai'),
  posting('openai'),
  posting('ui-message'),
  wholePost,
  openAi(true),
  openAi(false),
  eventSource('default'),
  eventSource('workers-ai'),
  eventSource('openai'),
  aiSdk,
];
