import { allowsAddedScript, allowsScript } from './content-security-policy.ts';
import type { FetchedFile } from './fetched-file.ts';
import type { Finding } from './finding.ts';
import { fitsIntegrity } from './integrity.ts';
import { identifyScript, releaseFile, type InstalledScript, type Installation } from './installation.ts';

/** Requests a file as the page does. */
export type FetchFile = (url: URL) => Promise<FetchedFile>;

/** Checks the files of the chat: the script of each tag, and the chunk that it loads. */
export async function checkFiles(installation: Installation, fetchFile: FetchFile): Promise<Finding[]> {
  const { scripts } = installation;
  const distinct = [...new Map(scripts.map((script) => [JSON.stringify(script), script])).values()];
  const checked = await Promise.all(distinct.map((script) => checkScript(script, installation, fetchFile)));
  const versions = new Set(checked.flatMap(({ version }) => version ?? []));
  return [...checked.flatMap(({ findings }) => findings), ...checkVersions(versions, scripts.length)];
}

interface CheckedScript {
  readonly version?: string;
  readonly findings: readonly Finding[];
}

async function checkScript(
  script: InstalledScript,
  installation: Installation,
  fetchFile: FetchFile,
): Promise<CheckedScript> {
  const { src } = script;
  const file = await fetchFile(src);
  const failure = checkFile(src, file, 'script-blocked');
  if (failure !== undefined) return { findings: [failure] };
  const identity = identifyScript(new TextDecoder().decode(file.bytes));
  if (identity === undefined) {
    const problem = `${src.href} is not the script of the chat, or one of an unknown version.`;
    return { findings: [{ code: 'script-blocked', problem, remedy: 'Check the address in src.' }] };
  }
  const { version, chunk, chunkIntegrity } = identity;
  const url = releaseFile(src, version, chunk);
  const chunkFile = await fetchFile(url);
  const findings = [
    checkTag(script, installation, file),
    await checkHash(src, file, script.integrity),
    checkChunkPolicy(url, script, installation),
    checkChunk(url, installation.page, chunkFile) ?? (await checkHash(url, chunkFile, chunkIntegrity)),
  ];
  return { version, findings: findings.filter((finding) => finding !== undefined) };
}

/** Finds attributes of the tag because of which browsers refuse a script from another origin. */
function checkTag(
  { src, integrity, isCorsRequest }: InstalledScript,
  { page }: Installation,
  { isShared }: FetchedFile,
): Finding | undefined {
  if (src.origin === page.origin) return undefined;
  if (isCorsRequest && !isShared) {
    return {
      code: 'script-not-shared',
      problem: `The script tag has crossorigin, and ${src.href} has no Access-Control-Allow-Origin; browsers refuse that.`,
      remedy: 'Serve the script with Access-Control-Allow-Origin: *, or remove crossorigin from the tag.',
    };
  }
  if (isCorsRequest || integrity === '') return undefined;
  return {
    code: 'crossorigin-missing',
    problem: `The script tag of ${src.href} has integrity without crossorigin; browsers refuse that.`,
    remedy: 'Add crossorigin to the script tag.',
  };
}

async function checkHash(url: URL, { bytes }: FetchedFile, integrity: string): Promise<Finding | undefined> {
  if ((await fitsIntegrity(bytes, integrity)) !== false) return undefined;
  return {
    code: 'integrity-mismatch',
    problem: `${url.href} is not the file that was expected: its hash is not ${integrity}.`,
    remedy:
      'Take integrity and address of the script from the same release (integrity.json). If they are, the file was changed on its way: upload the release anew, and turn off what rewrites scripts.',
  };
}

/** Whether the page's policy allows the chunk: it may list only the path of the script. */
function checkChunkPolicy(
  chunk: URL,
  { src, nonce }: InstalledScript,
  { page, policies }: Installation,
): Finding | undefined {
  const isRefused = policies.some(
    (policy) => allowsScript(policy, src, page, nonce) && !allowsAddedScript(policy, chunk, page, nonce),
  );
  if (!isRefused) return undefined;
  return {
    code: 'csp-script-src',
    problem: `The content security policy of the page does not allow ${chunk.href}, which the script loads when the chat opens.`,
    remedy: `Add ${chunk.origin} to script-src, without a path.`,
  };
}

function checkChunk(url: URL, page: URL, file: FetchedFile): Finding | undefined {
  if (url.protocol === 'file:') return chunkOnDisk(url);
  const failure = checkFile(url, file, 'chunk-blocked');
  // Browsers always load modules with CORS.
  if (failure !== undefined || file.isShared || url.origin === page.origin) return failure;
  return {
    code: 'chunk-blocked',
    problem: `${url.href} may not be loaded from another site: it has no Access-Control-Allow-Origin.`,
    remedy: 'Serve the files of the chat with Access-Control-Allow-Origin: *.',
  };
}

function chunkOnDisk({ pathname }: URL): Finding {
  return {
    code: 'chunk-blocked',
    problem: `Browsers load no modules from the disk, and ${pathname} is one, which the script loads when the chat opens.`,
    remedy: 'Open the page by a server, such as npx serve, or take the script from your Worker.',
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
      problem: `The page loads two versions of the chat, ${[...versions].join(' and ')}, by ${tags} script tags; the first to run serves them all.`,
      remedy: 'Keep one script tag. Look into themes, plugins and tag managers for the other.',
    },
  ];
}
