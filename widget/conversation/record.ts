import { type JsonObject, parseJson, readObject } from '../protocol/json.ts';

/** The version of all records that are stored as JSON. */
const VERSION = 1;

/** The text that every record of this version begins with. */
export const RECORD_START = `{"version":${VERSION},`;

/** The text of a record. */
export function recordOf(fields: object): string {
  return JSON.stringify({ version: VERSION, ...fields });
}

/** The fields of a record; none where the text is no record of this version. */
export function readRecord(text: string | undefined): JsonObject {
  const { version, ...fields } = readObject(parseJson(text ?? ''));
  return version === VERSION ? fields : {};
}

/**
 * `key`, or `key:v1` while `key` holds a record of another version. That record stays as it is: a site may have gone back
 * to this release, and go forward again.
 *
 * @param stored the text under `key`
 *
 * @example
 * ownKey('cf-ai-chat:shop', '{"version":1,"messages":[]}'); // 'cf-ai-chat:shop'
 * ownKey('cf-ai-chat:shop', '{"version":2}'); // 'cf-ai-chat:shop:v1'
 */
export function ownKey(key: string, stored: string | null): string {
  return isOfOtherVersion(stored) ? keyBeside(key) : key;
}

/** The key of this version's record where `key` has one of another version. */
export function keyBeside(key: string): string {
  return `${key}:v${VERSION}`;
}

/** Whether a stored text is a record of another version. Flags and sizes have no version. */
export function isOfOtherVersion(text: string | null): boolean {
  // A long conversation is not parsed only to be told from others.
  if (text === null || text.startsWith(RECORD_START)) return false;
  const { version = VERSION } = readObject(parseJson(text));
  return version !== VERSION;
}
