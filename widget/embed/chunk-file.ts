/**
 * File name of a chunk of the script form's panel: `de-Zq2Rv_p4.js` for the name `de` and the hash `Zq2Rv/p4…=`.
 *
 * @param hash SHA-256 of the file's content in base64
 */
export function chunkFile(name: string, hash: string): string {
  return `${name}-${hash.slice(0, 8).replace(/\W/g, '_')}.js`;
}
