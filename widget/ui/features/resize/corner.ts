import { html, type TemplateResult } from '../../base/html.ts';
import type { LazyFeature } from '../../base/lazy-feature.ts';
import type { Chat } from '../../feature/chat.ts';
import { openFeature } from '../../feature/open-feature.ts';
import type { PanelResizer } from './panel-resizer.ts';

/** The corner of a floating panel, by which a pointer resizes it. With the keyboard it is resized through the menu. */
export function renderCorner(resizer: LazyFeature<PanelResizer>, chat: Chat): TemplateResult {
  return html`<i
    class="corner"
    part="corner"
    aria-hidden="true"
    @pointerenter=${() => resizer.request()}
    @pointerdown=${(event: PointerEvent) => drag(resizer, chat, event)}
    @dblclick=${() => resizer.current?.toggle()}
  ></i>`;
}

function drag(resizer: LazyFeature<PanelResizer>, chat: Chat, event: PointerEvent): void {
  const { currentTarget: corner, pointerId, button } = event;
  if (!(corner instanceof HTMLElement) || button !== 0) return;
  corner.setPointerCapture(pointerId);
  void openFeature(chat, resizer, (loaded) => loaded.drag(corner, event));
}
