/** One wording for each plural category of a language, https://cldr.unicode.org/index/cldr-spec/plural-rules */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** The words of what is loaded after the first answer, on a refusal, or for the bot check. */
export interface ServiceWords {
  /** The language of the words. */
  readonly locale: string;
  /** Names the two thumbs. */
  readonly rating: string;
  readonly helpful: string;
  readonly notHelpful: string;
  readonly comment: string;
  readonly sendComment: string;
  readonly skipComment: string;
  readonly thanks: string;
  readonly feedbackFailed: string;
  /** With `{count}`. */
  readonly questionsLeft: PluralForms;
  readonly noQuestionsLeft: string;
  /** With `{time}`, a time of day, with its weekday unless it is today. */
  readonly askAgainAt: string;
  /** With `{time}`, minutes and seconds. */
  readonly askAgainIn: string;
  readonly askAgainNow: string;
  /** With `{number}` and `{title}`. */
  readonly citation: string;
  readonly checking: string;
  /** The bot check wants something of the visitor. */
  readonly solve: string;
}
