/** Files for other backends than our Worker, and for the page's own `upload`. Loaded apart from what each file needs. */
export { followUploads, uploaderOf, uploadOnce, type UploadState } from './upload.ts';
export { textOf, wayOf } from './write-files.ts';
