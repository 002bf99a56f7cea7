/**
 * What `access` returns, or undefined where it throws. For storage, which may throw anything at any access (policy, quota, a full
 * disk, a sandboxed frame): that is the case without storage.
 */
export function attempt<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
