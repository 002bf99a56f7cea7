import { chunkFile } from './chunk-file.ts';
import { importChunk } from './import-chunk.ts';

/** A chunk as the build leaves it: a function of the exports of the panel and of earlier chunks, so that it imports no file by itself. */
interface ChunkModule {
  default(panel: unknown, earlier: Readonly<Record<string, unknown>>): unknown;
}

/** The preload by which the script-tag file has brought this module: it has the page's nonce. */
const preload = document.querySelector<HTMLLinkElement>(`link[href="${import.meta.url}"]`);

/** The chunks that were asked for, by their hashes. */
const chunks: Record<string, Promise<unknown>> = {};

/** What the chunks export that are here, by their names. */
const opened: Record<string, unknown> = {};

/**
 * Loads a chunk of the panel for script tags, once. The build replaces every `import()` of that panel by a call of
 * this function; the file lies beside this module.
 *
 * @param hash SHA-256 of the file in base64; the name of the file ends with its first characters
 * @param exported which of the chunk's exports is the module that is asked for; undefined where it has one module
 */
export async function loadChunk(name: string, hash: string, exported?: string): Promise<unknown> {
  try {
    const module = await (chunks[hash] ??= openChunk(name, hash));
    return exported === undefined ? module : Reflect.get(Object(module), exported);
  } catch (error) {
    delete chunks[hash];
    throw error;
  }
}

async function openChunk(name: string, hash: string): Promise<unknown> {
  const file = chunkFile(name, hash);
  const module = await importChunk(file, `sha256-${hash}`, import.meta.url, preload);
  const panel: unknown = await import(/* @vite-ignore */ import.meta.url);
  return (opened[name] = (module as ChunkModule).default(panel, opened));
}
