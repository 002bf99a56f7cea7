import { readSuggestions } from '../../widget/protocol/dialects/suggestions.ts';
import { parseJson, readList } from '../../widget/protocol/json.ts';

/** `- `, `2. ` or `3) ` before a line of a list. */
const MARKER = /^(?:[-*•]|\d+[.)])\s+/;
/** Quotes and a comma around a line of a JSON list that was cut. */
const QUOTES = /^["'“„«]+|["'”“»]*,?$/g;

/**
 * The questions in a model's answer: a JSON list, with anything around it, or lines.
 *
 * @example
 * readFollowUps('Sure!\n["What does it cost?", "How long?"]'); // ['What does it cost?', 'How long?']
 * readFollowUps('Here are two:\n1. What does it cost?\n2. How long?'); // ['What does it cost?', 'How long?']
 */
export function readFollowUps(text: string): readonly string[] {
  const listed = readSuggestions(
    readList(parseJson(text.slice(text.indexOf('['), text.lastIndexOf(']') + 1))),
  );
  return listed.length > 0 ? listed : readSuggestions(text.split('\n').flatMap(readLine));
}

/** Lines that announce a list (`Here are three:`) and marks around it (`[`, ```) are no questions. */
function readLine(line: string): readonly string[] {
  const text = line.trim().replace(MARKER, '').replaceAll(QUOTES, '').trim();
  return /\p{L}/u.test(text) && !/[:：]$|^```/.test(text) ? [text] : [];
}
