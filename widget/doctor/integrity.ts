const ALGORITHMS: Readonly<Record<string, string>> = {
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
};

/**
 * Whether bytes match a value of `integrity`; undefined if this cannot be checked, because the value has no known hash or the
 * page has no TLS. https://www.w3.org/TR/SRI/#does-response-match-metadatalist
 */
export async function fitsIntegrity(bytes: BufferSource, integrity: string): Promise<boolean | undefined> {
  const hashes = [...integrity.matchAll(/\b(sha256|sha384|sha512)-([\w+/=-]+)/g)];
  // Only hashes of the strongest algorithm count.
  const strongest =
    hashes
      .map(([, name = '']) => name)
      .toSorted()
      .at(-1) ?? '';
  const algorithm = ALGORITHMS[strongest];
  // `subtle` is missing in insecure contexts, although its type says otherwise.
  if (algorithm === undefined || !('subtle' in crypto)) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest(algorithm, bytes));
  const value = btoa(String.fromCharCode(...digest));
  return hashes.some(([, name, hash]) => name === strongest && hash === value);
}
