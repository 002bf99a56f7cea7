import type { ChatErrorCode } from '../../protocol/chat-error.ts';

/** One text for each plural category of a language, https://cldr.unicode.org/index/cldr-spec/plural-rules */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** All texts that visitors read or hear, in one language. */
export interface Strings {
  /** The language of the strings. */
  readonly locale: string;

  /** Accessible name of the launcher while the chat is closed. */
  readonly openChat: string;
  /** Accessible name of the launcher while the chat is open, and of the Close button in the panel. */
  readonly closeChat: string;
  /** Shown when the panel's code does not load. */
  readonly loadFailed: string;
  /** Button after `loadFailed`: tries again. */
  readonly reload: string;
  /** Shown when the code of a part does not load, such as the menu's. */
  readonly partMissing: string;
  /** Button after `partMissing`: reloads the whole page. */
  readonly reloadPage: string;

  /** At the closed launcher: the number of unread answers. With `{count}`. */
  readonly newAnswers: PluralForms;
  /** Button that closes the bubble beside the launcher. */
  readonly dismiss: string;

  readonly newChat: string;
  /** Accessible name of the list of earlier conversations, and the menu line that opens it. */
  readonly history: string;
  readonly noHistory: string;
  /** Shown where earlier conversations are lost when the page is left. */
  readonly unstoredHistory: string;
  /** Shown when an earlier conversation was removed because the storage was full. */
  readonly storageFull: string;
  /** Shown when this conversation itself could not be stored. */
  readonly storageTooFull: string;
  /** Shown before a draft from another tab. */
  readonly otherDraft: string;
  /** Button that puts that draft into the text box. */
  readonly useDraft: string;
  /** Heading above the pinned conversations. */
  readonly pinned: string;
  readonly pin: string;
  readonly rename: string;
  readonly deleteAll: string;
  /** Button that closes the list. */
  readonly back: string;
  /** Button that undoes the reported action. */
  readonly undo: string;
  readonly newChatBegun: string;
  /** With `{count}`. */
  readonly chatsDeleted: PluralForms;
  /** Saves the conversation as a file. */
  readonly save: string;
  /** Prints the conversation. */
  readonly print: string;
  /** Copies the conversation to the clipboard. */
  readonly copyConversation: string;
  /** Accessible name of the button in the header that opens the menu. */
  readonly menu: string;
  /** `expand` makes the floating panel wide and high, `shrink` restores its size. */
  readonly expand: string;
  readonly shrink: string;
  readonly heading: string;
  /** Written in markdown. */
  readonly greeting: string;
  readonly placeholder: string;
  readonly disclaimer: string;
  readonly privacy: string;
  readonly contact: string;
  /** Accessible name of the text box. */
  readonly message: string;
  /** Shown near the longest allowed message; with `{count}`. */
  readonly charactersLeft: PluralForms;
  /** Shown with a message that is too long; with `{count}`. */
  readonly charactersOver: PluralForms;
  readonly send: string;
  readonly stop: string;
  /** Accessible name of the button that adds files to a question, and of the list of added files. */
  readonly attach: string;
  /** Shown above the chat while files are dragged over it. */
  readonly dropFiles: string;
  /** With `{name}`. */
  readonly fileAttached: string;
  readonly fileRemoved: string;
  /** Reason under the name of a refused file. */
  readonly fileUnsupported: string;
  readonly fileTooLarge: string;
  readonly fileEmpty: string;
  readonly fileUndecodable: string;
  /** With `{count}`, which is more than one. */
  readonly tooManyFiles: string;
  /** Names the button of a picture that is shown large. */
  readonly close: string;
  readonly retry: string;
  /** Button that continues an answer that was cut. */
  readonly continue: string;
  /** The request that is then sent to the model, with `{question}`. */
  readonly continueRequest: string;
  /** Buttons for a message that got no answer. */
  readonly edit: string;
  readonly delete: string;
  readonly cancel: string;
  /** Accessible name of the list of messages. */
  readonly transcript: string;
  readonly suggestions: string;
  readonly sources: string;
  /** Button that opens the list of sources under an answer. With `{count}`. */
  readonly sourceCount: PluralForms;
  /** Link from a source's card to its page. */
  readonly openSource: string;
  /** Speaker before a message, for screen readers. */
  readonly youSaid: string;
  readonly assistantSaid: string;
  readonly answering: string;
  /** Shown while the model reads its sources. With `{count}`. */
  readonly readingPages: PluralForms;
  /** Shown when no text has arrived for five seconds. */
  readonly stillWorking: string;
  /** Button that opens the model's thoughts: while it thinks, and afterwards. */
  readonly thinking: string;
  readonly thoughts: string;
  /** Shown while the Worker searches the documents, and afterwards with the number of pages it has read. With `{count}`. */
  readonly searchingDocuments: string;
  readonly readPages: PluralForms;
  /** A tool of the backend, while it runs and afterwards. With `{tool}`, its name. */
  readonly usingTool: string;
  readonly usedTool: string;
  /** A tool whose outcome was never reported. */
  readonly startedTool: string;
  /**
   * State after the name of a tool. `toolWaiting`: somebody has to allow or do something. `toolFailed` is also shown under a
   * file that could not be uploaded.
   */
  readonly toolWaiting: string;
  readonly toolFailed: string;
  readonly toolDenied: string;
  /** The question under a tool call, its two answers, and the state after the tool was allowed. */
  readonly allowQuestion: string;
  readonly allow: string;
  readonly notNow: string;
  readonly allowed: string;
  /** Answers to a yes-or-no question of the agent. */
  readonly yes: string;
  readonly no: string;
  /** Shown after a question of the agent that cannot be answered here, or not any more. */
  readonly cannotAnswer: string;
  /** The number of tools used. With `{count}`. */
  readonly steps: PluralForms;
  /** Headings above the input and the output of a tool. */
  readonly toolInput: string;
  readonly toolOutput: string;
  /** With `{count}`: the words of the answer; in Chinese and Japanese its characters. */
  readonly answerReady: string;
  readonly answerStopped: string;
  readonly latest: string;
  /** On the button that scrolls to text which arrived below the view. */
  readonly newText: string;
  /** Buttons under a long question. */
  readonly showMore: string;
  readonly showLess: string;
  /** Shown when the connection broke in the middle of an answer. */
  readonly reconnecting: string;
  /** Shown beside a message that was sent while an answer streams. */
  readonly queued: string;
  /** Button that sends such a message now. */
  readonly sendNext: string;
  /** Button that moves a queued message back into the text box. */
  readonly takeBack: string;
  /** Shown under a message that waits for the network. */
  readonly waiting: string;
  /** Shown under a message whose answer ended in this way. */
  readonly stopped: string;
  readonly truncated: string;
  readonly unsent: string;
  /** Button that opens messages of earlier turns that got no answer. With `{count}`. */
  readonly undelivered: PluralForms;
  /** `upload-failed` with `{name}`. */
  readonly errors: Readonly<Record<ChatErrorCode, string>>;

