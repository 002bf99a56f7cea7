/**
 * The result of `access`, or undefined where it throws. For storage, which may throw anything at any access (policy, quota, a
 * full disk, a sandboxed frame): the chat then works as without storage.
 */
export function attempt<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
