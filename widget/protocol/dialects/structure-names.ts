/** What the name of an object, or the key of a value, says about its content. `other`: not part of the answer. */
export type NameKind = 'text' | 'neutral' | 'thought' | 'source' | 'start' | 'end' | 'error' | 'other';

/** Words that mean text of the answer. */
const TEXT =
  'text|token|content|delta|chunk|message|answer|completion|generation|response|reply|output|item|inform';
const ANSWERER = 'assistant|ai|bot';
/** Words for units as large as an answer: such a unit's start and end are those of the answer. */
const WHOLE =
  'agent|chat|conversation|crew|event|execution|final|flow|generation|interaction|of|on|response|result|run|stream|streaming|thread|turn|workflow';
/** Words without a meaning of their own. */
const NEUTRAL =
  'activity|client|custom|data|entry|generating|generic|llm|markdown|model|new|next|openai|raw|str|trace|update|updated';
/** Words that may only stand beside a word of text: a `step` or a `state` alone is no text. */
const ONLY_BESIDE_TEXT = 'add|block|fulfillment|generated|part|partial|plain|state|step|structured|summary';
const START = 'start|started|begin|created|opened';
const END = 'close|closed|complete|completed|done|end|ended|finish|finished|stop|stopped';
const ERROR = 'error|fail|failed|failure|exception';
const THOUGHT = 'reasoning|thinking|thought|think';
const SOURCE = 'annotation|citation|cited|doc|document|reference|search|source|retrieved|retriever|resource';

const only = (words: string): RegExp => new RegExp(`^(?:${words})$`);
const KNOWN = only([TEXT, ANSWERER, WHOLE, NEUTRAL, ONLY_BESIDE_TEXT, START, END].join('|'));
const IS = {
  text: only(TEXT),
  named: only(`${TEXT}|${ANSWERER}`),
  whole: only(`${WHOLE}|assistant|bot|message`),
  start: only(START),
  end: only(END),
  error: only(ERROR),
  beside: only(ONLY_BESIDE_TEXT),
  thought: only(THOUGHT),
  source: only(SOURCE),
};

/** Splits a name into words: `AIMessageChunk` is "AI Message Chunk". */
const WORDS = /[A-Z]?[a-z\d]+|[A-Z]+(?![a-z])/g;

const kindsOfKeys = new Map<string, NameKind>();

/**
 * The kind that a name stands for.
 *
 * @example
 * kindOfName('conversation.message.delta'); // 'text'
 * kindOfName('TEXT_CHUNK'); // 'text'
 * kindOfName('chat.end'); // 'end'
 * kindOfName('message.end'); // 'text': another message may follow
 * kindOfName('tool_response'); // 'other'
 */
export function kindOfName(name: string): NameKind {
  const words = toWords(name);
  const some = (test: RegExp): boolean => words.some((word) => test.test(word));
  const isOnly = (...tests: readonly RegExp[]): boolean =>
    words.every((word) => tests.some((test) => test.test(word)));
  if (some(IS.error) && isOnly(IS.error, IS.whole)) return 'error';
  if (some(IS.thought) && isOnly(IS.thought, IS.text, IS.beside)) return 'thought';
  if (some(IS.source) && isOnly(IS.source, KNOWN)) return 'source';
  if (!isOnly(KNOWN)) return 'other';
  if (words.length > 0 && !words.includes('message')) {
    if (some(IS.end) && isOnly(IS.end, IS.whole)) return 'end';
    if (some(IS.start) && isOnly(IS.start, IS.whole)) return 'start';
  }
  if (some(IS.named)) return 'text';
  return some(IS.beside) && !some(IS.start) ? 'other' : 'neutral';
}

/** The kind of value that a key names: `text`, `thought`, `source` or `other`. Cached, because each frame has the same keys. */
export function kindOfKey(key: string): NameKind {
  const known = kindsOfKeys.get(key) ?? readKey(key);
  if (kindsOfKeys.size < 500) kindsOfKeys.set(key, known);
  return known;
}

function readKey(key: string): NameKind {
  const words = toWords(key);
  const kind = words.some((word) => IS.error.test(word)) ? 'other' : kindOfName(key);
  if (kind === 'thought' || kind === 'source') return kind;
  return kind !== 'other' && words.some((word) => IS.text.test(word)) ? 'text' : 'other';
}

function toWords(name: string): readonly string[] {
  return (name.match(WORDS) ?? []).map((word) => word.toLowerCase().replace(/(?<=\w{3})s$/, ''));
}
