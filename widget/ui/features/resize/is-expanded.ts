import type { ChatHost } from '../../element/chat-host.ts';

/** Whether the visitor has resized the floating panel. */
export function isExpanded({ panelContainer }: ChatHost): boolean {
  return panelContainer.style.getPropertyValue('--_cf-ai-chat-width') !== '';
}
