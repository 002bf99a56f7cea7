// One chunk, because the two share code: a chunk that others import statically would be loaded unchecked.
export { dockerFile } from '@codemirror/legacy-modes/mode/dockerfile';
export { rust } from '@codemirror/legacy-modes/mode/rust';
