// One chunk, because the two modes share code. That code would become a chunk that others import statically, and such a chunk
// is loaded without a check of its hash.
export { dockerFile } from '@codemirror/legacy-modes/mode/dockerfile';
export { rust } from '@codemirror/legacy-modes/mode/rust';
