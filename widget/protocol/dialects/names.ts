import { type JsonObject, isObject } from '../json.ts';
import type { Frame } from './frame.ts';

/** Keys under which a frame says what it is. */
const NAME_KEYS = ['type', 'event', 'role', 'object', 'kind'] as const;

/** At least one of these words stands in every name of text, such as `answer_chunk`. */
const TEXT_WORD =
  /^(?:text|tokens?|content|delta|chunk|message|answer|completion|response|reply|output|item|assistant|ai|bot)$/;

/** Words that may stand beside a word of text: `final_answer`, `on_llm_new_token`. */
const QUALIFIER = /^(?:agent|chat|data|final|llm|model|new|on|part|partial|stream|streaming)$/;

/** Names of the speaker that answers. As a `role` they mean the answer. */
const ANSWERER = /^(?:agent|assistant|ai|(?:chat)?bot|model)$/i;

const THINKING =
  /^(?:agent[_-]?)?(?:reasoning|thinking|thoughts?)(?:[._-](?:content|delta|chunk|text|token))?$/i;

/** Splits a name into words: `AIMessageChunk` is "AI Message Chunk". */
const WORDS = /[A-Z]?[a-z\d]+|[A-Z]+(?![a-z])/g;

/**
 * Whether a frame may hold text of the answer: it has no name, or a name of text or of the assistant. Thoughts, a tool's
 * arguments, a status, a title and the visitor's own words use the same keys for their texts.
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
 * Whether a role is the one that answers, or missing. Text of `tool` and `user` is not part of the answer.
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
 * Whether a name stands for the model's thinking.
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
    words.every((word) => TEXT_WORD.test(word) || QUALIFIER.test(word))
  );
}
