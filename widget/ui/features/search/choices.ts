import type { FoundHeading, FoundPage, SearchResults } from '../../../protocol/search-results.ts';

/** A line that the visitor can choose. */
export type Choice =
  /** Sends the text to the chat. */
  | { readonly kind: 'ask'; readonly text: string }
  /** Searches for an earlier text again. */
  | { readonly kind: 'recent'; readonly text: string }
  /** Opens a page; with `heading`, at that section. */
  | {
      readonly kind: 'result';
      readonly page: FoundPage;
      readonly heading?: FoundHeading;
      /** Position of the page among the results, from 1. */
      readonly position: number;
    };

/** The data that the lines are made from. */
export interface ChoiceView {
  readonly text: string;
  readonly results: SearchResults | undefined;
  /** Whether the chat can be asked. */
  readonly canAsk: boolean;
  /** Whether the text is a question rather than a search. */
  readonly isQuestion: boolean;
  readonly recent: readonly string[];
  readonly suggestions: readonly string[];
}

/**
 * The lines from top to bottom: the results, with the line that asks the chat before them for a question, otherwise after
 * them. Without a text: earlier searches, and the starter questions.
 */
export function listChoices({
  text,
  results,
  canAsk,
  isQuestion,
  recent,
  suggestions,
}: ChoiceView): readonly Choice[] {
  if (text === '')
    return [
      ...recent.map((each): Choice => ({ kind: 'recent', text: each })),
      ...(canAsk ? suggestions : []).map((each): Choice => ({ kind: 'ask', text: each })),
    ];
  const ask: readonly Choice[] = canAsk ? [{ kind: 'ask', text }] : [];
  const pages = (results?.results ?? []).flatMap((page, index): Choice[] => [
    { kind: 'result', page, position: index + 1 },
    ...page.headings.map((heading): Choice => ({ kind: 'result', page, heading, position: index + 1 })),
  ]);
  return isQuestion ? [...ask, ...pages] : [...pages, ...ask];
}
