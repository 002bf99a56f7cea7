import type { WireMessage } from '../../widget/protocol/chat-message.ts';

/** Words of a language that say nothing about a subject. */
interface Words {
  /** Begin a question that goes on with the one before: "And for Germany?" */
  readonly openers: readonly string[];
  /** Stand for what was spoken of before: "How much is it?" */
  readonly pronouns: readonly string[];
  /** Tell the language, where its script does not. */
  readonly common: readonly string[];
}

/**
 * One language a line: words that begin a follow-up question; pronouns; common words. A word with several uses stands where it does
 * least harm: German "es" and "sie" are not among the pronouns.
 */
const WORD_TABLE = `
en: and or but also so then; it its they them their this that these those he him she her; a the is are do does did can i you my to in of for how what where when which who why not with an your
de: und oder aber auch dann; er ihn ihm dies diese dieser dieses davon dafür damit dazu darin dort daran darauf; der die das den dem ein eine ist sind kann ich wie was wo wann warum welche nicht für mit von zu auf mein meine meinen ihr gibt
fr: et ou mais alors; il elle ils elles ça cela celui celle ceux leur lui; le la l les un une des du est sont peut puis je vous ce mon ma mes qui que quel quelle comment combien où quand pourquoi pour sur avec
es: y o pero entonces; él ella ellos ellas eso esto ese esa esos esas; el la los las un una del es son puedo mi qué cuál cómo cuánto cuándo dónde por para con se al
it: e o ma allora; esso essa lui lei loro questo questa quello quella ciò; il lo la i gli un una di del è sono posso si come quanto quando dove quale quali per con che nel al
pt: e ou mas então; ele ela eles elas isso isto aquilo esse essa dele dela; o a os as um uma do da no na é são posso meu qual como quanto quando onde para com que
ru: и а но или; он она оно они его её ее их ему это этот эта эти там; в на с по для что где как когда какой какая какие сколько можно мне у вас ли
ar: و أو لكن وماذا وهل وكم ومتى وأين; هو هي هم هذا هذه ذلك تلك هناك;
ja: そして それで では じゃあ でも; それ これ あれ その この そこ ここ;
zh: 那 那么 那麼 而 还有 還有; 它 它们 它們 这 這 这个 這個 那个 那個 他们 他們;
ko: 그리고 그럼 그런데; 그것 이것 그거 이거 거기;`;

const LANGUAGES: ReadonlyMap<string, Words> = new Map(
  WORD_TABLE.trim()
    .split('\n')
    .map((line) => {
      const [language = '', words = ''] = line.split(': ');
      const [openers = [], pronouns = [], common = []] = words
        .split(';')
        .map((list) => list.trim().split(' '));
      return [language, { openers, pronouns, common }];
    }),
);

/** Scripts that tell a language. Kana come before Han, which Japanese has, too. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
];

/**
 * The share of letters from which on a script tells the language. Only a fifth of a Japanese question may be kana:
 * `WhatsAppをQRコードでつなぐには`.
 */
const LEAST_SHARE = 0.2;

/** A question with so few words counts as a follow-up, whatever the words are. */
const FEW_WORDS = 3;
/** A question with more words than this says by itself what it is about, though one of them is a pronoun. */
const MAX_WORDS = 8;

/**
 * The language of a text, by its script or its commonest words; undefined where neither tells. Cyrillic is `ru`, Arabic script `ar`.
 *
 * @example
 * languageOf('Wie bette ich das Widget ein?'); // 'de'
 * languageOf('Squarespace'); // undefined
 */
export function languageOf(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const written = SCRIPTS.find(([, script]) => (text.match(script)?.length ?? 0) > letters * LEAST_SHARE);
  if (written) return written[0];
  const spoken = wordsOf(text);
  const counts = [...LANGUAGES.keys()].map((language) => ({
    language,
    count: spoken.filter((word) => isFunctionWord(word, language)).length,
  }));
  const [first, second] = counts.toSorted((a, b) => b.count - a.count);
  return first && first.count > (second?.count ?? 0) ? first.language : undefined;
}

/** Whether a lower-case word says nothing about a subject in this language: `die` in `de`. */
export function isFunctionWord(word: string, language: string): boolean {
  return Object.values(LANGUAGES.get(language) ?? {}).some((words: readonly string[]) =>
    words.includes(word),
  );
}

/**
 * Whether a question can only be understood with the conversation before it: it has three words or fewer, goes on with "and", or is
 * short and has a pronoun.
 *
 * @example
 * isFollowUpQuestion('And for Germany?'); // true
 * isFollowUpQuestion('How much does shipping to Germany cost?'); // false
 */
export function isFollowUpQuestion(question: string): boolean {
  return wordsOf(question).length <= FEW_WORDS || refersBack(question);
}

/**
 * Whether a question goes on with "and", or is short and has a pronoun. "Which permissions does it ask for?" does, "Gift cards?"
 * does not.
 */
export function refersBack(question: string): boolean {
  const spoken = wordsOf(question);
  const { openers = [], pronouns = [] } = LANGUAGES.get(languageOf(question) ?? '') ?? {};
  if (openers.includes(spoken[0] ?? '') || /^(?:what|how) about\b/i.test(question)) return true;
  return spoken.length <= MAX_WORDS && spoken.some((word) => pronouns.includes(word));
}

/** Made once: a new one costs more than to split a question, and each question is split several times. */
const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Words of greetings and thanks, in lower case. */
export const SMALL_TALK: ReadonlySet<string> = new Set(
  'hi hello hey thanks thank you ok okay great bye hallo danke vielen dank bonjour salut merci hola gracias ciao grazie olá obrigado obrigada привет здравствуйте спасибо مرحبا شكرا こんにちは ありがとう 你好 谢谢'.split(
    ' ',
  ),
);

/**
 * Whether a message only greets or thanks.
 *
 * @example
 * isSmallTalk('OK, thank you!'); // true
 * isSmallTalk('OK, and the costs?'); // false
 */
export function isSmallTalk(message: string): boolean {
  const spoken = wordsOf(message);
  return spoken.length > 0 && spoken.every((word) => SMALL_TALK.has(word));
}

/** The questions of a visitor in a conversation, without greetings and thanks. */
export function questionsOf(messages: readonly WireMessage[]): readonly string[] {
  return messages
    .filter(({ role, content }) => role === 'user' && !isSmallTalk(content))
    .map(({ content }) => content);
}

/** The words of a text, also in languages that have no blanks between words. */
function wordsOf(text: string): readonly string[] {
  const segments = SEGMENTER.segment(text.toLowerCase());
  return [...segments].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}
