import { html, nothing, type TemplateResult } from '../../base/html.ts';
import { menuIcon } from '../../base/icons.ts';
import type { LazyFeature } from '../../base/lazy-feature.ts';
import type { Chat } from '../../feature/chat.ts';
import { openFeature } from '../../feature/open-feature.ts';
import type { Menu } from './menu.ts';

/** The menu's button. Hover or focus loads the menu's code. */
export function renderMenuButton(lazy: LazyFeature<Menu>, chat: Chat): TemplateResult {
  const { menu } = chat.strings.current;
  const isOpen = lazy.current?.isOpen ?? false;
  const toggle = (end: 'first' | 'last'): void =>
    void openFeature(chat, lazy, (loaded) => loaded.toggle(end));
  const handleIntent = (): void => lazy.request();
  return html`<button
    class="quiet menu-button"
    part="menu-button"
    type="button"
    aria-haspopup="menu"
    aria-expanded=${isOpen ? 'true' : 'false'}
    aria-controls=${isOpen ? 'menu' : nothing}
    aria-label=${menu}
    title=${menu}
    @pointerenter=${handleIntent}
    @focus=${handleIntent}
    @click=${() => toggle('first')}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      toggle(event.key === 'ArrowDown' ? 'first' : 'last');
    }}
  >
    ${menuIcon}
  </button>`;
}
