import { CSSResultGroup, PropertyValues, ReactiveController, ReactiveElement } from './packages.js';
import {
  ChatError,
  ChatErrorCode,
  ChatMessage,
  ChatRequest,
  ChatRole,
  FinishReason,
  RequestFormat,
  SourcePart,
  Transport,
  Upload,
  Usage,
} from './protocol.js';
type ChatStatus = 'ready' | 'submitted' | 'streaming' | 'error';
interface ResponseEndChange {
  readonly type: 'response-end';
  readonly message: ChatMessage;
  readonly sources: readonly SourcePart[];
  readonly usage: Usage | undefined;
  readonly finishReason: FinishReason | undefined;
  readonly millisecondsToFirstToken: number;
  readonly milliseconds: number;
}
interface PageTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly confirm?: string;
  readonly readOnly?: boolean;
  execute(
    input: unknown,
    options: {
      readonly signal: AbortSignal;
    },
  ): unknown;
}
type Settings = Readonly<Record<string, unknown>>;
interface ElementPreset {
  readonly defaults: Settings;
  readonly turnstileScript?: string;
}
type PluralForms = Readonly<
  Partial<Record<Intl.LDMLPluralRule, string>> & {
    other: string;
  }
>;
interface Strings {
  readonly locale: string;
  readonly openChat: string;
  readonly closeChat: string;
  readonly loadFailed: string;
  readonly reload: string;
  readonly partMissing: string;
  readonly reloadPage: string;
  readonly newAnswers: PluralForms;
  readonly dismiss: string;
  readonly newChat: string;
  readonly history: string;
  readonly noHistory: string;
  readonly unstoredHistory: string;
  readonly storageFull: string;
  readonly storageTooFull: string;
  readonly otherDraft: string;
  readonly useDraft: string;
  readonly pinned: string;
  readonly pin: string;
  readonly rename: string;
  readonly deleteAll: string;
  readonly back: string;
  readonly undo: string;
  readonly newChatBegun: string;
  readonly chatsDeleted: PluralForms;
  readonly save: string;
  readonly print: string;
  readonly copyConversation: string;
  readonly menu: string;
  readonly expand: string;
  readonly shrink: string;
  readonly heading: string;
  readonly greeting: string;
  readonly placeholder: string;
  readonly disclaimer: string;
  readonly privacy: string;
  readonly contact: string;
  readonly message: string;
  readonly charactersLeft: PluralForms;
  readonly charactersOver: PluralForms;
  readonly send: string;
  readonly stop: string;
  readonly attach: string;
  readonly dropFiles: string;
  readonly fileAttached: string;
  readonly fileRemoved: string;
  readonly fileUnsupported: string;
  readonly fileTooLarge: string;
  readonly fileEmpty: string;
  readonly fileUndecodable: string;
  readonly tooManyFiles: string;
  readonly close: string;
  readonly retry: string;
  readonly continue: string;
  readonly continueRequest: string;
  readonly edit: string;
  readonly delete: string;
  readonly cancel: string;
  readonly transcript: string;
  readonly suggestions: string;
  readonly sources: string;
  readonly sourceCount: PluralForms;
  readonly openSource: string;
  readonly youSaid: string;
  readonly assistantSaid: string;
  readonly answering: string;
  readonly readingPages: PluralForms;
  readonly stillWorking: string;
  readonly thinking: string;
  readonly thoughts: string;
  readonly searchingDocuments: string;
  readonly readPages: PluralForms;
  readonly usingTool: string;
  readonly usedTool: string;
  readonly startedTool: string;
  readonly toolWaiting: string;
  readonly toolFailed: string;
  readonly toolDenied: string;
  readonly allowQuestion: string;
  readonly allow: string;
  readonly notNow: string;
  readonly allowed: string;
  readonly yes: string;
  readonly no: string;
  readonly cannotAnswer: string;
  readonly steps: PluralForms;
  readonly toolInput: string;
  readonly toolOutput: string;
  readonly answerReady: string;
  readonly answerStopped: string;
  readonly latest: string;
  readonly newText: string;
  readonly showMore: string;
  readonly showLess: string;
  readonly reconnecting: string;
  readonly queued: string;
  readonly sendNext: string;
  readonly takeBack: string;
  readonly waiting: string;
  readonly stopped: string;
  readonly truncated: string;
  readonly unsent: string;
  readonly undelivered: PluralForms;
  readonly errors: Readonly<Record<ChatErrorCode, string>>;
  readonly rating: string;
  readonly helpful: string;
  readonly notHelpful: string;
  readonly whatWasWrong: string;
  readonly wrong: string;
  readonly incomplete: string;
  readonly offTopic: string;
  readonly comment: string;
  readonly sendComment: string;
  readonly skipComment: string;
  readonly thanks: string;
  readonly feedbackFailed: string;
  readonly questionsLeft: PluralForms;
  readonly noQuestionsLeft: string;
  readonly askAgainAt: string;
  readonly askAgainOn: string;
  readonly askAgainIn: string;
  readonly askAgainNow: string;
  readonly citation: string;
  readonly checking: string;
  readonly solve: string;
  readonly copy: string;
  readonly copyCode: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly copyAnswer: string;
  readonly copyMarkdown: string;
  readonly regenerate: string;
  readonly version: string;
  readonly earlierVersion: string;
  readonly laterVersion: string;
  readonly wrapLines: string;
  readonly code: string;
  readonly table: string;
  readonly taskDone: string;
  readonly taskOpen: string;
  readonly consent: string;
  readonly consentStored: string;
  readonly agree: string;
  readonly agreeToSearch: string;
  readonly withdraw: string;
  readonly forgotten: string;
  readonly search: string;
  readonly searchOrAsk: string;
  readonly askChat: string;
  readonly results: string;
  readonly resultCount: PluralForms;
  readonly searching: string;
  readonly noResults: string;
  readonly corrected: string;
  readonly searchFailed: string;
  readonly searchOffline: string;
  readonly recentSearches: string;
  readonly toChat: string;
  readonly questionWords: readonly string[];
  readonly humanPhrases: readonly string[];
}
type StringOverrides = Partial<Omit<Strings, 'errors' | 'locale' | 'humanPhrases' | 'questionWords'>> & {
  readonly errors?: Partial<Record<ChatErrorCode, string>>;
};
type Resolvable<T> = T | (() => T | Promise<T>);
declare abstract class PresetElement extends ReactiveElement {
  static environment: ElementPreset;
  constructor();
}
declare abstract class ChatSettingsElement extends PresetElement {
  endpoint: string;
  mode: 'floating' | 'inline' | 'page' | 'search';
  hotkey: string;
  openOn: string;
  searchEndpoint: string;
  open: boolean;
  disabled: boolean;
  position: 'bottom-end' | 'bottom-start';
  heading: string;
  subtitle: string;
  avatar: string;
  greeting: string;
  placeholder: string;
  disclaimer: string;
  launcherLabel: string;
  teaser: string;
  teaserDelay: number;
  suggestions: string | readonly string[];
  accent: string;
  theme: 'auto' | 'system' | 'light' | 'dark';
  font: 'system' | 'inherit';
  lang: string;
  instance: string;
  persist: 'session' | 'local' | 'none';
  history: 'on' | 'off';
  consent: 'none' | 'before-first-message';
  recording: 'off' | 'on';
  pageContext: string | readonly string[];
  attachments: string | readonly string[];
  privacyUrl: string;
  contactUrl: string;
  requestFormat: RequestFormat;
  requestBody: string;
  showTools: 'line' | 'details' | 'none';
  feedbackUrl: string;
  historyLimit: number;
  stallTimeout: number;
  imageSources: string | readonly string[];
  turnstileSitekey: string;
  loading: 'lazy' | 'idle' | 'eager';
  headers: Resolvable<Record<string, string>> | undefined;
  body: Resolvable<Record<string, unknown>> | undefined;
  credentials: Resolvable<'same-origin' | 'include' | 'omit'>;
  strings: StringOverrides | undefined;
  tools: readonly PageTool[] | undefined;
  upload: Upload | undefined;
  transport: Transport | undefined;
}
type MessageInput =
  | ChatMessage
  | {
      readonly role: ChatRole;
      readonly content: string;
    };
