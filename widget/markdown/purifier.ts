// A module of its own: the name of its file has no dot, as those of the chunks that are checked by their hash.
export { default as createDOMPurify } from 'dompurify';
