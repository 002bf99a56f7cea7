/** Where an uploaded file is: its address, or the backend's id of it. */
export type UploadedFile = { readonly url: string } | { readonly id: string };

/** Options of an {@link Upload}. */
export interface UploadOptions {
  /** Aborted when the visitor stops the upload. */
  readonly signal: AbortSignal;
  /** Call with the share that is done, from 0 to 1. */
  readonly progress: (done: number) => void;
}

/**
 * Uploads a file of a question.
 *
 * @example
 * const upload: Upload = async (file, { signal }) => {
 *   const response = await fetch('/uploads', { method: 'POST', body: file, signal });
 *   return { url: await response.text() };
 * };
 */
export type Upload = (file: File, options: UploadOptions) => Promise<UploadedFile>;
