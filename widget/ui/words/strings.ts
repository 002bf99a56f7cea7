import type { ChatErrorCode } from '../../protocol/chat-error.ts';

/** One wording for each plural category of a language, https://cldr.unicode.org/index/cldr-spec/plural-rules */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** Every word that visitors read or hear, in one language. */
export interface Strings {
  /** The language of the words. */
  readonly locale: string;

  /** Names the launcher of a closed chat. */
  readonly openChat: string;
  /** Names the launcher of an open chat, and the button in the panel. */
  readonly closeChat: string;
  /** The panel's code does not come. */
  readonly loadFailed: string;
  /** Asks for it once more. */
  readonly reload: string;
  /** The code of one of its parts does not come, such as that of the menu. */
  readonly partMissing: string;
  /** Behind it: loads the whole page once more. */
  readonly reloadPage: string;

  /** At the closed launcher: answers that nobody has read yet. With `{count}`. */
  readonly newAnswers: PluralForms;
  /** Takes the bubble beside the launcher away. */
  readonly dismiss: string;

  readonly newChat: string;
  /** Names the list of earlier conversations, and opens it. */
  readonly history: string;
  readonly noHistory: string;
  /** The earlier conversations are gone with the page. */
  readonly unstoredHistory: string;
  /** Shown when an earlier chat was removed because nothing more could be stored. */
  readonly storageFull: string;
  /** Shown when this chat itself could not be stored. */
  readonly storageTooFull: string;
  /** Before a text that was typed in another tab and not sent. */
  readonly otherDraft: string;
  /** Puts that text into the text box. */
  readonly useDraft: string;
  /** Above the conversations that stay on top. */
  readonly pinned: string;
  readonly pin: string;
  readonly rename: string;
  readonly deleteAll: string;
  /** Leaves the list. */
  readonly back: string;
  /** Takes back what a text says was done. */
  readonly undo: string;
  readonly newChatBegun: string;
  /** With `{count}`. */
  readonly chatsDeleted: PluralForms;
  /** Gives the visitor the conversation as a file. */
  readonly save: string;
  /** Prints the conversation. */
  readonly print: string;
  /** Puts the conversation on the clipboard. */
  readonly copyConversation: string;
  /** Names the button in the header that opens the menu. */
  readonly menu: string;
  /** Make the floating panel wide and high, and bring it back to its size. */
  readonly expand: string;
  readonly shrink: string;
  readonly heading: string;
  /** Markdown. */
  readonly greeting: string;
  readonly placeholder: string;
  readonly disclaimer: string;
  readonly privacy: string;
  readonly contact: string;
  /** Names the text box. */
  readonly message: string;
  /** Near the end of what a message may have; with `{count}`. */
  readonly charactersLeft: PluralForms;
  /** Of a message that is too long; with `{count}`. */
  readonly charactersOver: PluralForms;
  readonly send: string;
  readonly stop: string;
  /** Names the button that adds files to a question, and the list of those that were added. */
  readonly attach: string;
  /** Over the chat while files are dragged over it. */
  readonly dropFiles: string;
  /** With `{name}`. */
  readonly fileAttached: string;
  readonly fileRemoved: string;
  /** Under the name of a file that is not taken. */
  readonly fileUnsupported: string;
  readonly fileTooLarge: string;
  readonly fileEmpty: string;
  readonly fileUndecodable: string;
  /** With `{count}`, more than one. */
  readonly tooManyFiles: string;
  /** Names the button of a picture that is shown large. */
  readonly close: string;
  readonly retry: string;
  /** Has an answer that was cut go on. */
  readonly continue: string;
  /** What the model is then asked, with `{question}`. */
  readonly continueRequest: string;
  /** What can be done with a message that got no answer. */
  readonly edit: string;
  readonly delete: string;
  readonly cancel: string;
  /** Names the list of messages. */
  readonly transcript: string;
  readonly suggestions: string;
  readonly sources: string;
  /** Opens the list of sources under an answer. With `{count}`. */
  readonly sourceCount: PluralForms;
  /** The link from a source's card to its page. */
  readonly openSource: string;
  /** Before a message, for screen readers. */
  readonly youSaid: string;
  readonly assistantSaid: string;
  readonly answering: string;
  /** While the model reads its sources. With `{count}`. */
  readonly readingPages: PluralForms;
  /** When no word has come for five seconds. */
  readonly stillWorking: string;
  /** Opens the model's thoughts, while it has them and afterwards. */
  readonly thinking: string;
  readonly thoughts: string;
  /** While the Worker looks for pages that may answer, and how many it has read. With `{count}`. */
  readonly searchingDocuments: string;
  readonly readPages: PluralForms;
  /** A tool of the backend, while it runs and afterwards. With `{tool}`, its name. */
  readonly usingTool: string;
  readonly usedTool: string;
  /** Nobody has said how it ended. */
  readonly startedTool: string;
  /** Behind the name of a tool. `toolWaiting`: somebody has to allow or to do it; `toolFailed` also under a file that was not uploaded. */
  readonly toolWaiting: string;
  readonly toolFailed: string;
  readonly toolDenied: string;
  /** Under what a tool is about to do, with the two answers to it, and behind it once it was allowed. */
  readonly allowQuestion: string;
  readonly allow: string;
  readonly notNow: string;
  readonly allowed: string;
  /** The answers to a question of the agent's. */
  readonly yes: string;
  readonly no: string;
  /** Behind something that the agent has asked, and that nobody can answer here, or any more. */
  readonly cannotAnswer: string;
  /** How many tools were used. With `{count}`. */
  readonly steps: PluralForms;
  /** Above what a tool was given, and what it gave back. */
  readonly toolInput: string;
  readonly toolOutput: string;
  /** With `{count}`, the words of the answer; in Chinese and Japanese, its characters. */
  readonly answerReady: string;
  readonly answerStopped: string;
  readonly latest: string;
  /** On the button that leads to text which came while the reader was elsewhere. */
  readonly newText: string;
  /** Under a long question. */
  readonly showMore: string;
  readonly showLess: string;
  /** The connection broke in the middle of an answer. */
  readonly reconnecting: string;
  /** Beside a message that was sent while an answer streams. */
  readonly queued: string;
  /** On the button that sends such a message. */
  readonly sendNext: string;
  /** Brings a message that was not sent yet back into the text box. */
  readonly takeBack: string;
  /** Under a message that waits for the network. */
  readonly waiting: string;
  /** Under a message that ended in this way. */
  readonly stopped: string;
  readonly truncated: string;
  readonly unsent: string;
  /** Opens messages of earlier turns that got no answer. With `{count}`. */
  readonly undelivered: PluralForms;
  /** `upload-failed` with `{name}`. */
  readonly errors: Readonly<Record<ChatErrorCode, string>>;

