import { importChunk } from './import-chunk.ts';

/** A chunk as the build leaves it: a function of what the panel exports, so that it imports no file by itself. */
interface ChunkModule {
  default(panel: unknown): unknown;
}

/** The preload by which the script-tag file has brought this module: it has the page's nonce. */
const preload = document.querySelector<HTMLLinkElement>(`link[href="${import.meta.url}"]`);

const chunks: Record<string, Promise<unknown>> = {};

/**
 * Loads a chunk of the panel for script tags, once. The build replaces every `import()` of that panel by a call of
 * this function; `file` lies beside this module. `name`: which of the chunk's exports is the module that is asked for.
 */
export async function loadChunk(file: string, integrity: string, name?: string): Promise<unknown> {
  try {
    const module = await (chunks[file] ??= openChunk(file, integrity));
    return name === undefined ? module : Reflect.get(Object(module), name);
  } catch (error) {
    delete chunks[file];
    throw error;
  }
}

async function openChunk(file: string, integrity: string): Promise<unknown> {
  const { default: open } = (await importChunk(file, integrity, import.meta.url, preload)) as ChunkModule;
  return open(await import(/* @vite-ignore */ import.meta.url));
}
