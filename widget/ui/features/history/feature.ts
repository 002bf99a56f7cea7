import { html } from '../../base/html.ts';
import { Feature } from '../../feature/feature.ts';
import { isBeside } from './is-beside.ts';

/** The list of earlier conversations. */
export const history = new Feature({
  load: async () => (await import('./history.ts')).History,
  isWanted: ({ host }) => host.mode === 'page',
  drawEntry: {
    // Reserves the room of the list from the first drawing on.
    overlay: (lazy, chat) => (isBeside(chat) && !lazy.current ? html`<i class="beside"></i>` : undefined),
  },
  draw: {
    overlay: (feature) => feature.render(),
    header: (feature) => feature.renderButton(),
    aboveComposer: (feature) => feature.renderUndo(),
  },
});
