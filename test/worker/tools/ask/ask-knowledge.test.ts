import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readAskedQuestions } from '../../../../worker/tools/ask/asked-questions.ts';
import { isAnswer } from '../../../../worker/tools/ask/labels.ts';
import { askKnowledge } from '../../../../worker/tools/ask/ask-knowledge.ts';
import { rerankBy, startRerankServer } from '../../../support/rerank-server.ts';

const row = (id: string, title: string, text: string) => ({ id, title, url: `/docs/${id}`, text });
const PASSAGES = [
  row('returns#returns', 'Returns', 'Send the parcel back within a month.'),
  row('returns#costs', 'Returns: Costs', 'A return is free.'),
  row(
    'shipping#costs',
    'Shipping: Costs',
    'What a parcel costs: 4 euros. A return of a parcel: see Returns.',
  ),
];

/** Writes a text to the file `questions.json`, and reads the questions in it. */
function read(t: { after(clean: () => void): void }, text: string | Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'cf-ai-chat-ask-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'questions.json');
  writeFileSync(file, text);
  try {
    return readAskedQuestions(file);
  } catch (error) {
    return String(error).replaceAll(`${folder}/`, '').split('\n');
  }
}

describe('a file of questions', () => {
  it('gives each question the number of its line', (t) => {
    const text =
      '[\n  { "question": "a, [b]\\"", "page": "c" },\n\n  {\n    "question": "d",\n    "page": "e", "heading": "f" }\n]';
    assert.deepEqual(read(t, text), [
      { question: 'a, [b]"', page: 'c', line: 2 },
      { question: 'd', page: 'e', heading: 'f', line: 4 },
    ]);
  });

  it('may begin with a byte order mark, as on Windows', (t) => {
    const text = '\uFEFF[{ "question": "ä", "page": "b" }]';
    for (const encoding of ['utf8', 'utf16le'] as const)
      assert.deepEqual(read(t, Buffer.from(text, encoding)), [{ question: 'ä', page: 'b', line: 1 }]);
  });

  const mistyped: readonly [string, readonly string[]][] = [
    ['[\n{ "question": "a", "page": "b" }\n{ "question": "c" }]', ['questions.json:3: no JSON']],
    ['[\n{ "question": "a", "page": "b" },\n', ['questions.json:2: no JSON']],
    ['{ "question": "a" }', ['questions.json:1: must be a list']],
    ['question,page\na,b', ['questions.json:1: must be a list']],
    [' \n', ['questions.json is empty']],
    ['[{ "question": "a", "page": "htp://b c" }]', ['questions.json:1: "page" is no address with https:']],
    ['[]', ['questions.json has no questions']],
    [
      '[\n{ "question": "a" },\n\n"b"]',
      ['questions.json:2: "page" is missing', 'questions.json:4: must be an object'],
    ],
    [
      '[{ "question": " ", "page": 1,\n"pages": "a" }]',
      [
        'questions.json:1: "question" must not be empty',
        'questions.json:1: "page" must be a text in quotes',
        'questions.json:1: there is no field "pages"',
      ],
    ],
  ];
  for (const [text, faults] of mistyped) {
    it(`is refused with the place of the error: ${JSON.stringify(text)}`, (t) => {
      const said = read(t, text);
      assert.equal(said.length, faults.length, said.join('\n'));
      faults.forEach((fault, index) => assert.ok(String(said[index]).includes(fault), String(said[index])));
    });
  }
});

describe('the expected page of a question', () => {
  const [, costs] = PASSAGES;
  const names: readonly [string, string | undefined, boolean][] = [
    ['returns', undefined, true],
    ['/docs/returns/', 'Costs', true],
    ['https://shop.example/docs/Returns.html', 'costs', true],
    ['docs/returns.md#costs', undefined, true],
    ['www.shop.example/docs/returns', undefined, true],
    ['returns', 'Returns: Costs', true],
    ['returns', 'Returns', false],
    ['turns', undefined, false],
    ['shipping', 'Costs', false],
  ];
  for (const [page, heading, isNamed] of names) {
    it(`is ${isNamed ? '' : 'not '}matched by ${page} and ${heading ?? 'no heading'}`, () => {
      assert.equal(isAnswer(costs!, { question: '', page, heading, line: 1 }), isNamed);
    });
  }
});

describe('npm run knowledge -- --ask', () => {
  const questions = [
    { question: 'What does a parcel cost?', page: 'shipping', line: 2 },
    { question: 'Is a return of a parcel free?', page: 'returns', heading: 'Costs', line: 3 },
    { question: 'How much is the courier?', page: 'shipping', line: 4 },
    { question: 'Where is the shop?', page: 'contact', line: 5 },
  ];

  it('names the questions without an answer first, and why', async () => {
    const report = await askKnowledge(questions, PASSAGES, {});
    assert.match(report, /^4 questions, 3 passages\n\nGaps: 2 of 4 questions/);
    assert.match(
      report,
      /How much is the courier\? \(line 4\)\n.*shipping\n +- does not say: courier\n.*nothing/,
    );
    assert.match(report, /wanted: contact\n +- is not in the index/);
    assert.match(report, /Found:\n {2}1\. What does a parcel cost\? \(\/docs\/shipping#costs\)/);
    assert.match(report, /words alone +0\.\d\d +0\.50 +0\.\d\d$/);
  });

  it('fits a terminal of 80 columns', async () => {
    const base = `https://${'a'.repeat(30)}.example`;
    const rows = PASSAGES.map((passage) => ({ ...passage, url: base + passage.url }));
    const japanese = { question: 'どのくらい送料がかかりますか', page: 'shipping', line: 1 };
    const report = await askKnowledge([...questions, japanese], rows, {});
    assert.match(report, /\n  1\. What does a parcel cost\?\n     \(https:.*shipping#costs\)/);
    for (const line of report.split('\n')) assert.ok(line.length <= 80, line);
  });

  it('measures a reranker beside the search by words', async (t) => {
    const server = await startRerankServer();
    t.after(() => server.close());
    server.reply(rerankBy((text) => (text.startsWith('Returns: Costs') ? 1 : 0.5)));
    const report = await askKnowledge(questions.slice(1, 2), PASSAGES, { RERANKER_URL: server.url });
    assert.match(report, /with the reranker +1\.00 +1\.00 +1\.00$/);
    assert.equal(server.calls[0]?.body.query, 'Is a return of a parcel free?');
  });

  it('calls no reranker where RERANK_MS is 0', async () => {
    const env = { RERANKER_URL: 'http://127.0.0.1:9/v1', RERANK_MS: '0' };
    assert.doesNotMatch(await askKnowledge(questions, PASSAGES, env), /with the reranker/);
  });

  it('counts a passage with one of the words as found, since it is shown without a model', async () => {
    const few = [{ question: 'Which gilded voucher envelopes can returns have?', page: 'returns', line: 2 }];
    assert.match(await askKnowledge(few, PASSAGES, {}), /Gaps: 1 of 1/);
    assert.match(await askKnowledge(few, PASSAGES, { CHAT_PROVIDER: 'extractive' }), /Found:/);
  });

  it('says that a reranker failed, and shows no figures for it', async () => {
    const env = { RERANKER_URL: 'http://127.0.0.1:9/v1' };
    await assert.rejects(askKnowledge(questions, PASSAGES, env), /the reranker failed/);
  });

  it('says that nothing is indexed yet', async () => {
    await assert.rejects(askKnowledge(questions, [], {}), /nothing is indexed yet/);
  });
});
