/** A file of the chat, as the page gets it. */
export interface FetchedFile {
  /** 0 when no response came. */
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether a page of another origin may read it. */
  readonly isShared: boolean;
}

/** Reads a response, or the failure of its request. */
export async function readFetchedFile(
  request: Promise<Response>,
  isShared: (headers: Headers) => boolean,
): Promise<FetchedFile> {
  try {
    const response = await request;
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      bytes: new Uint8Array(await response.arrayBuffer()),
      isShared: isShared(response.headers),
    };
  } catch {
    // `fetch` has many errors for no response; the finding is the same.
    return { status: 0, contentType: '', bytes: new Uint8Array(), isShared: false };
  }
}
