import { html, nothing, type TemplateResult } from '../base/html.ts';
import type { ChatHost } from '../element/chat-panel.ts';
import type { ElementStrings } from '../words/element-strings.ts';
import { closeIcon } from '../base/icons.ts';

/** The chat of the header, and what it shows besides the chat's settings. */
export interface HeaderView {
  readonly host: ChatHost;
  readonly strings: ElementStrings;
  /** Address of a picture that may be shown. */
  readonly avatar: string | undefined;
  /** The controls before the button that closes the panel. */
  readonly tools: unknown;
}

/** Picture, title and status line, the menu, and, in a floating panel, close. */
export function renderHeader({ host, strings, avatar, tools }: HeaderView): TemplateResult {
  const { heading, subtitle } = host;
  const ownLanguage = strings.ownLanguage ?? nothing;
  return html`<div class="header" part="header">
    ${renderAvatar(avatar)}
    <div class="title">
      <h2 id="heading" class="heading" part="heading" lang=${heading ? ownLanguage : nothing}>
        <slot name="header">${heading || strings.current.heading}</slot>
      </h2>
      ${subtitle ? html`<p class="subtitle" part="subtitle" lang=${ownLanguage}>${subtitle}</p>` : nothing}
    </div>
    ${tools} ${host.mode === 'floating' ? renderClose(host, strings.current.closeChat) : nothing}
  </div>`;
}

function renderClose(host: ChatHost, label: string): TemplateResult {
  return html`<button
    class="quiet"
    part="close"
    type="button"
    aria-label=${label}
    title=${label}
    @click=${() => host.hide()}
  >
    ${closeIcon}
  </button>`;
}

/** The picture of who answers; decoration, as the title stands beside it. */
export function renderAvatar(url: string | undefined): TemplateResult | typeof nothing {
  if (!url) return nothing;
  return html`<img
    class="avatar"
    part="avatar"
    alt=""
    referrerpolicy="no-referrer"
    draggable="false"
    src=${url}
    @error=${handleAvatar}
    @load=${handleAvatar}
  />`;
}

function handleAvatar({ target, type }: Event): void {
  if (target instanceof HTMLElement) target.hidden = type === 'error';
}
