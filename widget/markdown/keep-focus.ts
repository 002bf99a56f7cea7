import { isBehind } from './is-behind.ts';
import { findPlace, isLike, placeOf } from './place.ts';

/**
 * Remembers what is focused in `box`, behind `before`, and returns what focuses it, or what stands for it, again. False
 * where a link is gone.
 */
export function keepFocus(box: HTMLElement, before: ChildNode | null): (() => boolean) | undefined {
  const root = box.getRootNode() as Document | ShadowRoot;
  const focused = root.activeElement;
  if (!(focused instanceof HTMLElement && box.contains(focused) && isBehind(focused, before, box)))
    return undefined;
  const place = placeOf(box, focused);
  return () => {
    const target = findPlace(box, place);
    if (root.activeElement !== target) target?.focus({ preventScroll: true });
    return focused.localName !== 'a' || (target !== undefined && isLike(place, target));
  };
}
