/** A source of an answer. */
export interface RecordedSource {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

/** A question and the answer that was recorded for it. */
export interface RecordedAnswer {
  readonly question: string;
  /** Markdown. */
  readonly answer: string;
  readonly sources?: readonly RecordedSource[];
}

/** An answer in pieces of the size of tokens; joined they are the answer. */
export function tokensOf(answer: string): readonly string[] {
  return answer.match(/\s*\S{1,7}|\s+$/gu) ?? [];
}

/** The answer as the events that our Worker sends. `links` are those of `start`: where to resume, rate and stop it. */
export function eventsOf(
  { answer, sources = [] }: RecordedAnswer,
  queryId: string,
  links: Readonly<Record<string, string>>,
): readonly object[] {
  const numbered = sources.map((source, index) => ({ ...source, id: String(index + 1) }));
  return [
    { type: 'start', queryId, links },
    ...(numbered.length > 0 ? [{ type: 'sources', sources: numbered }] : []),
    ...tokensOf(answer).map((token) => ({ type: 'token', token })),
    { type: 'done', queryId, finishReason: 'stop' },
  ];
}
