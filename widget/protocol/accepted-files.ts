import { readList, readObject } from './json.ts';

const TYPES = {
  images: /^image\//,
  pdf: /^application\/pdf$/,
  text: /^text\//,
} as const;

/** A kind of files, as the `attachments` setting names it. */
export type FileKind = keyof typeof TYPES;

/** The kinds that a chat accepts, and why they are fewer than its owner wants. */
export interface AcceptedKinds {
  readonly kinds: readonly FileKind[];
  /** Written for the owner, in English. Absent where all wanted kinds are accepted. */
  readonly reason?: string;
}

/** Whether a word of `attachments` names a kind of files. */
export function isFileKind(word: string): word is FileKind {
  return Object.hasOwn(TYPES, word);
}

/**
 * The wanted kinds that our Worker accepts, according to its health report.
 *
 * @param health the JSON of `GET /api/health`. For any other backend's JSON, all wanted kinds count as accepted.
 */
export function kindsByHealth(wanted: readonly FileKind[], health: unknown): AcceptedKinds {
  const { ok, version, accepts } = readObject(health);
  if (ok !== true || version === undefined) return { kinds: wanted };
  const accepted = readList(accepts).map(String);
  const kinds = wanted.filter((kind) => accepted.some((type) => TYPES[kind].test(type)));
  if (kinds.length === wanted.length) return { kinds };
  const missing = wanted.filter((kind) => !kinds.includes(kind)).join(', ');
  const remedy = 'ATTACHMENTS names what the Worker takes, VISION_MODEL a model that reads pictures';
  const problem =
    accepted.length === 0 ? 'no model reads pictures or files here' : `the Worker takes no ${missing}`;
  return { kinds, reason: `${problem}: ${remedy}` };
}
