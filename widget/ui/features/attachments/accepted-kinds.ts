import type { FileKind } from '../../../attachments/prepare-file.ts';
import { readEndpoint, WORKER_PATH } from '../../../protocol/endpoint.ts';
import { readList, readObject } from '../../../protocol/json.ts';
import { acceptsFiles } from '../../../protocol/request-format.ts';
import { readWords } from '../../base/read-lists.ts';
import type { ChatHost } from '../../element/chat-host.ts';

const TYPES: Readonly<Record<FileKind, RegExp>> = {
  images: /^image\//,
  pdf: /^application\/pdf$/,
  text: /^text\//,
};

/** What a chat offers to take, and why it is less than its owner wants. */
export interface AcceptedKinds {
  readonly kinds: readonly FileKind[];
  /** For the owner, in English. */
  readonly reason?: string;
}

/**
 * The kinds of files that `attachments` names, as far as they can be sent: not every request format has a place for files, and our
 * Worker says what its model reads.
 */
export async function acceptedKinds(host: ChatHost): Promise<AcceptedKinds> {
  const wanted = wantedKinds(host);
  if (wanted.length === 0 || host.transport) return { kinds: wanted };
  if (!acceptsFiles(host.requestFormat))
    return { kinds: [], reason: `request-format="${host.requestFormat}" has no place for files` };
  // Nothing is sent before the visitor has agreed.
  const accepted = host.storage.isAllowed ? await askWorker(host) : undefined;
  if (!accepted) return { kinds: wanted };
  const kinds = wanted.filter((kind) => accepted.some((type) => TYPES[kind].test(type)));
  return kinds.length === wanted.length ? { kinds } : { kinds, reason: explain(wanted, kinds, accepted) };
}

function wantedKinds({ attachments }: ChatHost): readonly FileKind[] {
  return readWords(attachments).filter((word): word is FileKind => Object.hasOwn(TYPES, word));
}

function explain(
  wanted: readonly FileKind[],
  kinds: readonly FileKind[],
  accepted: readonly string[],
): string {
  const missing = wanted.filter((kind) => !kinds.includes(kind)).join(', ');
  const remedy = 'ATTACHMENTS names what the Worker takes, VISION_MODEL a model that reads pictures';
  return accepted.length === 0
    ? `no model reads pictures or files here: ${remedy}`
    : `the Worker takes no ${missing}: ${remedy}`;
}

/** The media types that our Worker takes; undefined for another backend, and where it does not answer. */
async function askWorker({ endpoint, requestFormat }: ChatHost): Promise<readonly string[] | undefined> {
  const url = readEndpoint(endpoint, document.baseURI, requestFormat);
  if (!url?.pathname.endsWith(WORKER_PATH) || requestFormat !== 'messages') return undefined;
  try {
    const response = await fetch(new URL('health', url), {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    const health = readObject(await response.json());
    return health['ok'] === true && 'version' in health ? readList(health['accepts']).map(String) : undefined;
  } catch {
    // Offline, or another backend: a file that it does not take is refused with the question.
    return undefined;
  }
}
