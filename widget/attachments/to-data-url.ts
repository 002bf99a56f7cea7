/** Bytes that are read at a time, so that the page is not held up: a multiple of three, as base64 wants. */
const SLICE_BYTES = 786_432;
/** Arguments of one call that every engine takes; a multiple of three, too. */
const CALL_BYTES = 24_576;

/** A file as base64. */
export async function toBase64(file: Blob): Promise<string> {
  let text = '';
  for (let at = 0; at < file.size; at += SLICE_BYTES) {
    // oxlint-disable-next-line no-await-in-loop -- one slice after the other, with the page's own work between them
    const bytes = new Uint8Array(await file.slice(at, at + SLICE_BYTES).arrayBuffer());
    for (let from = 0; from < bytes.length; from += CALL_BYTES)
      text += btoa(String.fromCharCode(...bytes.subarray(from, from + CALL_BYTES)));
  }
  return text;
}

/** A file as an address. */
export async function toDataUrl(file: Blob, mediaType: string): Promise<string> {
  return `data:${mediaType};base64,${await toBase64(file)}`;
}
