import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { ChatPage } from '../../support/chat-page.ts';
import { installFixture } from '../../support/install-fixture.ts';
import { answer, startLoopbackSite } from '../../support/loopback-site.ts';
import { useSite } from '../../support/use-site.ts';

/** Words that the visitor types or the chat answers, one for each place where text can stand. */
const WORDS = {
  earlier: 'Aardvark',
  question: 'Buffalo',
  answer: 'Chameleon',
  source: 'Dromedary',
  edit: 'Elephant',
  comment: 'Flamingo',
  draft: 'Gorilla',
};

const ANSWER = `data: {"type":"start","queryId":"q_1","links":{"feedback":"/feedback"}}

data: {"type":"token","token":"${WORDS.answer} and more."}

data: {"type":"done","queryId":"q_1","sources":[{"id":"1","title":"${WORDS.source}","url":"/s","snippet":""}]}

`;

describe('a session recorder of the page (rrweb)', { timeout: 120_000 }, () => {
  const fixture = installFixture('recorders');
  const started = useSite(() => startLoopbackSite());

  before(async () => {
    const { site } = started;
    site.route('/chat', answer(ANSWER, { 'content-type': 'text/event-stream' }));
    site.route('/feedback', answer('{}', { 'content-type': 'application/json' }));
    const code = await readFile(join(fixture, 'node_modules/rrweb/dist/rrweb.umd.cjs'), 'utf8');
    site.route('/rrweb.js', answer(code, { 'content-type': 'text/javascript' }));
  });

  /** Records a conversation with every word typed or answered. Returns everything that was recorded. */
  async function record(recording: string): Promise<string> {
    const { site, browser } = started;
    site.page(
      '/',
      `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><body><h1>Hippopotamus</h1>
       <script src="/rrweb.js"></script>
       <script>window.events = []; rrweb.record({ emit: (event) => events.push(event), recordCanvas: true });</script>
       <script src="/cf-ai-chat.js" data-endpoint="/chat" data-persist="none" ${recording}></script>`,
    );
    const chat = await ChatPage.open(browser, site.url);
    chat.page.setDefaultTimeout(8000);
    const { floating } = chat;
    await floating.evaluate(
      (element, content) => Object.assign(element, { messages: [{ role: 'user', content }] }),
      WORDS.earlier,
    );
    await chat.openChat();
    await chat.ask(WORDS.question);
    await chat.reply().getByText(WORDS.answer).waitFor();
    await chat.openSources();
    await floating.locator('[part=rating] button').last().click();
    await floating.locator('[part=feedback-form] textarea').pressSequentially(WORDS.comment);
    await floating.getByRole('button', { name: 'Edit' }).last().click();
    await floating.locator('.message.user textarea').pressSequentially(WORDS.edit);
    await floating.locator('[part=input]').pressSequentially(WORDS.draft);
    const events = await chat.page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          // The recorder writes with the next frame what it has seen.
          requestAnimationFrame(() =>
            setTimeout(() => resolve(JSON.stringify(Reflect.get(window, 'events')))),
          );
        }),
    );
    await chat.close();
    return events;
  }

  const heard = (events: string): readonly string[] =>
    Object.values(WORDS).filter((word) => events.includes(word));

  it('records the page, and no word that is typed or answered in the chat', async () => {
    const events = await record('');
    assert.match(events, /Hippopotamus/);
    assert.match(events, /cf-ai-chat/);
    assert.deepEqual(heard(events), []);
  });

  it('records the conversation with recording="on"', async () => {
    assert.deepEqual(heard(await record('data-recording="on"')), Object.values(WORDS));
  });
});
