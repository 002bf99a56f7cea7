import { html, type TemplateResult } from '../../base/html.ts';
import type { LazyFeature } from '../../base/lazy-feature.ts';
import type { PanelResizer } from './panel-resizer.ts';

/** The corner of a floating panel by which it is resized with a pointer; the keyboard's way is the menu. */
export function renderCorner(resizer: LazyFeature<PanelResizer>): TemplateResult {
  return html`<i
    class="corner"
    part="corner"
    aria-hidden="true"
    @pointerenter=${() => resizer.request()}
    @pointerdown=${(event: PointerEvent) => drag(resizer, event)}
    @dblclick=${() => resizer.current?.toggle()}
  ></i>`;
}

function drag(resizer: LazyFeature<PanelResizer>, event: PointerEvent): void {
  const { currentTarget: corner, pointerId, button } = event;
  if (!(corner instanceof HTMLElement) || button !== 0) return;
  corner.setPointerCapture(pointerId);
  // Without its code the panel keeps its size.
  resizer.load().then(
    (loaded) => loaded.drag(corner, event),
    () => undefined,
  );
}
