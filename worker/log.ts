/** What a line may hold. */
export type LogFields = Readonly<Record<string, string | number | undefined>>;

/** Writes one line of JSON for the operator. Never pass text of visitors, answers or secrets. */
export function log(event: string, fields: LogFields): void {
  // oxlint-disable-next-line no-console -- the console is where a Worker reports to its operator
  console.log(JSON.stringify({ event, ...fields }));
}
