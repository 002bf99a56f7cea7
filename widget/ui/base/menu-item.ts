import { linkAttributes } from '../../markdown/url-gate.ts';
import type { TemplateResult } from './html.ts';

/** One line of the header's menu. */
export type MenuItem = ActionItem | LinkItem;

/** A line that does something. */
export interface ActionItem {
  readonly label: string;
  readonly icon: TemplateResult;
  readonly isDisabled?: boolean;
  /** Called once the menu is closed and its button has focus. */
  readonly handleSelect: () => void;
}

/** A line that leads somewhere. */
export interface LinkItem {
  readonly label: string;
  readonly icon: TemplateResult;
  readonly url: string;
  /** Called before it is followed. */
  readonly handleFollow: (event: MouseEvent) => void;
}

/** A line that leads somewhere, if the page has set a usable address. */
export function linkItem(item: LinkItem): readonly MenuItem[] {
  return linkAttributes(item.url) ? [item] : [];
}
