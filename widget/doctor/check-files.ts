import type { Finding } from './finding.ts';
import { identifyScript, releaseFile, type FetchedFile, type Installation } from './installation.ts';

/** Gets a file as the page would. */
export type FetchFile = (url: URL) => Promise<FetchedFile>;

/** What is wrong with the files of the chat: the script of each tag, and the chunk that it loads. */
export async function checkFiles({ page, scripts }: Installation, fetchFile: FetchFile): Promise<Finding[]> {
  const sources = [...new Map(scripts.map(({ src }) => [src.href, src])).values()];
  const checked = await Promise.all(sources.map((src) => checkScript(src, page, fetchFile)));
  const versions = new Set(checked.flatMap(({ version }) => version ?? []));
  return [...checked.flatMap(({ findings }) => findings), ...checkVersions(versions, scripts.length)];
}

interface CheckedScript {
  readonly version?: string;
  readonly findings: readonly Finding[];
}

async function checkScript(src: URL, page: URL, fetchFile: FetchFile): Promise<CheckedScript> {
  const file = await fetchFile(src);
  const failure = checkFile(src, file, 'script-blocked');
  if (failure !== undefined) return { findings: [failure] };
  const identity = identifyScript(file.text);
  if (identity === undefined) {
    const problem = `${src.href} is not the script of the chat, or one of an unknown version.`;
    return { findings: [{ code: 'script-blocked', problem, remedy: 'Check the address in src.' }] };
  }
  const chunk = releaseFile(src, identity.version, identity.chunk);
  return {
    version: identity.version,
    findings: [checkChunk(chunk, page, await fetchFile(chunk))].filter((finding) => finding !== undefined),
  };
}

function checkChunk(url: URL, page: URL, file: FetchedFile): Finding | undefined {
  const failure = checkFile(url, file, 'chunk-blocked');
  // Modules are always loaded with CORS.
  if (failure !== undefined || file.isShared || url.origin === page.origin) return failure;
  return {
    code: 'chunk-blocked',
    problem: `${url.href} may not be loaded from another site: it has no Access-Control-Allow-Origin.`,
    remedy: 'Serve the files of the chat with Access-Control-Allow-Origin: *.',
  };
}

function checkFile(
  url: URL,
  { status, contentType }: FetchedFile,
  code: 'script-blocked' | 'chunk-blocked',
): Finding | undefined {
  if (status !== 200) {
    const seen = status === 0 ? 'No response came from' : `Status ${status} came from`;
    const remedy = 'Check the address, and that the whole release is served beside the script.';
    return { code, problem: `${seen} ${url.href}.`, remedy };
  }
  if (/\b(?:java|ecma)script\b/i.test(contentType)) return undefined;
  return {
    code: 'wrong-content-type',
    problem: `${url.href} is served as ${contentType === '' ? 'nothing in particular' : contentType}.`,
    remedy: 'Serve it as text/javascript: browsers run no module of another type.',
  };
}

function checkVersions(versions: ReadonlySet<string>, tags: number): Finding[] {
  if (versions.size < 2) return [];
  return [
    {
      code: 'two-versions',
      problem: `The page loads ${[...versions].join(' and ')} of the chat, by ${tags} script tags.`,
      remedy: 'Keep one script tag. Look into themes, plugins and tag managers for the other.',
    },
  ];
}
