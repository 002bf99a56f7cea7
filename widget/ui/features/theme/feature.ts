import { Feature } from '../../feature/feature.ts';
import { ThemeFollower } from './theme-follower.ts';

/** The colours that a page has chosen. */
export const theme = new Feature({
  eager: ThemeFollower,
  prepare: (lazy) => lazy.current?.ready(),
});
