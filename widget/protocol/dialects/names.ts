import { type JsonObject, isObject } from '../json.ts';
import type { Frame } from './frame.ts';

/** Where a frame says what it is. */
const NAME_KEYS = ['type', 'event', 'role', 'object', 'kind'] as const;

/** One of these words stands in every name of text, as in `answer_chunk`. */
const TEXT_WORD =
  /^(?:text|tokens?|content|delta|chunk|message|answer|completion|response|reply|output|item|assistant|ai|bot)$/;

/** These may stand beside it: `final_answer`, `on_llm_new_token`. */
const SIDE_WORD = /^(?:agent|chat|data|final|llm|model|new|on|part|partial|stream|streaming)$/;

/** Names of whoever answers; they are no names of text. */
const ANSWERER = /^(?:agent|assistant|ai|(?:chat)?bot|model)$/i;

const THINKING =
  /^(?:agent[_-]?)?(?:reasoning|thinking|thoughts?)(?:[._-](?:content|delta|chunk|text|token))?$/i;

/** `AIMessageChunk` is "AI Message Chunk". */
const WORDS = /[A-Z]?[a-z\d]+|[A-Z]+(?![a-z])/g;

/**
 * Whether a frame may hold words of the answer: it names itself nothing, or text, or the assistant. A thought, a tool's
 * arguments, a status, a title and the visitor's own words have the same keys for their texts.
 *
 * @example
 * isNamedText(toFrame('{"type":"answer_chunk","text":"Hi"}')); // true
 * isNamedText(toFrame('{"type":"status","text":"Searching"}')); // false
 * isNamedText(toFrame('{"text":"Searching"}', 'status')); // false: the name is that of the SSE event
 */
export function isNamedText({ event, json }: Pick<Frame, 'event' | 'json'>): boolean {
  return (
    (event === undefined || event === 'data' || isTextName(event)) && (!isObject(json) || hasTextNames(json))
  );
}

/**
 * Whether a role is that of the answer, or none is given: `tool` and `user` have no words of the answer.
 *
 * @example
 * isAnswerer('assistant'); // true
 * isAnswerer(null); // true
 * isAnswerer('tool'); // false
 */
export function isAnswerer(role: unknown): boolean {
  return typeof role !== 'string' || role === '' || ANSWERER.test(role);
}

/**
 * Whether a name is one for the model's thinking.
 *
 * @example
 * isThinkingName('reasoning_content'); // true
 * isThinkingName('thinking_start'); // false: its text, if it has one, is a title
 */
export function isThinkingName(name: string | undefined): boolean {
  return name !== undefined && THINKING.test(name);
}

function hasTextNames(json: JsonObject): boolean {
  return NAME_KEYS.every((key) => {
    const name = json[key];
    return typeof name !== 'string' || name === '' || (key === 'role' ? isAnswerer(name) : isTextName(name));
  });
}

function isTextName(name: string): boolean {
  const words = (name.match(WORDS) ?? []).map((word) => word.toLowerCase());
  return (
    words.some((word) => TEXT_WORD.test(word)) &&
    words.every((word) => TEXT_WORD.test(word) || SIDE_WORD.test(word))
  );
}
