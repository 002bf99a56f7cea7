import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { standaloneQuestion } from '../../../worker/knowledge/standalone.ts';
import type { Model, ModelRequest, Passage } from '../../../worker/model-port.ts';

const passage = (text: string): Passage => ({ id: '1', title: 'Page', url: '', text, score: 1 });
const ENGLISH = [passage('This is how you send the parcel back to us.')];

/** A model that answers with this text, and records its requests. */
function modelOf(text: string, asked: ModelRequest[] = []): Model {
  return {
    name: 'fake',
    async *generate(request, answer) {
      asked.push(request);
      yield answer.take([{ type: 'token', token: text }, { type: 'end' }]);
    },
  };
}

/** A model that must not be called. */
const NONE: Model = { name: 'none', generate: () => assert.fail('asked') };

interface Asking {
  readonly model?: Model;
  readonly before?: readonly string[];
  readonly found?: readonly Passage[];
  readonly milliseconds?: number;
  readonly documents?: readonly Passage[];
}

/** The rewritten question, after a conversation in which visitor and assistant took turns. */
function rewrite(question: string, asking: Asking = {}): Promise<string | undefined> {
  const { model = NONE, before = [], found = ENGLISH, milliseconds = 1_000 } = asking;
  const messages = [...before, question].map((content, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content,
  }));
  const { documents = [] } = asking;
  const database = {
    prepare: () => ({ bind: () => ({ all: <Row>() => Promise.resolve({ results: documents as Row[] }) }) }),
  };
  return standaloneQuestion(
    { queryId: 'q_1', messages, signal: new AbortController().signal },
    { model, milliseconds, database, found },
  );
}

const BEFORE = ['What does shipping to France cost?', 'Five euros. [1]'];

describe('standaloneQuestion', () => {
  it('lets the model rewrite a follow-up question', async () => {
    const asked: ModelRequest[] = [];
    const model = modelOf('shipping cost to Germany', asked);
    assert.equal(await rewrite('And for Germany?', { model, before: BEFORE }), 'shipping cost to Germany');
    const [{ messages, maxTokens, passages } = assert.fail('not asked')] = asked;
    assert.equal(maxTokens, 32);
    assert.equal(passages, null);
    assert.match(
      messages[0]?.content ?? '',
      /user: What does shipping to France cost\?\nassistant: Five euros/,
    );
    assert.match(messages[0]?.content ?? '', /user: And for Germany\?\n<\/conversation>/);
  });

  it("takes the first line with words from the model's answer, without quotes and markdown", async () => {
    const model = modelOf('\n**\n"shipping to Germany"\nI hope this helps!');
    assert.equal(await rewrite('And for Germany?', { model, before: BEFORE }), 'shipping to Germany');
  });

  it('rewrites no question that is understandable alone, and no first question', async () => {
    assert.equal(await rewrite('How do I send a parcel back to you?', { before: BEFORE }), undefined);
    assert.equal(await rewrite('And for Germany?'), undefined);
  });

  it('does not rewrite a question that only follows a greeting', async () => {
    assert.equal(await rewrite('Gift cards?', { before: ['Hello', 'Hello! How can I help?'] }), undefined);
    const before = [...BEFORE, 'Thank you!', 'You are welcome.'];
    assert.match((await rewrite('Gift cards?', { milliseconds: 0, before })) ?? '', /shipping france cost$/);
  });

  it('lets the model translate a question into the language of the documents', async () => {
    const asked: ModelRequest[] = [];
    const model = modelOf('return a parcel', asked);
    assert.equal(await rewrite('Wie schicke ich ein Paket zurück?', { model }), 'return a parcel');
    assert.match(asked[0]?.messages[0]?.content ?? '', /in the language "en"/);
    const documents = ENGLISH;
    assert.equal(await rewrite('返品するには？', { model, found: [], documents }), 'return a parcel');
    const german = [passage('So schicken Sie das Paket an uns zurück, wenn es nicht passt.')];
    assert.equal(await rewrite('Wie schicke ich ein Paket zurück?', { found: german }), undefined);
  });

  const failing: readonly [string, Asking][] = [
    [
      'the model is late',
      {
        model: {
          name: 'late',
          generate: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
        },
        milliseconds: 20,
      },
    ],
    ['the model says nothing', { model: modelOf(' ') }],
    ['REWRITE_MS is 0', { milliseconds: 0 }],
  ];
  for (const [reason, asking] of failing)
    it(`adds the words of the question before where ${reason}`, async (t) => {
      t.mock.method(console, 'log', () => undefined);
      const before = [...BEFORE, 'And for Italy?', 'Six euros.'];
      assert.equal(
        await rewrite('And for Germany?', { before, ...asking }),
        'And for Germany? shipping france cost',
      );
    });

  it('keeps a question in another language unchanged where there is no model', async () => {
    assert.equal(await rewrite('Wie schicke ich ein Paket zurück?', { milliseconds: 0 }), undefined);
  });
});