  /** Accessible name of the group of the two thumbs. */
  readonly rating: string;
  readonly helpful: string;
  readonly notHelpful: string;
  /** The question after a bad rating, and three answers to choose from. */
  readonly whatWasWrong: string;
  readonly wrong: string;
  readonly incomplete: string;
  readonly offTopic: string;
  readonly comment: string;
  readonly sendComment: string;
  readonly skipComment: string;
  readonly thanks: string;
  readonly feedbackFailed: string;

  /** With `{count}`. */
  readonly questionsLeft: PluralForms;
  readonly noQuestionsLeft: string;
  /** With `{time}`, a time today. */
  readonly askAgainAt: string;
  /** With `{day}`, such as "tomorrow" or "in 3 days", and `{time}`, a time on that day. */
  readonly askAgainOn: string;
  /** With `{time}`, minutes and seconds. */
  readonly askAgainIn: string;
  readonly askAgainNow: string;

  /** With `{number}` and `{title}`. */
  readonly citation: string;

  /** Shown while the bot check runs without the visitor. */
  readonly checking: string;
  /** Shown when the visitor has to do something for the bot check. */
  readonly solve: string;

  /** On the button above a code block. */
  readonly copy: string;
  /** The same button's accessible name; the language of the code follows. */
  readonly copyCode: string;
  readonly copied: string;
  readonly copyFailed: string;
  /** Buttons under an answer. */
  readonly copyAnswer: string;
  readonly copyMarkdown: string;
  readonly regenerate: string;
  /** The position among the versions of an answer or a question. With `{number}` and `{count}`. */
  readonly version: string;
  readonly earlierVersion: string;
  readonly laterVersion: string;
  /** Button above a code block with long lines. */
  readonly wrapLines: string;
  /** Accessible name of a code block that scrolls. */
  readonly code: string;
  /** Accessible name of a table that scrolls; the names of its columns follow. */
  readonly table: string;
  /** Accessible name of a task's checkbox. */
  readonly taskDone: string;
  readonly taskOpen: string;

  /** The question for consent, before the first message is sent. */
  readonly consent: string;
  /** Sentence after that question where the conversation is stored. */
  readonly consentStored: string;
  readonly agree: string;
  /** The button to agree before the first search, where nothing is sent at once. */
  readonly agreeToSearch: string;
  /** Menu line that withdraws consent. */
  readonly withdraw: string;
  /** Shown after consent was withdrawn. */
  readonly forgotten: string;

  /** Accessible name of the search, its dialog and its field. */
  readonly search: string;
  /** Hint in the empty field of the search. */
  readonly searchOrAsk: string;
  /** The line that sends the typed text to the chat. With `{text}`. */
  readonly askChat: string;
  /** Accessible name of the list of results. */
  readonly results: string;
  /** With `{count}`. */
  readonly resultCount: PluralForms;
  readonly searching: string;
  /** With `{text}`, the text that was searched for. */
  readonly noResults: string;
  /** Above results for another spelling. With `{text}`. */
  readonly corrected: string;
  readonly searchFailed: string;
  readonly searchOffline: string;
  readonly recentSearches: string;
  /** Button that leads from an answer in the search to the panel, where the answer is shown too. */
  readonly toChat: string;
  /** Words that mark a text as a question, such as "how". */
  readonly questionWords: readonly string[];

  /**
   * Phrases with which visitors ask for a human. A `*` stands for any ending; case, accents and the kind of apostrophe are
   * ignored.
   */
  readonly humanPhrases: readonly string[];
}

/** Strings that replace the built-in ones; all others stay. */
export type StringOverrides = Partial<
  Omit<Strings, 'errors' | 'locale' | 'humanPhrases' | 'questionWords'>
> & {
  readonly errors?: Partial<Record<ChatErrorCode, string>>;
};

/** Replaces placeholders such as `{name}` in a text. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
