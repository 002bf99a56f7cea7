import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { text } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/browser.ts';
import { ChatPage } from '../support/chat-page.ts';
import { allowAnyOrigin, startPageServer, type PageServer } from '../support/page-server.ts';

const DIST = join(import.meta.dirname, '../../dist');

/** Servers written as tutorials show it: what each sends after a question. */
const SERVERS: Readonly<Record<string, { readonly type: string; readonly frames: readonly string[] }>> = {
  'one that pipes the raw Workers AI stream': {
    type: 'text/event-stream',
    frames: [
      'data: {"response":"Piped","p":"abcdef"}\n\n',
      'data: {"response":" through"}\n\ndata: {"response":"","usage":{"prompt_tokens":1,"completion_tokens":2}}\n\n',
      'data: [DONE]\n\n',
    ],
  },
  'one that sends typed events with sources and quotaRemaining': {
    type: 'text/event-stream',
    frames: [
      'data: {"type":"token","token":"Piped"}\n\n',
      'data: {"type":"token","token":" through"}\n\n',
      'data: {"type":"done","sources":[{"title":"Guide","url":"https://example.com/guide"}],"quotaRemaining":4}\n\n',
    ],
  },
  'an OpenAI-compatible server': {
    type: 'text/event-stream',
    frames: [
      'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}\n\n',
      'data: {"choices":[{"index":0,"delta":{"content":"Piped through"},"finish_reason":"stop"}]}\n\n',
      'data: [DONE]\n\n',
    ],
  },
  Ollama: {
    type: 'application/x-ndjson',
    frames: [
      '{"message":{"role":"assistant","content":"Piped"},"done":false}\n',
      '{"message":{"role":"assistant","content":" through"},"done":false}\n{"done":true,"done_reason":"stop"}\n',
    ],
  },
  'one that answers with one JSON': { type: 'application/json', frames: ['{"answer":"Piped through"}'] },
};

describe('the widget without our Worker', { timeout: 120_000 }, () => {
  let host: PageServer;
  let backend: PageServer;
  let browser: Browser;
  let current: (response: ServerResponse) => void | Promise<void>;
  let lastBody: unknown;
  before(async () => {
    host = await startPageServer(async ({ url = '/' }, response) => {
      const path = new URL(url, 'http://host').pathname;
      if (!path.endsWith('.js')) {
        response.setHeader('content-type', 'text/html');
        response.end(`<!doctype html><title>Host</title><link rel="icon" href="data:,">
          <script src="/widget/cf-ai-chat.js" data-endpoint="${backend.url.href}" defer></script>`);
        return;
      }
      response.setHeader('content-type', 'text/javascript');
      // Modules are fetched with CORS, and a sandboxed frame has an origin of its own.
      response.setHeader('access-control-allow-origin', '*');
      response.end(await readFile(join(DIST, path.replace('/widget/', ''))));
    });
    backend = await startPageServer(async (request, response) => {
      if (allowAnyOrigin(request, response)) return;
      lastBody = JSON.parse(await text(request));
      await current(response);
    });
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await backend?.close();
    await host?.close();
  });

  for (const [name, { type, frames }] of Object.entries(SERVERS)) {
    it(`reads the answer of ${name}`, async () => {
      current = (response) => {
        response.writeHead(200, { 'content-type': type });
        for (const frame of frames) response.write(frame);
        response.end();
      };
      const chat = await ChatPage.open(browser, host.url);
      await chat.openChat();
      await chat.ask('Hello');
      await chat.reaches('ready');
      assert.equal((await chat.reply().textContent())?.trim(), 'Piped through');
      const { key, ...body } = lastBody as { readonly key?: unknown };
      assert.deepEqual(body, { messages: [{ role: 'user', content: 'Hello' }] });
      assert.match(String(key), /^[0-9a-f]{24}$/);
      if (frames.join().includes('Guide')) {
        const links = await chat.openSources();
        assert.equal(await links.first().getAttribute('href'), 'https://example.com/guide');
      }
      assert.deepEqual(chat.problems, []);
      await chat.close();
    });
  }

  it('keeps the question when no server answers', async () => {
    current = (response) => {
      response.destroy();
    };
    const chat = await ChatPage.open(browser, host.url);
    await chat.openChat();
    await chat.ask('Are you there?');
    await chat.reaches('error');
    await chat.floating.getByText('Are you there?').waitFor();
    await chat.floating.getByRole('alert').waitFor();
    await chat.floating.getByRole('button', { name: 'Try again' }).waitFor();
    await chat.close();
  });

  it('keeps the text and a retry over a reload in the middle of an answer', async () => {
    current = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"response":"The first half"}\n\n');
    };
    const chat = await ChatPage.open(browser, host.url);
    await chat.openChat();
    await chat.ask('Long story');
    await chat.reply().getByText('The first half').waitFor();
    await chat.page.reload();
    await chat.reply().getByText('The first half').waitFor();
    await chat.floating.getByText('This answer was cut off.').waitFor();
    await chat.floating.getByRole('button', { name: 'Try again' }).waitFor();
    await chat.close();
  });

  it('works in a frame without storage', async () => {
    current = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"answer":"Sandboxed"}');
    };
    const chat = await ChatPage.open(browser, host.url);
    await chat.page.setContent(
      `<iframe sandbox="allow-scripts" src="${host.url.href}" width="600" height="600"></iframe>`,
    );
    const frame = chat.page.frameLocator('iframe').locator('cf-ai-chat');
    await frame.getByRole('button', { name: 'Open chat' }).click();
    await frame.getByRole('textbox').fill('Hello');
    await frame.getByRole('textbox').press('Enter');
    await frame.getByRole('log').getByText('Sandboxed').waitFor();
    await chat.close();
  });
});
