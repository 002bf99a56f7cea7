import type { ChatHost } from '../../element/chat-panel.ts';

/** Viewports up to this width have no room for a wider panel. */
const MIN_VIEWPORT_PX = 560;

/** Whether the visitor gave the floating panel a size. */
export function isExpanded({ panelContainer }: ChatHost): boolean {
  return panelContainer.style.getPropertyValue('--_cf-ai-chat-width') !== '';
}

/** Whether the panel has a size that can be changed: it floats, and does not fill a small screen. */
export function canResize({ mode, panelContainer }: ChatHost): boolean {
  return (
    mode === 'floating' &&
    innerWidth > MIN_VIEWPORT_PX &&
    getComputedStyle(panelContainer).position !== 'fixed'
  );
}
