/** Returns why the installed packages do not match the lock file, or undefined if they do. */
export function findStaleness(root: string): string | undefined;

/** The name to print, and additions to the command. */
export interface InstallOptions {
  /** What is installed, for the printed line, such as `dependencies`. */
  readonly description: string;
  /** Further options of `npm install`. */
  readonly options?: readonly string[];
}

/** Installs the packages of a folder if they are missing or outdated. Throws an Error with the one line to show. */
export function installPackages(folder: string, options: InstallOptions): void;
