/** Says why the installed packages do not fit the lock file, or undefined when they do. */
export function findStaleness(root: string): string | undefined;

/** What `installPackages` says and adds to the command. */
export interface InstallOptions {
  /** Words for what is installed, such as `dependencies`. */
  readonly description: string;
  /** More options of `npm install`. */
  readonly options?: readonly string[];
}

/** Installs the packages of a folder when they are missing or stale. Throws an Error with the one line to show. */
export function installPackages(folder: string, options: InstallOptions): void;
