import { linkAttributes } from '../../markdown/url-gate.ts';
import type { TemplateResult } from './html.ts';

/** One line of the header's menu. */
export type MenuItem = ActionItem | LinkItem;

/** A line that triggers an action. */
export interface ActionItem {
  readonly label: string;
  readonly icon: TemplateResult;
  readonly isDisabled?: boolean;
  /** Called after the menu has closed and its button has focus. */
  readonly handleSelect: () => void;
}

/** A line that is a link. */
export interface LinkItem {
  readonly label: string;
  readonly icon: TemplateResult;
  readonly url: string;
  /** Called before the browser follows the link. */
  readonly handleFollow: (event: MouseEvent) => void;
}

/** The line of a link; none where the page has set no usable address. */
export function linkItem(item: LinkItem): readonly MenuItem[] {
  return linkAttributes(item.url) ? [item] : [];
}
