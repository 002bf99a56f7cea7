import {
  type AcceptedKinds,
  type FileKind,
  isFileKind,
  kindsByHealth,
} from '../../../protocol/accepted-files.ts';
import { readEndpoint, WORKER_PATH } from '../../../protocol/endpoint.ts';
import { acceptsFiles } from '../../../protocol/request-format.ts';
import { readWords } from '../../base/read-lists.ts';
import type { ChatHost } from '../../element/chat-host.ts';

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
  return kindsByHealth(wanted, host.storage.isAllowed ? await askWorker(host) : undefined);
}

function wantedKinds({ attachments }: ChatHost): readonly FileKind[] {
  return readWords(attachments).filter(isFileKind);
}

/** The health of our Worker; undefined for another backend, and where it does not answer. */
async function askWorker({ endpoint, requestFormat }: ChatHost): Promise<unknown> {
  const url = readEndpoint(endpoint, document.baseURI, requestFormat);
  if (!url?.pathname.endsWith(WORKER_PATH) || requestFormat !== 'messages') return undefined;
  try {
    const response = await fetch(new URL('health', url), {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    return await response.json();
  } catch {
    // Offline, or another backend: a file that it does not take is refused with the question.
    return undefined;
  }
}
