import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { framesOf } from '../../support/frames.ts';
import { DOCUMENTATION, startWorker, type WorkerHarness } from '../../support/worker-harness.ts';

interface Answer {
  readonly answer: string;
  readonly sources: readonly { readonly id: string; readonly url: string; readonly snippet: string }[];
}

describe('the extractive provider', () => {
  let worker: WorkerHarness;
  before(async () => {
    worker = await startWorker({ CHAT_PROVIDER: 'extractive' }, DOCUMENTATION);
  });
  after(() => worker.close());

  async function ask(query: string): Promise<Answer> {
    const response = await worker.ask({ query }, '?stream=false');
    assert.equal(response.status, 200);
    return (await response.json()) as Answer;
  }

  it('streams start, the search with its sources, quotes with their numbers, the note, and done', async () => {
    const response = await worker.ask({ query: 'How do I embed the widget?' });
    const frames = framesOf(await response.text());
    const types = frames.map((event) => event['type']);
    const text = frames.map((event) => event['token'] ?? '').join('');
    assert.deepEqual(types.slice(0, 5), ['start', 'tool', 'sources', 'tool', 'token']);
    const search = { type: 'tool', id: 'search', name: 'search', title: 'Searching the documents' };
    assert.deepEqual(
      [frames[1], frames[3]],
      [
        { ...search, state: 'running' },
        { ...search, state: 'done' },
      ],
    );
    assert.equal(types.at(-1), 'done');
    assert.ok(types.slice(4, -1).every((type) => type === 'token'));
    assert.deepEqual(frames[2]?.['sources'], frames.at(-1)?.['sources']);
    assert.match(text, /^\*\*Embed the widget\*\* \[1\]\n\n> /);
    assert.match(text, /<script src="https:\/\/chat\.example\.com\/cf-ai-chat\.js" defer><\/script>/);
    assert.match(text, /No language model is configured/);
  });

  const questions: readonly [string, string][] = [
    ['How do I embed the widget?', 'embed'],
    ['how can i embed this on my website', 'faq'],
    ['Which npm package do I import?', 'embed'],
    ['How do I use it with Ollama?', 'backends'],
    ['Can I connect LM Studio?', 'backends'],
    ['Which attributes are there?', 'settings'],
    ['How do I change the brand colour?', 'faq'],
    ['What events does it send?', 'events'],
    ['How do I deploy to Cloudflare?', 'worker'],
    ['ALLOWED_ORIGINS', 'worker'],
    ['Does the answer run scripts? Is it secure?', 'security'],
    ['What are the keyboard keys?', 'accessibility'],
    ['The launcher does not appear', 'troubleshooting'],
    ['Do I need a Cloudflare account?', 'faq'],
    ['Which images are loaded?', 'markdown'],
    ['How do I use EventSource?', 'api'],
    ['What is cf-ai-chat?', 'index'],
  ];
  for (const [question, page] of questions) {
    it(`finds the page ${page} for "${question}"`, async () => {
      const { sources } = await ask(question);
      assert.ok(
        sources.slice(0, 3).some(({ id }) => id.startsWith(`${page}#`)),
        sources.map(({ id }) => id).join(' '),
      );
    });
  }

  it('gives the page about embedding as the first source for the first question of all', async () => {
    const { sources } = await ask('How do I embed the widget?');
    assert.equal(sources[0]?.id, 'embed#embed-the-widget');
    assert.equal(sources[0].url, new URL('/docs/embed#embed-the-widget', worker.url).href);
    assert.match(sources[0].snippet, /^To embed the widget, paste one line into the page/);
  });

  for (const question of ['What is the capital of Mongolia?', 'qwertz uiop', '???', '"']) {
    it(`says plainly that it found nothing for ${question}`, async () => {
      const { answer, sources } = await ask(question);
      assert.match(answer, /^I found nothing about that in the documentation\./);
      assert.deepEqual(sources, []);
    });
  }

  it('quotes nothing that misses the subject, says that it is unsure, and links to what comes nearest', async () => {
    const response = await worker.ask({ query: 'Does the widget support video calls?' }, '?stream=false');
    const answer = (await response.json()) as Answer & { readonly isUnsure?: boolean };
    assert.match(
      answer.answer,
      /^I found nothing about that in the documentation\.\n\nThese pages come nearest:\n\n/,
    );
    assert.equal(answer.answer.match(/^- \[.+\]\(<http.+\/docs\/.+>\)$/gm)?.length, 3);
    assert.deepEqual(answer.sources, []);
    assert.equal(answer.isUnsure, true);
  });

  it('is not unsure about a greeting, and about what it quotes', async () => {
    for (const query of ['Hello!', 'How do I embed the widget?']) {
      const response = await worker.ask({ query }, '?stream=false');
      assert.equal(((await response.json()) as { isUnsure?: boolean }).isUnsure, undefined, query);
    }
  });

  it('searches a follow-up with the words of the question before', async () => {
    const contents = ['Which events does the widget send?', 'Several. [1]', 'And how do I cancel them?'];
    const messages = contents.map((content, index) => ({
      role: index === 1 ? 'assistant' : 'user',
      content,
    }));
    const response = await worker.ask({ messages }, '?stream=false');
    const { sources } = (await response.json()) as Answer;
    assert.match(sources[0]?.id ?? '', /^events#/);
  });

  const hostile = [
    '"embed',
    'embed" OR "x',
    'embed*',
    'title:embed',
    'embed-widget',
    'NEAR(embed widget)',
    'embed AND NOT widget',
    "embed'); DROP widget; --",
    '^embed + (widget',
    'embed \0 widget',
  ];
  for (const question of hostile) {
    it(`takes ${JSON.stringify(question)} for words, not for a query`, async () => {
      const { answer, sources } = await ask(question);
      assert.match(`${answer}${sources.map(({ url }) => url).join(' ')}`, /\/docs\/embed#/);
    });
  }

  it('answers a question of 4000 characters', async () => {
    const words = Array.from({ length: 600 }, (_, index) => `w${index}`).join(' ');
    const { sources } = await ask(`embed widget ${words}`.slice(0, 4_000));
    assert.deepEqual(sources, []);
  });

  it('never logs a question', () => {
    assert.match(worker.log(), /"event":"turn"/);
    assert.doesNotMatch(worker.log(), /embed|widget|Mongolia/i);
  });
});

describe('a Worker without documents', () => {
  it('says that there is nothing to search, and goes on answering', async (t) => {
    const worker = await startWorker({ CHAT_PROVIDER: 'extractive' });
    t.after(() => worker.close());
    const response = await worker.ask({ query: 'How do I embed the widget?' }, '?stream=false');
    const { answer } = (await response.json()) as Answer;
    const log = worker.log();
    assert.match(answer, /^There is no documentation to search here/);
    assert.doesNotMatch(log, /retrieval-failed/);
  });
});
