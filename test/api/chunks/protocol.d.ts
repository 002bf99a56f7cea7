declare const SERVER_ERROR_CODES: readonly [
  'bad-request',
  'session-required',
  'origin-refused',
  'challenge-required',
  'too-large',
  'unsupported-content',
  'rate-limited',
  'quota-exceeded',
  'site-limit',
  'model-failed',
  'empty-answer',
  'model-busy',
  'model-timeout',
  'content-filtered',
  'not-configured',
  'internal',
];
declare const CLIENT_ERROR_CODES: readonly [
  'offline',
  'blocked',
  'stalled',
  'truncated',
  'bad-response',
  'file-gone',
  'upload-failed',
];
type ServerErrorCode = (typeof SERVER_ERROR_CODES)[number];
type ChatErrorCode = ServerErrorCode | (typeof CLIENT_ERROR_CODES)[number];
interface FailureFacts {
  readonly status?: number;
  readonly contentType?: string;
  readonly text?: string;
  readonly isChallenge?: boolean;
  readonly setting?: string;
  readonly file?: string;
  readonly address?: string;
}
interface ChatErrorOptions extends ErrorOptions {
  readonly retryAfter?: number | undefined;
  readonly facts?: FailureFacts | undefined;
}
declare class ChatError extends Error {
  readonly name = 'ChatError';
  readonly code: ChatErrorCode;
  readonly retryAfter: number | undefined;
  readonly facts: FailureFacts | undefined;
  constructor(code: ChatErrorCode, message: string, options?: ChatErrorOptions);
}
type ChatRole = 'user' | 'assistant';
type MessageStatus = 'complete' | 'streaming' | 'stopped' | 'truncated' | 'failed' | 'waiting';
interface TextPart {
  readonly type: 'text';
  readonly text: string;
}
interface Source {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}
interface SourcePart extends Source {
  readonly type: 'source';
}
interface ReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
}
type ToolState = 'running' | 'waiting' | 'done' | 'failed' | 'denied';
interface ToolPart {
  readonly type: 'tool';
  readonly id?: string;
  readonly name: string;
  readonly state?: ToolState;
  readonly title?: string;
  readonly input?: unknown;
  readonly output?: unknown;
}
type InterruptKind = 'approval' | 'tool' | 'question';
type InterruptState = 'waiting' | 'allowed' | 'refused' | 'answered' | 'failed' | 'closed';
interface InterruptPart {
  readonly type: 'interrupt';
  readonly id: string;
  readonly kind: InterruptKind;
  readonly title: string;
  readonly callId?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly state: InterruptState;
  readonly answer?: unknown;
  readonly isSent?: true;
  readonly returned?: Readonly<Record<string, unknown>>;
}
interface FilePart {
  readonly type: 'file';
  readonly url: string;
  readonly mediaType: string;
  readonly name?: string;
  readonly size?: number;
  readonly id?: string;
}
type Part = TextPart | SourcePart | ReasoningPart | ToolPart | FilePart | InterruptPart;
interface ChatMessage {
  readonly id: string;
  readonly role: ChatRole;
  readonly parts: readonly Part[];
  readonly status: MessageStatus;
  readonly createdAt: number;
  readonly queryId?: string;
  readonly threadId?: string | undefined;
  readonly feedback?: 1 | -1;
  readonly isUnsure?: boolean;
  readonly isUnmarked?: boolean | undefined;
  readonly suggestions?: readonly string[];
}
interface WireMessage {
  readonly role: ChatRole;
  readonly content: string;
  readonly files?: readonly FilePart[];
}
declare function textOf({ parts }: Pick<ChatMessage, 'parts'>): string;
declare function isAsking({ parts }: Pick<ChatMessage, 'parts'>): boolean;
declare function saysSomething(answer: Pick<ChatMessage, 'parts'>): boolean;
declare function hasFile(message: Pick<ChatMessage, 'parts'>): boolean;
declare function filesOf({ parts }: Pick<ChatMessage, 'parts'>): readonly FilePart[];
declare function sourcesOf(message: Pick<ChatMessage, 'parts'>): readonly SourcePart[];
interface ResumePoint {
  readonly url: string;
  readonly stopUrl?: string;
  readonly queryId?: string;
  readonly after?: number;
  readonly repeated?: {
    readonly text: number;
    readonly reasoning: number;
  };
  readonly at: number;
}
interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}
type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';
interface Session {
  readonly token: string;
  readonly expiresAt: number;
}
interface Quota {
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: number;
}
interface Resumable {
  readonly position?: number;
  readonly resumePoint?: ResumePoint | undefined;
}
interface StartEvent extends Resumable {
  readonly type: 'start';
  readonly queryId?: string;
  readonly session?: Session;
  readonly quota?: Quota;
  readonly links?: {
    readonly feedback?: string; /** A GET of this address with `after`, the number of events received, continues the turn on another connection. */
    readonly resume?: string; /** A POST to this address ends the turn for good. */
    readonly stop?: string;
  };
}
interface SourcesEvent extends Resumable {
  readonly type: 'sources';
  readonly sources: readonly Source[];
}
interface TokenEvent extends Resumable {
  readonly type: 'token';
  readonly token: string;
}
interface ReasoningEvent extends Resumable {
  readonly type: 'reasoning';
  readonly text: string;
}
interface ToolEvent extends Resumable {
  readonly type: 'tool';
  readonly id: string;
  readonly name: string;
  readonly state: ToolState;
  readonly title?: string;
  readonly input?: unknown;
  readonly output?: unknown;
}
interface InterruptEvent extends Resumable {
  readonly type: 'interrupt';
  readonly part: InterruptPart;
}
interface FileEvent extends Resumable {
  readonly type: 'file';
  readonly url: string;
  readonly mediaType: string;
  readonly name?: string;
  readonly size?: number;
}
interface TakeBackEvent extends Resumable {
  readonly type: 'take-back';
  readonly length: number;
  readonly as?: 'reasoning';
  readonly tools?: readonly string[];
}
interface DoneEvent {
  readonly type: 'done';
  readonly queryId?: string;
  readonly finishReason?: FinishReason;
  readonly sources?: readonly Source[];
  readonly quotaRemaining?: number;
  readonly usage?: Usage;
  readonly isUnsure?: boolean;
  readonly isUnmarked?: boolean;
  readonly suggestions?: readonly string[];
  readonly threadId?: string;
}
interface ErrorEvent {
  readonly type: 'error';
  readonly code: ChatErrorCode;
  readonly message: string;
  readonly retryAfter?: number;
}
interface ReconnectingEvent {
  readonly type: 'reconnecting';
}
type ContinuableEvent =
  | StartEvent
  | SourcesEvent
  | TokenEvent
  | ReasoningEvent
  | ToolEvent
  | InterruptEvent
  | FileEvent
  | TakeBackEvent;
