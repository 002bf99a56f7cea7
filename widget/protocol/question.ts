import { type ChatMessage, type FilePart, filesOf, type Part, textOf } from './chat-message.ts';

/** The text and the files of a question. */
export interface WholeQuestion {
  readonly text: string;
  readonly files: readonly FilePart[];
}

/** A question: its text alone, or text with files. */
export type Question = string | WholeQuestion;

/**
 * A question as an object, with its text trimmed.
 *
 * @example
 * wholeQuestion('  Hi '); // { text: 'Hi', files: [] }
 */
export function wholeQuestion(question: Question): WholeQuestion {
  const { text, files } = typeof question === 'string' ? { text: question, files: [] } : question;
  return { text: text.trim(), files };
}

/**
 * A question as the parts of a message; no parts for an empty question.
 *
 * @example
 * questionParts({ text: 'What is it?', files: [{ type: 'file', url: '', mediaType: 'image/png', id: 'f1' }] });
 * // [{ type: 'text', text: 'What is it?' }, { type: 'file', url: '', mediaType: 'image/png', id: 'f1' }]
 */
export function questionParts(question: Question): readonly Part[] {
  const { text, files } = wholeQuestion(question);
  return [...(text === '' ? [] : [{ type: 'text', text } as const]), ...files];
}

/** The question in a message of the visitor. */
export function questionOf(message: Pick<ChatMessage, 'parts'>): WholeQuestion {
  return { text: textOf(message), files: filesOf(message) };
}