  /** Names the two thumbs. */
  readonly rating: string;
  readonly helpful: string;
  readonly notHelpful: string;
  /** Asked after a bad rating, with three answers to choose from. */
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
  /** With `{time}`, a time of today. */
  readonly askAgainAt: string;
  /** With `{day}`, such as "tomorrow" or "in 3 days", and `{time}`, a time of that day. */
  readonly askAgainOn: string;
  /** With `{time}`, minutes and seconds. */
  readonly askAgainIn: string;
  readonly askAgainNow: string;

  /** With `{number}` and `{title}`. */
  readonly citation: string;

  /** The bot check runs by itself. */
  readonly checking: string;
  /** The bot check wants something of the visitor. */
  readonly solve: string;

  /** On the button beside a code block. */
  readonly copy: string;
  /** The same for assistive technology; the language of the code follows. */
  readonly copyCode: string;
  readonly copied: string;
  readonly copyFailed: string;
  /** Under an answer. */
  readonly copyAnswer: string;
  readonly copyMarkdown: string;
  readonly regenerate: string;
  /** Of an answer that was given anew, or a question that was edited. With `{number}` and `{count}`. */
  readonly version: string;
  readonly earlierVersion: string;
  readonly laterVersion: string;
  /** On a code block with long lines. */
  readonly wrapLines: string;
  /** Names a code block that scrolls. */
  readonly code: string;
  /** Names a table that scrolls; its columns follow. */
  readonly table: string;
  /** Name the box of a task. */
  readonly taskDone: string;
  readonly taskOpen: string;

  /** The question whether the visitor agrees, before the first message is sent. */
  readonly consent: string;
  /** Follows it where the conversation is stored. */
  readonly consentStored: string;
  readonly agree: string;
  /** The same before the first search, where nothing is sent at once. */
  readonly agreeToSearch: string;
  /** In the menu. */
  readonly withdraw: string;
  /** After it. */
  readonly forgotten: string;

  /** Names the search, its dialog and its field. */
  readonly search: string;
  /** Hint in its empty field. */
  readonly searchOrAsk: string;
  /** The line that asks the chat what is typed. With `{text}`. */
  readonly askChat: string;
  /** Names the list of what was found. */
  readonly results: string;
  /** With `{count}`. */
  readonly resultCount: PluralForms;
  readonly searching: string;
  /** With `{text}`, what was searched for. */
  readonly noResults: string;
  /** Above results for another spelling. With `{text}`. */
  readonly corrected: string;
  readonly searchFailed: string;
  readonly searchOffline: string;
  readonly recentSearches: string;
  /** Leads from an answer in the search to the panel, where it stands too. */
  readonly toChat: string;
  /** Words by which a question is known, such as "how". */
  readonly questionWords: readonly string[];

  /**
   * Parts of sentences with which visitors ask for a human. A `*` stands for any ending; upper case, accents, and the kind of
   * apostrophe make no difference.
   */
  readonly humanPhrases: readonly string[];
}

/** Words that replace the built-in ones; whatever is left out stays. */
export type StringOverrides = Partial<
  Omit<Strings, 'errors' | 'locale' | 'humanPhrases' | 'questionWords'>
> & {
  readonly errors?: Partial<Record<ChatErrorCode, string>>;
};

/** Fills `{name}` in a text. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
