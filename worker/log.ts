/** Writes one line of JSON for the operator. Never pass text of visitors, answers or secrets. */
export function log(event: string, fields: Readonly<Record<string, string | number | undefined>>): void {
  // oxlint-disable-next-line no-console -- the console is where a Worker reports to its operator
  console.log(JSON.stringify({ event, ...fields }));
}
