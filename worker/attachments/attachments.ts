import { ChatError } from '../../widget/protocol/chat-error.ts';
import { hostOf } from '../background.ts';
import { listOf, positiveInteger, type Env } from '../env.ts';
import { selectModel } from '../model/select-model.ts';
import type { AppMiddleware, Attachments, Feature } from '../ports.ts';
import { readFiles } from './read-files.ts';
import { canConvert, prepareFiles } from './prepare-files.ts';

/** The pictures that vision models read. AVIF and HEIC are left out, since few read them. */
const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
/** How many questions of the quota one with files counts as. */
const DEFAULT_COST = 2;
/**
 * Most bytes of bodies that one isolate handles at the same time. It has 128 MB, and each body is in memory three times for a
 * moment.
 */
const MAX_BYTES_AT_ONCE = 24 * 1_048_576;
/** Bodies up to this size are not counted: they may be conversations without files. */
const SMALL_BYTES = 1_048_576;
const RETRY_SECONDS = 3;

let bytesInHand = 0;

/**
 * Lets questions bring files, where `ATTACHMENTS` names some.
 *
 * @example
 * app.use('/api/*', attachments); // vars: ATTACHMENTS = "images pdf", VISION_MODEL = "@cf/google/gemma-4-26b-a4b-it"
 */
export const attachments: AppMiddleware = async (c, next) => {
  c.set('attachmentsOf', () => attachmentsOf(c.env));
  if (!c.env.ATTACHMENTS || c.req.method !== 'POST') return next();
  const sent = Number(c.req.header('Content-Length'));
  const length = Number.isNaN(sent) ? MAX_BYTES_AT_ONCE / 2 : sent;
  if (length <= SMALL_BYTES) return next();
  if (bytesInHand > 0 && bytesInHand + length > MAX_BYTES_AT_ONCE) {
    // Reads the body to its end: a client whose connection is closed while it sends does not read the error. A body without a
    // length may have no end.
    if (sent <= MAX_BYTES_AT_ONCE) await c.req.raw.body?.pipeTo(new WritableStream());
    throw new ChatError('model-busy', 'too many files at once', { retryAfter: RETRY_SECONDS });
  }
  bytesInHand += length;
  const ended = next().finally(() => (bytesInHand -= length));
  // workerd cancels a request whose client leaves while it sends: nothing would subtract its bytes.
  hostOf(c).waitUntil(ended.catch(() => undefined));
  await ended;
};

/** Gives the files of a question to a model. */
export const files: Feature = ({ env }) => ({ prepareFiles: (question) => prepareFiles(question, env) });

/** How files are read; undefined where no files are allowed. Throws `not-configured`. */
function attachmentsOf(env: Env): Attachments | undefined {
  const kinds = listOf(env.ATTACHMENTS);
  if (kinds.length === 0) return undefined;
  const unknown = kinds.find((kind) => !['images', 'pdf', 'text'].includes(kind));
  if (unknown !== undefined)
    throw new ChatError('not-configured', `ATTACHMENTS lists images, pdf and text, not "${unknown}"`);
  const accepts = acceptedTypes(env, kinds);
  const cost = positiveInteger(env.ATTACHMENT_COST, DEFAULT_COST);
  return {
    accepts,
    read: (parts, at) => readFiles(parts, at, { accepts, missing: missingSetting(env), cost }),
  };
}

function acceptedTypes(env: Env, kinds: readonly string[]): readonly string[] {
  const { provider } = selectModel(env);
  if (provider === 'extractive') return [];
  const hasVision = listOf(env.VISION_MODEL).length > 0;
  const canReadPdf = canConvert(env) || (hasVision && provider === 'openai');
  return [
    ...(kinds.includes('images') && hasVision ? PICTURES : []),
    ...(kinds.includes('pdf') && canReadPdf ? ['application/pdf'] : []),
    ...(kinds.includes('text') ? ['text/plain'] : []),
  ];
}

/** The end of an error message: which setting the owner may have forgotten. */
function missingSetting(env: Env): string {
  if (selectModel(env).provider === 'extractive') return 'none, since no model reads pictures or files here';
  return env.VISION_MODEL ? '' : '; VISION_MODEL names no model that reads pictures';
}
