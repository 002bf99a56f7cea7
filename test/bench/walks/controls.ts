import { strings } from '../../../widget/ui/strings/en.ts';
import type { Point } from './browser/tab.ts';

/** A control of the chat: by its selector, by the label `name`, and the `index`-th where there are several. */
export interface Wanted {
  readonly selector: string;
  readonly name?: string;
  /** The label begins with the name: lines of a menu may say more. */
  readonly isBeginning?: boolean;
  readonly index?: number;
  /** Whether the control belongs to the page beside the chat, such as a link. */
  readonly isOfPage?: boolean;
}

/** Controls that can be used now. */
export interface Found {
  readonly count: number;
  /** The middle of the control; undefined where something covers it, or where it is moving. */
  readonly point: Point | undefined;
  /** The words on the control; for a text box, the text that was typed into it. */
  readonly text: string;
  /** Tells the control from others with the same label. */
  readonly id: string;
}

export const COMPOSER: Wanted = { selector: '[part~=input]' };
/** The button of the text box under the transcript; that of an edit box has the same name. */
export const SEND: Wanted = { selector: '[part~=send]', name: strings.send };
export const EDIT_BOX: Wanted = { selector: '[part~=transcript] textarea' };
export const THREAD: Wanted = { selector: '[part=thread]' };
export const HISTORY_LIST: Wanted = { selector: '[part=history]' };

export function button(name: string, index = 0): Wanted {
  return { selector: 'button, [role=button]', name, index };
}

export function menuItem(name: string): Wanted {
  return { selector: '[role=menuitem]', name, isBeginning: true };
}

export function link(name: string): Wanted {
  return { selector: 'a', name, isOfPage: true };
}

/** Runs in the page: looks for a control, and brings it into view. */
export async function findControl(wanted: Wanted): Promise<Found> {
  const { selector, name, isBeginning, index = 0, isOfPage } = wanted;
  const root = isOfPage ? document : document.querySelector('cf-ai-chat')?.shadowRoot;
  const tidy = (text: string | null | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const labelOf = (element: Element): string => element.ariaLabel ?? tidy(element.textContent);
  const fits = (label: string): boolean =>
    name === undefined || (isBeginning ? label.startsWith(name) : label === name);
  const all = [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])].filter(
    (element) =>
      element.checkVisibility() &&
      !(element as HTMLButtonElement).disabled &&
      element.ariaDisabled !== 'true' &&
      fits(labelOf(element)),
  );
  const element = all[index];
  if (!root || !element) return { count: all.length, point: undefined, text: '', id: '' };
  element.scrollIntoView({ block: 'nearest' });
  const box = element.getBoundingClientRect();
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await new Promise((resolve) => setTimeout(resolve, 5));
  const later = element.getBoundingClientRect();
  const hit = root.elementFromPoint(point.x, point.y);
  const isReached = later.x === box.x && later.y === box.y && hit !== null && element.contains(hit);
  const text = element instanceof HTMLTextAreaElement ? element.value : tidy(element.textContent);
  return { count: all.length, point: isReached ? point : undefined, text, id: element.dataset['id'] ?? text };
}

/** Runs in the page: puts the keyboard into a text box; what it holds, or undefined where there is none. */
export function focusBox({ selector, index = 0 }: Wanted): string | undefined {
  const boxes = document.querySelector('cf-ai-chat')?.shadowRoot?.querySelectorAll(selector);
  const box = boxes?.[index] as HTMLTextAreaElement | undefined;
  if (!box?.checkVisibility()) return undefined;
  box.focus();
  return box.value;
}
