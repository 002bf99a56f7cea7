import { chunkFile } from './chunk-file.ts';
import { importChunk } from './import-chunk.ts';

/** A chunk as the build leaves it: a function of the exports of the panel and of earlier chunks, so that it imports no file by itself. */
interface ChunkModule {
  default(panel: unknown, earlier: Readonly<Record<string, unknown>>): unknown;
}

/** The preload link with which the loader requested this module; it has the page's nonce. */
const preload = document.querySelector<HTMLLinkElement>(`link[href="${import.meta.url}"]`);

/** The requested chunks, by hash. */
const chunks: Record<string, Promise<unknown>> = {};

/** What the chunks export that are here, by their names. */
const opened: Record<string, unknown> = {};

/**
 * Loads a chunk of the script form's panel, once. The build replaces every `import()` in that panel with a call of this
 * function; the chunk's file is in the same folder as this module.
 *
 * @param hash SHA-256 of the file in base64; the file name ends with the hash's first characters
 * @param exported name of the export that is the requested module; undefined if the chunk has only one module
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