interface FailureWords {
  readonly loadFailed: string;
  readonly reload: string;
  readonly language: string;
}
interface ChatPanel {
  readonly status: ChatStatus;
  readonly error: ChatError | null;
  readonly messages: readonly ChatMessage[];
  readonly isStored: boolean;
  readonly strings: Strings;
  draft: string;
  ready(): Promise<void>;
  setMessages(messages: readonly MessageInput[]): void;
  send(text: string): Promise<void>;
  attach(files: readonly File[], text?: string): Promise<void>;
  stop(): void;
  retry(): Promise<void>;
  regenerate(): Promise<void>;
  edit(id: string, text: string): Promise<void>;
  continue(): Promise<void>;
  clear(): void;
  openSearch(dialog: SearchDialog): Promise<void>;
  focus(): void;
  update(hasNewSettings: boolean): void;
  updated(): void;
  dispose(): void;
}
interface LoadingPanel {
  readonly box: HTMLInputElement;
  showLoading(): void;
  readonly strings: FailureWords;
  show(content: HTMLElement): void;
}
interface Notices {
  addUnread(): void;
  showTeaser(): void;
}
interface SearchDialog {
  readonly dialog: HTMLDialogElement;
  readonly field: HTMLInputElement;
  readonly cancel: HTMLElement;
  readonly view: HTMLElement;
  close(): void;
}
interface SearchOpener {
  open(text?: string): void;
}
declare class ChatStorage implements ReactiveController {
  #private;
  constructor(host: ChatSettingsElement, handleForgotten: () => void);
  get isAllowed(): boolean;
  get wasForgotten(): boolean;
  get tab(): Storage;
  get kept(): Storage;
  allow(): void;
  withdraw(): void;
  hostUpdate(): void;
  hostDisconnected(): void;
}
type ColorScheme = 'light' | 'dark';
interface LauncherHost<Host> extends ChatSettingsElement {
  readonly hasBackend: boolean;
  readonly isFloating: boolean;
  readonly environment: {
    readonly loadLauncher: () => Promise<{
      attachLauncher(host: Host): LoadingPanel;
    }>;
  };
}
declare class LauncherLoader<Host extends LauncherHost<Host>> implements ReactiveController {
  #private;
  current: LoadingPanel | undefined;
  constructor(host: Host);
  load(): Promise<LoadingPanel | undefined>;
  takeKey(): KeyboardEvent | undefined;
  hostUpdated(): void;
  hostDisconnected(): void;
}
declare class PartLoader<T> {
  #private;
  constructor(create: () => Promise<T>);
  load(): Promise<T | undefined>;
}
declare class NoticesLoader extends PartLoader<Notices> {
  hasOpened: boolean;
}
interface ChatHost extends ChatSettingsElement {
  readonly environment: ElementEnvironment;
  readonly panelContainer: HTMLElement;
  readonly language: string;
  readonly colorScheme: ColorScheme;
  readonly hasBackend: boolean;
  readonly canAnswer: boolean;
  readonly isFloating: boolean;
  isInDialog: boolean;
  readonly launcher: LauncherLoader<ChatHost>;
  readonly notices: NoticesLoader;
  readonly searching: PartLoader<SearchOpener>;
  readonly storage: ChatStorage;
  show(): void;
  hide(): void;
  restoreOpen(): void;
  loadPanel(): Promise<ChatPanel | undefined>;
  checkColorScheme(): void;
}
interface PanelModule {
  createPanel(host: ChatHost): Promise<ChatPanel>;
}
interface NoticesModule {
  createNotices(host: ChatHost): Notices;
}
interface SearchModule {
  attachSearch(host: ChatHost): SearchOpener;
}
interface LauncherModule {
  attachLauncher(host: ChatHost): LoadingPanel;
}
interface ElementEnvironment extends ElementPreset {
  readonly loadPanel: () => Promise<PanelModule>;
  readonly loadNotices: () => Promise<NoticesModule>;
  readonly loadSearch: () => Promise<SearchModule>;
  readonly loadLauncher: () => Promise<LauncherModule>;
}
interface SendOptions {
  readonly draft?: boolean;
  readonly files?: readonly File[];
}
declare class CfAiChatElement extends ChatSettingsElement implements ChatHost {
  #private;
  static environment: ElementEnvironment;
  static styles: CSSResultGroup;
  static readonly connected: Set<CfAiChatElement>;
  readonly storage: ChatStorage;
  readonly launcher: LauncherLoader<ChatHost>;
  readonly notices: NoticesLoader;
  readonly searching: PartLoader<SearchOpener>;
  isInDialog: boolean;
  constructor();
  get status(): ChatStatus;
  get error(): ChatError | null;
  get online(): boolean;
  get messages(): readonly ChatMessage[];
  set messages(messages: readonly MessageInput[]);
  get draft(): string;
  set draft(text: string);
  get environment(): ElementEnvironment;
  get language(): string;
  get colorScheme(): ColorScheme;
  checkColorScheme(): void;
  get hasBackend(): boolean;
  get canAnswer(): boolean;
  get isFloating(): boolean;
  get panelContainer(): HTMLElement;
  restoreOpen(): void;
  loadPanel(): Promise<ChatPanel | undefined>;
  show(): void;
  hide(): void;
  toggle(): void;
  send(text: string, options?: SendOptions): Promise<void>;
  attach(files: readonly File[]): Promise<void>;
  stop(): void;
  retry(): Promise<void>;
  regenerate(): Promise<void>;
  edit(id: string, text: string): Promise<void>;
  continue(): Promise<void>;
  clear(): void;
  focus(options?: FocusOptions): void;
  search(text?: string): void;
  connectedCallback(): void;
  disconnectedCallback(): void;
  protected update(changed: PropertyValues<this>): void;
  protected updated(changed: PropertyValues<this>): void;
}
declare const NativeEvent: typeof Event;
type EventName = `cf-ai-chat-${string}`;
declare abstract class ChatElementEvent<Name extends EventName = EventName> extends NativeEvent {
  constructor(type: Name, init?: EventInit);
}
type PlainEventName =
  | 'cf-ai-chat-show'
  | 'cf-ai-chat-hide'
  | 'cf-ai-chat-after-show'
  | 'cf-ai-chat-after-hide'
  | 'cf-ai-chat-ready'
  | 'cf-ai-chat-clear';
