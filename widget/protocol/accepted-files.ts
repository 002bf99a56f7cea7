import { readList, readObject } from './json.ts';

const TYPES = {
  images: /^image\//,
  pdf: /^application\/pdf$/,
  text: /^text\//,
} as const;

/** What a chat may take, as `attachments` names it. */
export type FileKind = keyof typeof TYPES;

/** What a chat offers to take, and why it is less than its owner wants. */
export interface AcceptedKinds {
  readonly kinds: readonly FileKind[];
  /** For the owner, in English. */
  readonly reason?: string;
}

/** Whether a word of `attachments` names a kind of files. */
export function isFileKind(word: string): word is FileKind {
  return Object.hasOwn(TYPES, word);
}

/**
 * The kinds that our Worker takes, by its health.
 *
 * @param health what `GET /api/health` says; all kinds are taken where it is not our Worker's
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
