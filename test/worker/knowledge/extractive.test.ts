import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { framesOf } from '../../support/frames.ts';
import { DOCUMENTATION, startWorker, type WorkerHarness } from '../../support/worker-harness.ts';

interface Answer {
  readonly answer: string;
  readonly sources: readonly { readonly id: string; readonly url: string; readonly snippet: string }[];
}

describe('the extractive provider, which quotes documents without a model', () => {
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

  it('streams start, the search with its sources, the best section, other results, the note, and done', async () => {
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
    assert.match(text, /^- \[.+\]\(<http.+\/docs\/.+>\) \[2\]: \w+/m);
    assert.match(text, /\*No language model is configured here: .+\*$/);
    const words = frames.filter(({ type }) => type === 'token').length;
    assert.ok(words >= 4, `${words} pieces`);
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

  it('names the page about embedding first, for the first suggested question', async () => {
    const { sources } = await ask('How do I embed the widget?');
    assert.equal(sources[0]?.id, 'embed#embed-the-widget');
    assert.equal(sources[0].url, new URL('/docs/embed#embed-the-widget', worker.url).href);
    assert.match(sources[0].snippet, /^To embed the widget, paste one line into the page/);
  });

  for (const question of ['What is the capital of Mongolia?', 'qwertz uiop', '???', '"']) {
    it(`says that it found nothing for ${question}`, async () => {
      const { answer, sources } = await ask(question);
      assert.match(answer, /^I found nothing about that in the documentation\./);
      assert.deepEqual(sources, []);
    });
  }

  it('shows at most 700 characters of a section, and a link to the rest', async () => {
    for (const query of ['Where it sends and how it looks', 'Properties without an attribute']) {
      const { answer } = await ask(query);
      const [section = ''] = answer.split(/^(?=- \[|\*No )/m);
      const quote = section.split('\n').filter((line) => line.startsWith('> '));
      assert.ok(quote.join('\n').length < 700 + 4 * quote.length, query);
      assert.match(section, /^\[Read on\]\(<http.+\/docs\/.+>\)$/m);
      assert.equal((section.match(/^> ```/gm)?.length ?? 0) % 2, 0, query);
    }
  });

  it('shows a section with some of the words without marking the answer as unsure, since the visitor can judge it', async () => {
    for (const query of ['Does the widget support video calls?', 'How do I embed the widget?']) {
      const response = await worker.ask({ query }, '?stream=false');
      const { answer, sources, isUnsure } = (await response.json()) as Answer & { isUnsure?: boolean };
      assert.match(answer, /^\*\*.+\*\* \[1\]\n\n> /, query);
      assert.ok(sources.length > 1);
      assert.equal(isUnsure, undefined);
    }
  });

  it('marks no answer to a greeting as unsure, and every answer that found nothing', async () => {
    for (const [query, isUnsure] of [
      ['Hello!', undefined],
      ['qwertz', true],
    ] as const) {
      const response = await worker.ask({ query }, '?stream=false');
      assert.equal(((await response.json()) as { isUnsure?: boolean }).isUnsure, isUnsure, query);
    }
  });

  /** Asks the last question after the others. */
  async function converse(...asked: readonly string[]): Promise<Answer> {
    const messages = asked.flatMap((content, index) => [
      ...(index > 0 ? [{ role: 'assistant', content: 'Several. [1]' }] : []),
      { role: 'user', content },
    ]);
    const response = await worker.ask({ messages }, '?stream=false');
    return (await response.json()) as Answer;
  }

  it('searches a follow-up without words of its own by the words of the question before', async () => {
    const alone = await ask('Which events does the widget send?');
    for (const question of ['And how many?', 'and which ones are they', 'What else?'])
      assert.deepEqual(
        (await converse('Which events does the widget send?', question)).sources,
        alone.sources,
        question,
      );
  });

  /** The questions that the demo suggests, and the section that answers each. */
  const chips = {
    'How do I embed the widget?': 'embed#embed-the-widget',
    'What does it cost?': 'faq#what-does-it-cost',
    'How do I connect Ollama?': 'backends#ollama',
  };
  for (const [second, section] of Object.entries(chips))
    it(`answers "${second}" from ${section}, whatever was asked before`, async () => {
      for (const first of Object.keys(chips)) {
        const { sources } = await converse(first, second);
        assert.equal(sources[0]?.id, section, first);
      }
    });

  const others = [
    'What does it cost?',
    'How do I change its colours?',
    'Does it work with React?',
    'Is it secure?',
    'Can it read PDF files?',
    'How do I deploy it?',
    'Which languages does it speak?',
    'Is that allowed under the GDPR?',
    'How big is it?',
    'Can I use it with Ollama?',
  ];
  for (const question of others)
    it(`answers "${question}" after another subject as it does alone`, async () => {
      const alone = await ask(question);
      assert.deepEqual(
        await converse('How do I embed the widget?', question).then(({ sources }) => sources),
        alone.sources,
      );
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
    it(`searches ${JSON.stringify(question)} as words, not as a query of SQLite`, async () => {
      const { answer, sources } = await ask(question);
      assert.match(`${answer}${sources.map(({ url }) => url).join(' ')}`, /\/docs\/embed#/);
    });
  }

  it('answers a question of 4000 characters', async () => {
    const words = Array.from({ length: 600 }, (_, index) => `w${index}`).join(' ');
    const { sources } = await ask(`embed widget ${words}`.slice(0, 4_000));
    assert.match(sources[0]?.id ?? '', /^embed#/);
  });

  it('never logs a question', () => {
    assert.match(worker.log(), /"event":"turn"/);
    assert.doesNotMatch(worker.log(), /embed|widget|Mongolia/i);
  });
});

describe('a Worker without documents', () => {
  it('says that there is nothing to search, and answers the next question', async (t) => {
    const worker = await startWorker({ CHAT_PROVIDER: 'extractive' });
    t.after(() => worker.close());
    const response = await worker.ask({ query: 'How do I embed the widget?' }, '?stream=false');
    const { answer } = (await response.json()) as Answer;
    const log = worker.log();
    assert.match(answer, /^There is no documentation to search here/);
    assert.doesNotMatch(log, /retrieval-failed/);
  });
});