type BackendEvent = ContinuableEvent | DoneEvent | ErrorEvent;
type ChatEvent = BackendEvent | ReconnectingEvent;
declare function isEnd(event: ChatEvent | undefined): event is DoneEvent | ErrorEvent;
declare const REQUEST_FORMATS: readonly [
  'messages',
  'openai',
  'openai-responses',
  'prompt',
  'query',
  'ui-message',
  'ag-ui',
  'n8n',
  'dify',
  'chatkit',
  'a2a',
];
type RequestFormat = (typeof REQUEST_FORMATS)[number];
type UploadedFile =
  | {
      readonly url: string;
    }
  | {
      readonly id: string;
    };
interface UploadOptions {
  readonly signal: AbortSignal;
  readonly progress: (done: number) => void;
}
type Upload = (file: File, options: UploadOptions) => Promise<UploadedFile>;
interface ChatRequest {
  url: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  credentials: 'same-origin' | 'include' | 'omit';
  readonly encode?: (body: Record<string, unknown>) => FormData;
  readonly messages: readonly WireMessage[];
  readonly key?: string;
  readonly answers?: readonly Readonly<Record<string, unknown>>[];
  readonly replayUrl?: string;
}
type Address = Pick<ChatRequest, 'url' | 'headers' | 'credentials'>;
declare const STOPPED: DOMException;
declare function isSocketUrl(url: string): boolean;
interface Transport {
  send(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatEvent>;
  knowsKeys?(url: string): boolean;
  resume?(address: Address, point: ResumePoint, signal: AbortSignal): AsyncIterable<ChatEvent>;
}
export {
  Address,
  BackendEvent,
  ChatError,
  ChatErrorCode,
  ChatEvent,
  ChatMessage,
  ChatRequest,
  ChatRole,
  ContinuableEvent,
  DoneEvent,
  ErrorEvent,
  FileEvent,
  FilePart,
  FinishReason,
  InterruptEvent,
  InterruptKind,
  InterruptPart,
  InterruptState,
  MessageStatus,
  Part,
  Quota,
  ReasoningEvent,
  ReasoningPart,
  ReconnectingEvent,
  RequestFormat,
  STOPPED,
  Session,
  Source,
  SourcePart,
  SourcesEvent,
  StartEvent,
  TakeBackEvent,
  TextPart,
  TokenEvent,
  ToolEvent,
  ToolPart,
  ToolState,
  Transport,
  Upload,
  Usage,
  WireMessage,
  filesOf,
  hasFile,
  isAsking,
  isEnd,
  isSocketUrl,
  saysSomething,
  sourcesOf,
  textOf,
};
