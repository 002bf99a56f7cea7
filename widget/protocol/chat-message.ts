/** Who wrote a message. System, tool and developer roles exist only on the server. */
export type ChatRole = 'user' | 'assistant';

/**
 * The state of a message. `complete`; `streaming` while it grows; `stopped` by the visitor; `truncated` when the stream ended
 * without its end mark, or the model reached its token limit; `failed` when the backend reported an error. A `failed` message
 * of the visitor got no answer at all and is left out of later requests. A `waiting` message is still to be sent: after the
 * answer that streams, or when the device is online again.
 */
export type MessageStatus = 'complete' | 'streaming' | 'stopped' | 'truncated' | 'failed' | 'waiting';

/** Markdown text. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** A document that an answer is based on. All fields are untrusted text; `url` may be empty. */
export interface Source {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

/** A {@link Source} as part of a message, in citation order: the first source part is [1]. */
export interface SourcePart extends Source {
  readonly type: 'source';
}

/** The model's thinking, kept apart from the answer and never sent back. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
}

/**
 * The state of a tool call. `waiting`: it needs an approval, or the page has to run it. `denied`: it was not allowed to run.
 * In a message that no longer streams, `running` means that nobody has reported how the call ended.
 */
export type ToolState = 'running' | 'waiting' | 'done' | 'failed' | 'denied';

/** A tool call as the backend described it, never sent back. All fields are untrusted. */
export interface ToolPart {
  readonly type: 'tool';
  /** Unique within the turn. May be missing in messages that a page provides. */
  readonly id?: string;
  readonly name: string;
  readonly state?: ToolState;
  readonly title?: string;
  readonly input?: unknown;
  readonly output?: unknown;
}

/** What an answer waits for: approval of a tool of the backend, a tool of the page, or the answer to a question. */
export type InterruptKind = 'approval' | 'tool' | 'question';

/**
 * `waiting` for the visitor; `allowed` or `refused` by the visitor; `answered` with `answer`; `failed` where a tool of the
 * page threw. `closed`: cannot be answered, because its input is too long to be shown completely, or the backend changed it.
 */
export type InterruptState = 'waiting' | 'allowed' | 'refused' | 'answered' | 'failed' | 'closed';

/**
 * Something that the visitor has to allow, or somebody has to do or say, before an answer continues. All fields except
 * `state`, `answer` and `isSent` are untrusted.
 */
export interface InterruptPart {
  readonly type: 'interrupt';
  /** The id with which the answer is sent back; unique within the message. */
  readonly id: string;
  readonly kind: InterruptKind;
  /** The question in the backend's words; without such words, the name of the tool. */
  readonly title: string;
  /** The id of the tool call. */
  readonly callId?: string;
  /** The tool's name. */
  readonly name?: string;
  /** The complete input of the tool. An approval allows exactly this input. */
  readonly input?: unknown;
  /** JSON Schema for the answer. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly state: InterruptState;
  /** The visitor's answer, or the result of the page's tool. */
  readonly answer?: unknown;
  /** Whether the backend has received the answer; it is sent once. */
  readonly isSent?: true;
  /** Fields that are sent back to the backend unchanged. */
  readonly returned?: Readonly<Record<string, unknown>>;
}

/** A file of a message: a picture, or a link. All fields are untrusted. */
export interface FilePart {
  readonly type: 'file';
  /**
   * Empty where the file cannot be opened. A `blob:` address is valid only on the page that made it. In a question: a small
   * preview of the picture.
   */
  readonly url: string;
  readonly mediaType: string;
  readonly name?: string;
  /** In bytes. */
  readonly size?: number;
  /** In a question: the id of the original file, which the browser stores beside the conversation. */
  readonly id?: string;
}

/**
 * One piece of a message, in the order in which the pieces came. Parts of an unknown type are stored unchanged and not shown.
 *
 * @example
 * const parts: Part[] = [
 *   { type: 'text', text: 'Returns are free [1].' },
 *   { type: 'source', id: 'a', title: 'Returns', url: 'https://shop.example/returns', snippet: '' },
 * ];
 */
export type Part = TextPart | SourcePart | ReasoningPart | ToolPart | FilePart | InterruptPart;

/**
 * One message of the transcript: plain JSON, safe to store and to send between tabs.
 *
 * @example
 * const question: ChatMessage = {
 *   id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hi' }], status: 'complete', createdAt: Date.now(),
 * };
 */
export interface ChatMessage {
  /** Unique within the conversation. */
  readonly id: string;
  readonly role: ChatRole;
  readonly parts: readonly Part[];
  readonly status: MessageStatus;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The backend's id of the turn that made this message; feedback is sent with it. */
  readonly queryId?: string;
  /** The backend's own id of the conversation, as its answer gave it. The next question is sent with it. */
  readonly threadId?: string | undefined;
  /** The visitor's rating of this answer. */
  readonly feedback?: 1 | -1;
  /** Whether the backend found nothing that answers the question. */
  readonly isUnsure?: boolean;
  /** Whether the format of the answer has no end mark: if the text ends in mid-sentence, it may have been cut. */
  readonly isUnmarked?: boolean | undefined;
  /** Questions that the backend suggests after this answer. */
  readonly suggestions?: readonly string[];
}

/** A message as it travels to a backend. */
export interface WireMessage {
  readonly role: ChatRole;
  /** The text of the message. */
  readonly content: string;
  /** Files of a question. In a request each has its content: a `data:` address, or the result of `upload`. */
  readonly files?: readonly FilePart[];
}

const PARAGRAPH_BREAK = '\n\n';

/**
 * The text of a message: its text parts joined. Text parts with something else between them, such as thoughts, become
 * paragraphs: `["One.", thoughts, "Two."]` is `One.\n\nTwo.`
 *
 * @example
 * textOf({ parts: [{ type: 'text', text: 'One.' }, { type: 'reasoning', text: 'Hm' }, { type: 'text', text: 'Two.' }] });
 * // 'One.\n\nTwo.'
 */
export function textOf({ parts }: Pick<ChatMessage, 'parts'>): string {
  let text = '';
  let gap = '';
  for (const part of parts) {
    if (part.type !== 'text') {
      if (part.type !== 'source' && text) gap = PARAGRAPH_BREAK;
    } else if (part.text) {
      text += gap + part.text;
      gap = '';
    }
  }
  return text;
}

/**
 * Whether an answer needs, or has needed, somebody to decide: it has an interrupt in any state, or a tool call that waits.
 *
 * @example
 * isAsking({ parts: [{ type: 'tool', name: 'cancel_order', state: 'waiting' }] }); // true
 */
export function isAsking({ parts }: Pick<ChatMessage, 'parts'>): boolean {
  return parts.some(
    (part) => part.type === 'interrupt' || (part.type === 'tool' && part.state === 'waiting'),
  );
}

/** Whether an answer has content: text, a file, or a question to the visitor. */
export function saysSomething(answer: Pick<ChatMessage, 'parts'>): boolean {
  return textOf(answer) !== '' || isAsking(answer) || hasFile(answer);
}

/** Whether a message has a file. */
export function hasFile(message: Pick<ChatMessage, 'parts'>): boolean {
  return filesOf(message).length > 0;
}

/** The files of a message. */
export function filesOf({ parts }: Pick<ChatMessage, 'parts'>): readonly FilePart[] {
  return parts.filter((part) => part.type === 'file');
}

/**
 * The sources of a message in citation order.
 *
 * @example
 * const source = { type: 'source', id: 'a', title: 'Returns', url: '', snippet: '' } as const;
 * sourcesOf({ parts: [{ type: 'text', text: 'Free [1].' }, source] }); // [source]
 */
export function sourcesOf(message: Pick<ChatMessage, 'parts'>): readonly SourcePart[] {
  return message.parts.filter((part) => part.type === 'source');
}
