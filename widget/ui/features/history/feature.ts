import { Feature } from '../../feature/feature.ts';

/** The visitor's earlier conversations. */
export const history = new Feature({
  load: async () => (await import('./history.ts')).History,
  draw: { overlay: (feature) => feature.render(), aboveComposer: (feature) => feature.renderUndo() },
});
