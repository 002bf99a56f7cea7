import { existsSync, readFileSync, statSync } from 'node:fs';
import * as v from 'valibot';

/** A question of the owner's, and where its answer stands. */
export interface AskedQuestion {
  readonly question: string;
  /** The page with the answer: its address, or the end of it, such as `returns` for `/docs/returns`. */
  readonly page: string;
  /** The heading over the answer, or its anchor; any of the page when there is none. */
  readonly heading?: string | undefined;
  /** The line of the file on which the question begins, from 1. */
  readonly line: number;
}

const Text = v.pipe(v.string('must be a text in quotes'), v.trim(), v.nonEmpty('must not be empty'));
/** Refuses a misspelt address such as `htp://x y`: no page would ever match it. */
const Page = v.pipe(
  Text,
  v.check(
    (page) => !page.includes('://') || (/^https?:/i.test(page) && URL.canParse(page)),
    'is no address with https:',
  ),
);
const Entry = v.strictObject({ question: Text, page: Page, heading: v.optional(Text) }, 'must be an object');
const EXPECTED_FORM = 'a list such as [{ "question": "…", "page": "…" }]';
const FIELDS = Object.keys(Entry.entries);

/**
 * Reads a file of questions: `[{ "question": "…", "page": "…", "heading": "…" }]`, where `heading` may be left out. Throws an Error
 * that names each line and field that is wrong.
 *
 * @example
 * readAskedQuestions('questions.json');
 * // [{ question: 'What does a return cost?', page: '/docs/returns', heading: 'Costs', line: 2 }]
 */
export function readAskedQuestions(file: string): readonly AskedQuestion[] {
  if (!existsSync(file)) throw new Error(`there is no file ${file}`);
  if (statSync(file).isDirectory()) throw new Error(`${file} is a folder: name the file in it`);
  const text = decode(readFileSync(file));
  const entries = parseList(text, file);
  const lines = linesOfEntries(text);
  const faults: string[] = [];
  const questions = entries.flatMap((entry, index) => {
    const line = lines[index] ?? 1;
    const { success, output, issues } = v.safeParse(Entry, entry);
    if (success) return [{ ...output, line }];
    faults.push(...issues.map((issue) => `${file}:${line}: ${faultOf(issue)}`));
    return [];
  });
  if (faults.length > 0) throw new Error(faults.join('\n'));
  if (questions.length === 0) throw new Error(`${file} has no questions`);
  return questions;
}

/** Programs on Windows begin a file with a byte order mark, and some write the output of a command as UTF-16. */
function decode(bytes: Buffer): string {
  return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
}

function parseList(text: string, file: string): readonly unknown[] {
  if (text.trim() === '') throw new Error(`${file} is empty: write ${EXPECTED_FORM}`);
  // The file may be a table of Excel, or a list with one question on each line.
  if (!text.trimStart().startsWith('[')) throw new Error(`${file}:1: must be ${EXPECTED_FORM}, as JSON`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Where the text ends too early, the message of V8 names no position.
    const position = Number(/at position (\d+)/.exec(message)?.[1] ?? text.trimEnd().length);
    throw new Error(`${file}:${lineAt(text, position)}: no JSON: ${message}`, { cause: error });
  }
  return Array.isArray(json) ? json : [];
}

function faultOf(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue);
  if (field === null) return issue.message;
  if (!FIELDS.includes(field)) return `there is no field "${field}": the fields are ${FIELDS.join(', ')}`;
  return issue.received === 'undefined' ? `"${field}" is missing` : `"${field}" ${issue.message}`;
}

/**
 * The line on which each element of a valid JSON list begins: where the first token stands after the `[` of the list, or after a
 * comma between its elements.
 */
function linesOfEntries(text: string): readonly number[] {
  const lines: number[] = [];
  let depth = 0;
  let isAwaited = false;
  for (const { 0: token, index } of text.matchAll(/"(?:\\.|[^"\\])*"|[[\]{},]|[^\s"[\]{},]+/g)) {
    const closes = token === ']' || token === '}';
    if (isAwaited && !closes) lines.push(lineAt(text, index));
    if (closes) depth -= 1;
    else if (token === '[' || token === '{') depth += 1;
    isAwaited = depth === 1 && (token === ',' || (token === '[' && lines.length === 0));
  }
  return lines;
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
