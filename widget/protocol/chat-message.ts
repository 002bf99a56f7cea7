/** Who wrote a message. System, tool and developer roles exist only on the server. */
export type ChatRole = 'user' | 'assistant';

/**
 * How a message ended: `complete`; `streaming` while it grows; `stopped` by the visitor;
 * `truncated` when the stream ended without saying so, or the model ran into its token limit; `failed` when the backend reported an error.
 * A `failed` user message got no answer at all and is left out of later requests. A `waiting` one is yet to be sent: after the answer
 * that streams, or when the device is online again.
 */
export type MessageStatus = 'complete' | 'streaming' | 'stopped' | 'truncated' | 'failed' | 'waiting';

/** Markdown text. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** A document the answer was drawn from. All fields are untrusted text; `url` may be empty. */
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
 * How far a tool is. A `waiting` one needs somebody: an approval, or a page that runs it. A `denied` one was not allowed to
 * run. In a message that no longer streams, `running` means that it was started, and that nobody has said how it ended.
 */
export type ToolState = 'running' | 'waiting' | 'done' | 'failed' | 'denied';

/** The use of a tool as the backend described it, never sent back. All fields are untrusted. */
export interface ToolPart {
  readonly type: 'tool';
  /** Unique within the turn. Messages that a page gives may lack it. */
  readonly id?: string;
  readonly name: string;
  readonly state?: ToolState;
  readonly title?: string;
  readonly input?: unknown;
  readonly output?: unknown;
}

/** What an answer waits for: a yes to a tool of the backend, a tool of the page, or an answer to a question. */
export type InterruptKind = 'approval' | 'tool' | 'question';

/**
 * `waiting` for the visitor, `allowed` or `refused` by the visitor, `answered` with `answer`. A tool of the page whose call
 * went wrong has `failed`. A `closed` one cannot be answered: its input cannot be shown whole, or the backend has changed it.
 */
export type InterruptState = 'waiting' | 'allowed' | 'refused' | 'answered' | 'failed' | 'closed';

/** What somebody has to allow, to do or to say before an answer goes on. All fields but `state`, `answer`, `isSent` are untrusted. */
export interface InterruptPart {
  readonly type: 'interrupt';
  /** By which the backend knows its answer; unique within the message. */
  readonly id: string;
  readonly kind: InterruptKind;
  /** What is asked, in the backend's words; else the name of the tool. */
  readonly title: string;
  /** The id of the tool's call. */
  readonly callId?: string;
  /** The tool's name. */
  readonly name?: string;
  /** What the tool is called with, whole: nothing else is allowed by an approval. */
  readonly input?: unknown;
  /** JSON Schema of the answer. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly state: InterruptState;
  /** What the visitor has said, or the tool of the page has given. */
  readonly answer?: unknown;
  /** The backend is told once. */
  readonly isSent?: true;
  /** Fields that the backend wants back as they came. */
  readonly returned?: Readonly<Record<string, unknown>>;
}

/** A file of a message: a picture, or a link. All fields are untrusted. */
export interface FilePart {
  readonly type: 'file';
  /** Empty where it cannot be had; a `blob:` address lasts as long as the page that got it. Of a question: a small picture of it. */
  readonly url: string;
  readonly mediaType: string;
  readonly name?: string;
  /** Bytes. */
  readonly size?: number;
  /** Of a question: names the original, which the browser keeps beside the conversation. */
  readonly id?: string;
}

/**
 * One piece of a message, in the order in which the pieces came. Parts of a type this version does not know are stored as they
 * are and not shown.
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
  /** The backend's id of the turn that made this message, needed for feedback. */
  readonly queryId?: string;
  /** The backend's own name for the conversation, as its answer told it: the next question is sent with it. */
  readonly threadId?: string | undefined;
  /** The visitor's rating of this answer. */
  readonly feedback?: 1 | -1;
  /** The backend found nothing that answers the question. */
  readonly isUnsure?: boolean;
  /** Its format marks no end: where it ends in mid-sentence it may have been cut. */
  readonly isUnmarked?: boolean | undefined;
  /** Questions that may be asked after this answer, as the backend suggests. */
  readonly suggestions?: readonly string[];
}

/** A message as it travels to a backend. */
export interface WireMessage {
  readonly role: ChatRole;
  /** Its text. */
  readonly content: string;
  /** Files of a question. In a request each has its content: a `data:` address, or what `upload` has given. */
  readonly files?: readonly FilePart[];
}

const PARAGRAPH_BREAK = '\n\n';

/**
 * The text of a message: its text parts joined. Parts with something else between them, such as thoughts, are paragraphs of
 * their own: `["One.", thoughts, "Two."]` is `One.\n\nTwo.`
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
 * Whether an answer asks for something, or has, instead of saying it: somebody has to answer, or a tool of it waits.
 *
 * @example
 * isAsking({ parts: [{ type: 'tool', name: 'cancel_order', state: 'waiting' }] }); // true
 */
export function isAsking({ parts }: Pick<ChatMessage, 'parts'>): boolean {
  return parts.some(
    (part) => part.type === 'interrupt' || (part.type === 'tool' && part.state === 'waiting'),
  );
}

/** Whether an answer says something: in words, with a file, or by asking. */
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
