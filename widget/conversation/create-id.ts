const ID_BYTES = 12;

/** A random id of 24 hex digits. (`crypto.randomUUID` is missing on pages served without TLS.) */
export function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
