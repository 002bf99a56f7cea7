import type { FoundHeading, FoundPage, SearchResults } from '../../../protocol/search-results.ts';

/** A line that can be chosen. */
export type Choice =
  /** Asks the chat. */
  | { readonly kind: 'ask'; readonly text: string }
  /** Searches for a text again. */
  | { readonly kind: 'recent'; readonly text: string }
  /** Opens a page, at one of its sections where `heading` is there. */
  | {
      readonly kind: 'result';
      readonly page: FoundPage;
      readonly heading?: FoundHeading;
      /** Of the page among the results, from 1. */
      readonly position: number;
    };

/** What the lines are made of. */
export interface ChoiceView {
  readonly text: string;
  readonly results: SearchResults | undefined;
  /** The chat can be asked. */
  readonly canAsk: boolean;
  /** The text is rather a question. */
  readonly isQuestion: boolean;
  readonly recent: readonly string[];
  readonly suggestions: readonly string[];
}

/**
 * The lines from top to bottom: what was found, with the line that asks the chat before it for a question, else behind it. Without a
 * text, what was searched for before, and the starter questions.
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
