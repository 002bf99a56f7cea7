import { hitRateAt } from '../../worker/tools/ask/hit-rate.ts';
import { ANSWERABLE_SETS, QUESTION_SETS, readQuestions } from '../support/labelled-questions.ts';
import { measurePageContext } from '../support/page-context-quality.ts';
import {
  findAnswers,
  findIn,
  HIT_RATE_GATES,
  measureRetrieval,
  ownDatabase,
  sectionsOf,
} from '../support/retrieval-quality.ts';
import { countRowsRead } from '../support/rows-read.ts';
import { findInventedIn, formatWays, measureWays, strangersDatabase } from '../support/visitors-quality.ts';
import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';

/** How many answers are checked for invented citations. */
const ANSWERS = 1_000;

const PARTS: Readonly<Record<string, () => Promise<readonly BenchmarkResult[]>>> = {
  own: measureOwn,
  tuned: () => measureStrangers(false),
  'held-back': () => measureStrangers(true),
  page: measurePage,
  citations: measureCitations,
  rows: measureRows,
};

/**
 * How often a search finds the section that answers a question, in our own documentation and in that of another project. The misses
 * have a gate. The time that a search and a reranker add to the first token is measured by `npm run bench -- worker`. Run the part
 * `held-back` only when a change is finished: its questions show nothing any more once the search was tuned with them.
 */
export const benchmark: Benchmark = {
  title: 'Retrieval',
  parts: Object.keys(PARTS),
  async run(_size, parts = []) {
    const results: BenchmarkResult[] = [];
    for (const [name, measure] of Object.entries(PARTS))
      if (parts.length === 0 || parts.includes(name)) results.push(...(await measure()));
    console.log('\nWhat a search and a reranker add to the first token: npm run bench -- worker');
    return results;
  },
};

async function measureOwn(): Promise<readonly BenchmarkResult[]> {
  const results: BenchmarkResult[] = [];
  for (const set of QUESTION_SETS) {
    const { questions, sections, hitRateAt1, hitRateAt3, misses } = await measureRetrieval(set);
    for (const { question, found } of misses)
      console.log(`  ${set}, missed: ${question} (${found.join(', ')})`);
    const baseline = `${questions} labelled questions, ${sections.size} sections`;
    results.push(
      { title: `${set}: hit rate at 3`, value: hitRateAt3, unit: '', baseline },
      { title: `${set}: hit rate at 1`, value: hitRateAt1, unit: '', baseline },
      {
        title: `${set}: missed at 3`,
        value: 1 - hitRateAt3,
        unit: '',
        baseline,
        gate: 1 - HIT_RATE_GATES[set],
        goal: 0.1,
      },
    );
  }
  return results;
}

/** Questions of visitors: prints a table by kind of question, and returns the totals. */
async function measureVisitors(isHeldBack: boolean): Promise<readonly BenchmarkResult[]> {
  const database = await strangersDatabase();
  const all = readQuestions('visitors');
  const sections = await sectionsOf(database);
  const unknown = all.flatMap(({ answers }) => answers).filter((id) => !sections.has(id));
  if (unknown.length > 0) throw new Error(`labels without a section: ${unknown.join(', ')}`);
  const questions = all.filter((question) => question.isHeldBack === isHeldBack);
  const ways = await measureWays(database, questions);
  const name = isHeldBack ? 'visitors, held back' : 'visitors, tuned';
  console.log(
    `\n${name}: hits at 3 and MRR; for what the documents do not answer, how often nothing was found`,
  );
  console.log(formatWays(ways, isHeldBack));
  return ways.map(({ name: way, quality }) => {
    const { hits = 0, questions: asked = 1 } = quality.get('all') ?? {};
    const baseline = `${asked} labelled questions, ${sections.size} sections`;
    return { title: `${name}: hit rate at 3, ${way}`, value: hits / asked, unit: '', baseline };
  });
}

async function measureStrangers(isHeldBack: boolean): Promise<readonly BenchmarkResult[]> {
  return [...(await measureVisitors(isHeldBack)), ...(await measureAnswers(isHeldBack))];
}

/** The question sets of `ANSWERABLE_SETS`, each of whose questions some page answers. */
async function measureAnswers(isHeldBack: boolean): Promise<readonly BenchmarkResult[]> {
  const results: BenchmarkResult[] = [];
  for (const set of ANSWERABLE_SETS) {
    const questions = readQuestions(set).filter((question) => question.isHeldBack === isHeldBack);
    if (questions.length === 0) continue;
    const database = set.includes('-own') ? ownDatabase() : await strangersDatabase();
    const findings = await findAnswers(questions, findIn(database, { acceptsAll: true }));
    const value = hitRateAt(
      3,
      findings.map(({ rank }) => rank),
    );
    results.push({
      title: `${set}: hit rate at 3`,
      value,
      unit: '',
      baseline: `${questions.length} questions`,
    });
  }
  return results;
}

/** How much the visitor's page helps the search. Without the questions that are held back. */
async function measurePage(): Promise<readonly BenchmarkResult[]> {
  const own = ownDatabase();
  const visitors = readQuestions('visitors').filter(({ isHeldBack }) => !isHeldBack);
  const sets = [
    ...QUESTION_SETS.map((set) => ({ set, database: own, questions: readQuestions(set) })),
    { set: 'visitors, tuned', database: await strangersDatabase(), questions: visitors },
  ];
  const results: BenchmarkResult[] = [];
  for (const { set, database, questions } of sets) {
    const hits = await measurePageContext(database, questions);
    results.push({
      title: `${set}: hits at 3 lost on a wrong page`,
      value: hits.withoutPage - Math.min(...hits.onWrongPages),
      unit: '',
      baseline: `${hits.withoutPage} of ${hits.questions} without a page, ${hits.onRightPage} on the right one, ${hits.onWrongPages.join(', ')} on five wrong ones, ${hits.onNearestWrongPage} on the wrong one that just missed three`,
      gate: 0,
    });
  }
  return results;
}

async function measureCitations(): Promise<readonly BenchmarkResult[]> {
  const invented = await findInventedIn(await strangersDatabase(), ANSWERS);
  for (const fault of invented) console.log(`  invented: ${fault}`);
  return [
    {
      title: 'citations invented without a model',
      value: invented.length,
      unit: '',
      baseline: `${ANSWERS} answers`,
      gate: 0,
    },
  ];
}

async function measureRows(): Promise<readonly BenchmarkResult[]> {
  const rows = await countRowsRead(60);
  return [
    {
      title: 'rows of the database read for a question',
      value: rows.reduce((sum, count) => sum + count, 0) / rows.length,
      unit: '',
      baseline: `${Math.max(...rows)} at most, of ${rows.length} questions; D1's free plan has 5 million a day`,
      gate: 100,
    },
  ];
}
