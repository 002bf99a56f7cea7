/** Says why the installed packages do not fit the lock file, or undefined when they do. */
export function findStaleness(root: string): string | undefined;

/** Installs the dependencies when they are missing or stale. Throws an Error with the one line to show. */
export function setUp(root: string): void;
