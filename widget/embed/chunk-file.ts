/**
 * The file of a chunk of the panel for script tags: `de-Zq2Rv_p4.js` for `de` and the hash `Zq2Rv/p4…=`.
 *
 * @param hash SHA-256 of its content in base64
 */
export function chunkFile(name: string, hash: string): string {
  return `${name}-${hash.slice(0, 8).replace(/\W/g, '_')}.js`;
}
