import type { Browser } from 'playwright-core';
import { END, textOf, type Client } from './clients.ts';

/** `EventSource` of Chromium itself, on a page of the Worker's origin. It reconnects by itself. */
export function chromiumEventSource(browser: Browser, format: string): Client {
  return {
    name: `EventSource of Chromium, ${format}`,
    isStreamed: true,
    asksAnew: false,
    async ask(asking) {
      // A context of its own: all pages of one share six connections to a host.
      const context = await browser.newContext();
      try {
        const page = await context.newPage();
        await page.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
        await page.goto(new URL('/page', asking.url).href);
        let stream = '';
        await page.exposeFunction('hear', (data: string) => {
          stream += `data: ${data}\n\n`;
          asking.text = textOf(stream);
          asking.isWhole = END.test(stream);
        });
        const path = `/api/chat?prompt=${encodeURIComponent(asking.question)}&format=${format}`;
        await page.evaluate(listen, path);
      } finally {
        await context.close();
      }
    },
  };
}

/** Runs in the page. Ends when the `EventSource` stops reconnecting, which it does at the first answer with status 204. */
async function listen(path: string): Promise<void> {
  const { hear } = globalThis as unknown as { hear(data: string): Promise<void> };
  const source = new EventSource(path);
  const heard: Promise<void>[] = [];
  source.addEventListener('message', ({ data }) => heard.push(hear(String(data))));
  await new Promise<void>((resolve) => {
    source.addEventListener('error', () => {
      if (source.readyState === source.CLOSED) resolve();
    });
  });
  await Promise.all(heard);
}
