/** The part of a package-lock.json that this module reads and writes. */
export interface LockFile {
  packages: Record<string, LockEntry>;
}

/** One installed package; its key in the lock file is a path such as `node_modules/esbuild`. */
export interface LockEntry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: readonly string[];
  cpu?: readonly string[];
  libc?: readonly string[];
  optionalDependencies?: Readonly<Record<string, string>>;
}

/** A package for one platform that is missing from the lock file. */
export interface MissingBinary {
  readonly name: string;
  readonly version: string;
  /** Whether only devDependencies need it. */
  readonly isDev: boolean;
}

const PLATFORM =
  /(?<os>aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|windows)-(?<cpu>arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|wasm32|x64|64)(?:-(?<libc>gnu|musl)|-|$)/;

/** Names of systems and processors that differ from Node's, as in `@cloudflare/workerd-windows-64`. */
const OS_NAMES: Readonly<Record<string, string>> = { windows: 'win32' };
const CPU_NAMES: Readonly<Record<string, string>> = { '64': 'x64' };

const EXACT_VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/**
 * The optional dependencies that a lock file does not list. If a registry lacks the packages for other platforms, npm leaves
 * them out of the lock file, and then `npm ci` fails everywhere: "Missing: @cloudflare/workerd-darwin-arm64@ from lock file".
 */
export function findMissingBinaries({ packages }: LockFile): readonly MissingBinary[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isListed(packages, path, name))
      .map(([name, version]) => ({ name, version, isDev: dev })),
  );
}

/**
 * Adds the binaries that a lock file lacks; the platform is taken from the package's name. The added entries have no hash: npm
 * does not check them until somebody updates the lock file with a registry that has the packages. Throws for an unknown
 * platform and for a version that is not exact.
 */
export function completeLockFile(lock: LockFile): LockFile {
  const packages = { ...lock.packages };
  for (const { name, version, isDev } of findMissingBinaries(lock)) {
    const platform = platformOf(name);
    if (platform === undefined || !EXACT_VERSION.test(version)) {
      throw new Error(`nothing tells which platform ${name}@${version} is for`);
    }
    packages[`node_modules/${name}`] = { version, ...(isDev && { dev: true }), optional: true, ...platform };
  }
  const sorted = Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

/** The platform in a package's name: `@rollup/rollup-linux-x64-musl` is for Linux with musl on x64. */
export function platformOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> | undefined {
  const { os = '', cpu = '', libc } = PLATFORM.exec(name)?.groups ?? {};
  if (cpu === '') return undefined;
  return {
    cpu: [CPU_NAMES[cpu] ?? cpu],
    ...(libc !== undefined && { libc: [libc === 'gnu' ? 'glibc' : libc] }),
    os: [OS_NAMES[os] ?? os],
  };
}

/**
 * Whether the lock file lists `name` where Node finds it for the package at `path`: in that package's own `node_modules`, or
 * in one of a folder above.
 */
function isListed(packages: LockFile['packages'], path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (`${folder}/node_modules/${name}`.replace(/^\//, '') in packages) return true;
    if (folder === '') return false;
  }
}
