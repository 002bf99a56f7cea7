/** The fields of one line. They never hold text of visitors, answers or secrets. */
export type LogFields = Record<string, string | number | undefined>;

/** Writes one line of JSON for the operator. */
export function log(event: string, fields: Readonly<LogFields>): void {
  // oxlint-disable-next-line no-console -- the console is where a Worker reports to its operator
  console.log(JSON.stringify({ event, ...fields }));
}
