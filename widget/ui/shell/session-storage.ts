/** Calls `use` with this tab's storage. Undefined where there is none: storage may throw at any access. */
export function withSessionStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    // Sandboxed frames and full or forbidden storage throw on any access: the state then lives with the page.
    return undefined;
  }
}
