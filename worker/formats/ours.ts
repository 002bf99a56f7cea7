import { block, type WireFormat } from './wire-format.ts';

/** The events as they are. */
export const ours: WireFormat = {
  encode: block,
  whole: (answer, done) => ({ answer, sources: [], ...done, type: undefined }),
};
