import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The expected result of reading a stream. */
export interface Result {
  readonly text: string;
  readonly reasoning: string;
  readonly tools: readonly { readonly name: string; readonly state: string }[];
  readonly sources: readonly { readonly title: string; readonly url: string }[];
  readonly end: 'complete' | 'truncated' | 'failed';
  /** The error code of an answer that failed. */
  readonly error?: string;
}

/** A stream of the kit; see README.md beside this file. */
export interface ConformanceStream {
  readonly name: string;
  readonly body: Uint8Array;
  readonly title: string;
  readonly source: string;
  readonly contentType: string;
  readonly timing: { readonly cutAfter: string; readonly pauseMilliseconds: number };
  readonly expected: Result;
  readonly hidden?: readonly string[];
  readonly revised?: true;
  readonly endsWithBody?: true;
}

const FOLDER = join(import.meta.dirname, 'streams');

/** All streams of the kit, by name. */
export async function readStreams(): Promise<readonly ConformanceStream[]> {
  const names = (await readdir(FOLDER)).filter((file) => !/\.[a-z]+\.json$/.test(file)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const body = await readFile(join(FOLDER, name));
      const facts: unknown = JSON.parse(await readFile(join(FOLDER, `${name}.json`), 'utf8'));
      return { name, body: new Uint8Array(body), ...(facts as Omit<ConformanceStream, 'name' | 'body'>) };
    }),
  );
}
