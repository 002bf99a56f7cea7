import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import type { ChatMessage } from '../../widget/protocol/chat-message.ts';
import { storedChat, storedConversation } from './stored-chat.ts';
import { chat as chatRoute, type Route } from './loopback-site.ts';

/** After so many milliseconds, a removed chat has no frames, timers or idle callbacks left, even on a busy machine. */
const SETTLING_MS = 60_000;
/** Pause between two counts: counting collects garbage, which keeps the page busy. */
const PAUSE_MS = 250;

/** HTML of a page on which `window.mount()` adds a chat. */
export const LONG_VISITS_PAGE = `<!doctype html><html lang="en"><title>A page</title>
<script src="/cf-ai-chat.js" data-mount="none"></script>
<script>
  function mount() {
    const chat = Object.assign(document.createElement('cf-ai-chat'), { endpoint: '/api/chat', persist: 'local' });
    document.body.append(chat);
    return chat;
  }
</script>`;

const ANSWER = `An answer with **strong** words, a [link](/docs) and a list:

- the first thing that is to be said
- the second one, with \`code\`

And a paragraph that goes on for a while, as answers do when they explain something.`;

/** Answers every question with one short answer, in five tokens. */
export const answerShortly: Route = chatRoute((request, response) => {
  request.resume();
  const tokens = Array.from({ length: 5 }, (_, index) =>
    ANSWER.slice(index * 50, index === 4 ? undefined : (index + 1) * 50),
  );
  const events = [
    { type: 'start', queryId: 'q_1' },
    ...tokens.map((token) => ({ type: 'token', token })),
    { type: 'done', finishReason: 'stop' },
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
});

/** Fills the storage with a conversation of `present` messages, and `earlier` messages in 50 earlier conversations. */
export async function storeMessages(
  page: Page,
  { present, earlier }: { readonly present: number; readonly earlier: number },
): Promise<void> {
  const texts = Object.assign(
    storedChat(messagesOf('now', present), { conversation: 'now' }),
    ...Array.from({ length: 50 }, (_, thread) =>
      storedConversation(messagesOf(String(thread), Math.ceil(earlier / 50)), {
        conversation: String(thread),
      }),
    ),
  );
  await page.evaluate((entries: Readonly<Record<string, string>>) => {
    for (const [key, text] of Object.entries(entries)) localStorage.setItem(key, text);
  }, texts);
}

function messagesOf(thread: string, count: number): readonly ChatMessage[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${thread}-${index}`,
    role: index % 2 === 0 ? 'user' : 'assistant',
    status: 'complete',
    createdAt: index,
    parts: [{ type: 'text', text: index % 2 === 0 ? `Question ${index}` : ANSWER }],
  }));
}

/** Milliseconds from opening a chat, whose code is loaded, to the frame that shows it. */
export function timeOpening(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const chat = (window as unknown as { mount: () => HTMLElement & { show(): void } }).mount();
    const begun = performance.now();
    const ready = new Promise((resolve) =>
      chat.addEventListener('cf-ai-chat-ready', resolve, { once: true }),
    );
    chat.show();
    await ready;
    await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - begun;
  });
}

/** Asks so many questions, one after the other. */
export async function askOften(page: Page, times: number): Promise<void> {
  await page.evaluate(async (count) => {
    const chat = document.querySelector('cf-ai-chat') as HTMLElement & { send(text: string): Promise<void> };
    for (let turn = 0; turn < count; turn += 1) await chat.send(`Question ${turn}`);
  }, times);
}

/** Adds a chat, opens it, asks and removes it, so many times. */
export async function comeAndGo(page: Page, times: number): Promise<void> {
  await page.evaluate(async (count) => {
    const { mount } = window as unknown as {
      mount: () => HTMLElement & { show(): void; send(text: string): Promise<void> };
    };
    for (let round = 0; round < count; round += 1) {
      const chat = mount();
      chat.show();
      await chat.send(`Question ${round}`);
      chat.remove();
      localStorage.clear();
    }
  }, times);
}

/** Bytes of the page's heap that are in use. */
export async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}

/** How many chats are in memory, on the page or not. Counts again for a while, because the last frames still refer to some. */
export async function chatsInMemory(devtools: CDPSession): Promise<number> {
  const until = Date.now() + SETTLING_MS;
  let count = await countChats(devtools);
  while (count > 0 && Date.now() < until) {
    // oxlint-disable-next-line no-await-in-loop -- until all are gone
    await wait(PAUSE_MS);
    // oxlint-disable-next-line no-await-in-loop -- the same
    count = await countChats(devtools);
  }
  return count;
}

async function countChats(devtools: CDPSession): Promise<number> {
  const expression = 'customElements.get("cf-ai-chat").prototype';
  const { result } = await devtools.send('Runtime.evaluate', { expression });
  const { objects } = await devtools.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
  });
  const objectId = objects.objectId ?? '';
  const { result: count } = await devtools.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: 'function () { return this.length; }',
  });
  // Otherwise the list would keep the chats in memory.
  await devtools.send('Runtime.releaseObject', { objectId });
  return Number(count.value);
}
