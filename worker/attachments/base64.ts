const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** How many bytes a base64 text holds. */
export function bytesIn(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

/** The bytes of a base64 text. Only those that are looked at are decoded: a few of 4 MB tell what a picture is. */
export class Base64Bytes {
  readonly length: number;
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
    this.length = bytesIn(text);
  }

  /** Undefined where the text is empty or no base64. */
  static of(text: string): Base64Bytes | undefined {
    return text.length % 4 === 0 && BASE64.test(text) ? new Base64Bytes(text) : undefined;
  }

  /** The bytes from `start` on; fewer than `count` at the end. */
  at(start: number, count = this.length - start): Uint8Array<ArrayBuffer> {
    const from = Math.floor(start / 3);
    const to = Math.ceil((start + count) / 3);
    const decoded = atob(this.#text.slice(from * 4, to * 4)).slice(start - from * 3);
    return Uint8Array.from(decoded.slice(0, count), (character) => character.charCodeAt(0));
  }
}
