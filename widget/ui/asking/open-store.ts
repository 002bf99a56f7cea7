import { openTranscriptStore, type TranscriptStore } from '../../conversation/persistence.ts';
import type { ChatHost } from '../element/chat-panel.ts';

/** Opens the store that an element's settings name; undefined for none. */
export function openStore({ persist, instance, storage }: ChatHost): TranscriptStore | undefined {
  if (persist === 'none') return undefined;
  return openTranscriptStore(() => storage.kept, instance);
}
