import { openTabThreads } from '../../../conversation/threads/tab-threads.ts';
import type { EarlierThreads } from '../../../conversation/threads/threads.ts';
import type { ChatHost } from '../../element/chat-panel.ts';
import { openLastingThreads } from './lasting-threads.ts';

const NONE: EarlierThreads = {
  load: async () => [],
  remove: () => Promise.resolve(),
  clear: () => Promise.resolve(),
};

/** The earlier conversations that release 0.2.0 stored for these settings. */
export function openEarlierThreads({ persist, history, instance, storage }: ChatHost): EarlierThreads {
  if (history === 'off' || persist === 'none') return NONE;
  return persist === 'local'
    ? openLastingThreads(instance, storage)
    : openTabThreads(() => storage.tab, instance);
}
