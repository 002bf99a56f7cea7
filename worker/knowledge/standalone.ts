import type { Database } from '../env.ts';
import { log } from '../log.ts';
import { askBriefly } from '../turn/ask-briefly.ts';
import type { Model, Passage } from '../model-port.ts';
import type { Search } from '../ports.ts';
import { languageOf, isFollowUpQuestion, questionsOf } from './languages.ts';
import { termsOf } from './terms.ts';

const MAX_TOKENS = 32;
const MAX_CHARACTERS = 200;
/** How many messages before the question the model is sent, and how many characters of each. */
const MAX_MESSAGES = 4;
const MESSAGE_CHARACTERS = 500;
/** How many passages tell the language of the documents. */
const SAMPLE_PASSAGES = 5;
/** How many words of the last question before are added to a follow-up. */
const SUBJECT_WORDS = 6;

const ROLE = 'You write queries for the search among the documents of a website.';

/** What it takes to rewrite a question. */
export interface Rewriter {
  readonly model: Model;
  /** How long the model may take; 0: it is not asked. */
  readonly milliseconds: number;
  readonly database: Database;
  /** What the question's own words have found. */
  readonly found: readonly Passage[];
}

/**
 * Rewrites a question for the search: a follow-up ("And for Germany?") with what it refers to, and a question in another language
 * than the documents in their language. Undefined where the question can stay as it is. Where the model is late, fails, or is not
 * asked, a follow-up is searched with words of the question before. Never rejects.
 */
export async function standaloneQuestion(
  search: Pick<Search, 'queryId' | 'messages' | 'signal'>,
  { model, milliseconds, database, found }: Rewriter,
): Promise<string | undefined> {
  const { queryId, messages, signal } = search;
  const question = messages.at(-1)?.content ?? '';
  const before = questionsOf(messages.slice(0, -1));
  const isFollowUp = before.length > 0 && isFollowUpQuestion(question);
  const fallback = isFollowUp ? `${question} ${subjectOf(before)}` : undefined;
  if (milliseconds === 0) return fallback;
  try {
    const spoken = languageOf(question);
    const language = spoken && (await languageOfDocuments(found, database));
    const isForeign = language !== undefined && language !== spoken;
    if (!isFollowUp && !isForeign) return fallback;
    const lines = messages
      .slice(-MAX_MESSAGES - 1)
      .map(({ role, content }) => `${role}: ${content.slice(0, MESSAGE_CHARACTERS)}`);
    const task = `Write what the user wants to know last as one search query: its subject and what is asked about it, in at most 12 words${
      language ? `, in the language "${language}"` : ''
    }. Answer with the query and nothing else.`;
    const content = `<conversation>\n${lines.join('\n')}\n</conversation>\n\n${task}`;
    const request = { queryId, signal, milliseconds, system: ROLE, maxTokens: MAX_TOKENS };
    const answer = await askBriefly(model, { ...request, messages: [{ role: 'user', content }] });
    return readQuery(answer) || fallback;
  } catch (error) {
    log('rewrite-failed', { queryId, detail: String(error) });
    return fallback;
  }
}

/** The query in the answer of a model: its first line that has words, without quotes around it. */
function readQuery(answer: string): string {
  const line = answer.split('\n').find((text) => /[\p{L}\p{N}]/u.test(text)) ?? '';
  return line.replaceAll(/^[^\p{L}\p{N}]+|["'”»]+$/gu, '').slice(0, MAX_CHARACTERS);
}

/** What a follow-up may be about: words of the last question before it that is none. */
function subjectOf(before: readonly string[]): string {
  const last = before.findLast((content) => !isFollowUpQuestion(content)) ?? before.at(-1) ?? '';
  return termsOf(last).slice(0, SUBJECT_WORDS).join(' ');
}

/** The language of the passages that were found, or of the first documents where none was; undefined where they do not tell. */
async function languageOfDocuments(
  found: readonly Passage[],
  database: Database,
): Promise<string | undefined> {
  const passages = found.length > 0 ? found.slice(0, SAMPLE_PASSAGES) : await firstPassagesOf(database);
  return languageOf(passages.map(({ title, text }) => `${title} ${text}`).join(' '));
}

async function firstPassagesOf(database: Database): Promise<readonly Pick<Passage, 'title' | 'text'>[]> {
  const statement = database.prepare('SELECT title, text FROM passage LIMIT ?').bind(SAMPLE_PASSAGES);
  return (await statement.all<Pick<Passage, 'title' | 'text'>>()).results;
}
