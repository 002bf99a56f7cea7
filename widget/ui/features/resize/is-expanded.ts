import type { ChatHost } from '../../element/chat-host.ts';

/** Whether the visitor gave the floating panel a size. */
export function isExpanded({ panelContainer }: ChatHost): boolean {
  return panelContainer.style.getPropertyValue('--_cf-ai-chat-width') !== '';
}
