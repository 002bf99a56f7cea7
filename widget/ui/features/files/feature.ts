import { hasFile } from '../../../protocol/chat-message.ts';
import { Feature } from '../../feature/feature.ts';

/** The files of a message, shown under it. */
export const files = new Feature({
  load: async () => (await import('./files.ts')).Files,
  isWanted: ({ state }) => state.messages.some(hasFile),
  draw: {
    underQuestion: (feature, message) => feature.render(message),
    underAnswer: (feature, message) => feature.render(message),
  },
});