declare class CfAiChatEvent extends ChatElementEvent<PlainEventName> {}
declare class CfAiChatSendEvent extends ChatElementEvent {
  readonly text: string;
  constructor(text: string);
}
declare class CfAiChatRequestEvent extends ChatElementEvent {
  readonly request: ChatRequest;
  constructor(request: ChatRequest);
}
declare class CfAiChatResponseStartEvent extends ChatElementEvent {
  readonly message: ChatMessage;
  constructor(message: ChatMessage);
}
type ResponseEnd = Omit<ResponseEndChange, 'type'>;
declare class CfAiChatResponseEndEvent extends ChatElementEvent implements ResponseEnd {
  readonly message: ChatMessage;
  readonly sources: readonly SourcePart[];
  readonly usage: Usage | undefined;
  readonly finishReason: FinishReason | undefined;
  readonly millisecondsToFirstToken: number;
  readonly milliseconds: number;
  constructor(end: ResponseEnd);
}
declare class CfAiChatErrorEvent extends ChatElementEvent {
  readonly code: ChatErrorCode;
  readonly error: ChatError;
  constructor(error: ChatError);
}
declare class CfAiChatStopEvent extends ChatElementEvent {
  readonly message: ChatMessage | null;
  constructor(message: ChatMessage | null);
}
declare class CfAiChatStatusChangeEvent extends ChatElementEvent {
  readonly status: ChatStatus;
  constructor(status: ChatStatus);
}
declare class CfAiChatLinkEvent extends ChatElementEvent {
  readonly url: string;
  readonly source: SourcePart | undefined;
  constructor(url: string, source?: SourcePart);
}
declare class CfAiChatApprovalEvent extends ChatElementEvent {
  readonly tool: string;
  readonly input: unknown;
  readonly isAllowed: boolean;
  constructor(tool: string, input: unknown, isAllowed: boolean);
}
declare class CfAiChatAttachEvent extends ChatElementEvent {
  file: File;
  constructor(file: File);
}
declare class CfAiChatContactEvent extends ChatElementEvent {
  readonly url: string;
  readonly transcript: readonly ChatMessage[];
  readonly text: string;
  constructor(url: string, transcript: readonly ChatMessage[], text: string);
}
declare class CfAiChatFeedbackEvent extends ChatElementEvent {
  readonly message: ChatMessage;
  readonly rating: 1 | -1;
  readonly comment: string;
  constructor(message: ChatMessage, rating: 1 | -1, comment: string);
}
interface SearchRequest {
  url: string;
  headers: Record<string, string>;
  credentials: RequestCredentials;
}
declare class CfAiChatSearchEvent extends ChatElementEvent {
  readonly text: string;
  readonly request: SearchRequest | undefined;
  constructor(text: string, request?: SearchRequest);
}
declare class CfAiChatResultEvent extends ChatElementEvent {
  readonly url: string;
  readonly position: number;
  readonly text: string;
  constructor(url: string, position: number, text: string);
}
interface ChatEventMap extends Record<PlainEventName, CfAiChatEvent> {
  'cf-ai-chat-send': CfAiChatSendEvent;
  'cf-ai-chat-request': CfAiChatRequestEvent;
  'cf-ai-chat-response-start': CfAiChatResponseStartEvent;
  'cf-ai-chat-response-end': CfAiChatResponseEndEvent;
  'cf-ai-chat-error': CfAiChatErrorEvent;
  'cf-ai-chat-stop': CfAiChatStopEvent;
  'cf-ai-chat-status-change': CfAiChatStatusChangeEvent;
  'cf-ai-chat-link': CfAiChatLinkEvent;
  'cf-ai-chat-contact': CfAiChatContactEvent;
  'cf-ai-chat-attach': CfAiChatAttachEvent;
  'cf-ai-chat-approval': CfAiChatApprovalEvent;
  'cf-ai-chat-feedback': CfAiChatFeedbackEvent;
  'cf-ai-chat-search': CfAiChatSearchEvent;
  'cf-ai-chat-result': CfAiChatResultEvent;
}
declare global {
  interface HTMLElementEventMap extends ChatEventMap {}
  interface DocumentEventMap extends ChatEventMap {}
}
export {
  CfAiChatApprovalEvent,
  CfAiChatAttachEvent,
  CfAiChatContactEvent,
  CfAiChatElement,
  CfAiChatErrorEvent,
  CfAiChatEvent,
  CfAiChatFeedbackEvent,
  CfAiChatLinkEvent,
  CfAiChatRequestEvent,
  CfAiChatResponseEndEvent,
  CfAiChatResponseStartEvent,
  CfAiChatResultEvent,
  CfAiChatSearchEvent,
  CfAiChatSendEvent,
  CfAiChatStatusChangeEvent,
  CfAiChatStopEvent,
  ChatElementEvent,
  ChatEventMap,
  ChatStatus,
  MessageInput,
  PageTool,
  PlainEventName,
  Resolvable,
  ResponseEnd,
  SendOptions,
  Settings,
  StringOverrides,
};
