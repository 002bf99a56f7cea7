import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchDatabase } from '../../worker/knowledge/d1-knowledge.ts';
import { indexedDatabase } from './sqlite-database.ts';

const ROOT = join(import.meta.dirname, '../..');
const QUESTIONS = join(ROOT, 'test/fixtures/retrieval/questions.json');

/** Packages whose documentation is searched beside this project's own. */
const PACKAGES = [
  'axe-core',
  'dompurify',
  'eventsource-parser',
  'minify-literals',
  'openai',
  'remend',
  'valibot',
];

/** A question and the sections that answer it, any of which will do. */
export interface LabelledQuestion {
  readonly question: string;
  readonly answers: readonly string[];
}

/** What searching came to. */
export interface RetrievalQuality {
  readonly questions: number;
  readonly sections: ReadonlySet<string>;
  /** The part of the questions with an answer among the first three, and as the first. */
  readonly hitRateAt3: number;
  readonly hitRateAt1: number;
  /** Questions without an answer among the first three, with what was found instead. */
  readonly misses: readonly { readonly question: string; readonly found: readonly string[] }[];
}

/** A long section is several passages, all of which link to its heading. */
const sectionOf = (id: string): string => id.replace(/~\d+$/, '');

/** The labelled questions. */
export function readQuestions(): readonly LabelledQuestion[] {
  return JSON.parse(readFileSync(QUESTIONS, 'utf8')) as LabelledQuestion[];
}

/** Searches for every labelled question in the documentation of this project and of packages it is built with. */
export async function measureRetrieval(): Promise<RetrievalQuality> {
  const folder = mkdtempSync(join(tmpdir(), 'cf-ai-chat-retrieval-'));
  try {
    mkdirSync(folder, { recursive: true });
    cpSync(join(ROOT, 'worker/knowledge/content'), folder, { recursive: true });
    for (const name of PACKAGES)
      cpSync(join(ROOT, `node_modules/${name}/README.md`), join(folder, `${name}.md`));
    const database = indexedDatabase(folder);
    const everything = await database.prepare('SELECT id FROM passage').bind().all<{ readonly id: string }>();
    const questions = readQuestions();
    const results = await Promise.all(
      questions.map(async ({ question, answers }) => {
        const passages = await searchDatabase(database, question, 'https://docs.example/');
        const found = passages.map(({ id }) => sectionOf(id)).slice(0, 3);
        return { question, found, rank: found.findIndex((id) => answers.includes(id)) };
      }),
    );
    return {
      questions: questions.length,
      sections: new Set(everything.results.map(({ id }) => sectionOf(id))),
      hitRateAt3: results.filter(({ rank }) => rank !== -1).length / questions.length,
      hitRateAt1: results.filter(({ rank }) => rank === 0).length / questions.length,
      misses: results.filter(({ rank }) => rank === -1).map(({ question, found }) => ({ question, found })),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
