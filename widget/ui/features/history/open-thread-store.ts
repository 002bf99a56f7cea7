import {
  openPageThreads,
  openTabThreads,
  type ThreadStore,
} from '../../../conversation/threads/thread-store.ts';
import type { ChatHost } from '../../element/chat-panel.ts';
import { openLastingThreads } from './lasting-threads.ts';

/** Earlier conversations are kept where, and for as long as, the element's settings say of the present one. */
export function openThreadStore({ persist, history, instance, storage }: ChatHost): ThreadStore {
  if (history === 'off' || persist === 'none') return openPageThreads();
  return persist === 'local'
    ? openLastingThreads(instance, storage)
    : openTabThreads(() => storage.tab, instance);
}
