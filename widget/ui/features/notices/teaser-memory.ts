import { attempt } from '../../../conversation/attempt.ts';
import { recordKey, storageKey } from '../../../conversation/storage-key.ts';
import type { ChatHost } from '../../element/chat-host.ts';

/** Instances whose bubble was shown on this page, where nothing is stored. */
const SHOWN = new Set<string>();

/** Whether the visitor has seen the bubble, on this page or an earlier one, or has a conversation. */
export function hasSeenTeaser({ instance }: ChatHost): boolean {
  if (SHOWN.has(instance)) return true;
  const keys = [storageKey(instance, 'teaser'), recordKey(instance, 'now')];
  return AREAS.some((area) => attempt(() => keys.some((key) => area().getItem(key) !== null)));
}

/** Stores that the visitor has seen the bubble: in the browser, else in the tab; only in memory where consent is asked for. */
export function noteTeaserSeen({ instance, consent = 'none' }: ChatHost): void {
  const key = storageKey(instance, 'teaser');
  const store = (area: () => Storage): boolean => attempt(() => (area().setItem(key, '1'), true)) ?? false;
  if (consent !== 'none' || !AREAS.some(store)) SHOWN.add(instance);
}

const AREAS: readonly (() => Storage)[] = [() => localStorage, () => sessionStorage];
