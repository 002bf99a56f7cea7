import { type ChatMessage, type FilePart, filesOf, type Part, textOf } from './chat-message.ts';

/** A text with its files. */
export interface WholeQuestion {
  readonly text: string;
  readonly files: readonly FilePart[];
}

/** What a visitor asks: a text alone, or with files. */
export type Question = string | WholeQuestion;

/**
 * A question with its files, and without white space around its text.
 *
 * @example
 * wholeQuestion('  Hi '); // { text: 'Hi', files: [] }
 */
export function wholeQuestion(question: Question): WholeQuestion {
  const { text, files } = typeof question === 'string' ? { text: question, files: [] } : question;
  return { text: text.trim(), files };
}

/**
 * A question as the parts of a message; none for one that asks nothing.
 *
 * @example
 * questionParts({ text: 'What is it?', files: [{ type: 'file', url: '', mediaType: 'image/png', id: 'f1' }] });
 * // [{ type: 'text', text: 'What is it?' }, { type: 'file', url: '', mediaType: 'image/png', id: 'f1' }]
 */
export function questionParts(question: Question): readonly Part[] {
  const { text, files } = wholeQuestion(question);
  return [...(text === '' ? [] : [{ type: 'text', text } as const]), ...files];
}

/** What a message of the visitor asks. */
export function questionOf(message: Pick<ChatMessage, 'parts'>): WholeQuestion {
  return { text: textOf(message), files: filesOf(message) };
}
