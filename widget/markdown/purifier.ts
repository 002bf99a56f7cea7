// A separate module, so that the chunk is named after it: chunks whose hash is checked have no dot in their name, `dompurify`
// files do.
export { default as createDOMPurify } from 'dompurify';
