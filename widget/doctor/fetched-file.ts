/** A file of the chat, as the page receives it. */
export interface FetchedFile {
  /** 0 when no response came. */
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether a page of another origin may read the file. */
  readonly isShared: boolean;
}

/** Reads a response; a failed request becomes status 0. */
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
    // `fetch` throws many different errors when no response comes; they all lead to the same finding.
    return { status: 0, contentType: '', bytes: new Uint8Array(), isShared: false };
  }
}
