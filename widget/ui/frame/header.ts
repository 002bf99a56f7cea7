import { html, nothing, type TemplateResult } from '../base/html.ts';
import type { Strings } from '../words/strings.ts';
import { closeIcon } from '../base/icons.ts';

/** The content of the header, and the handlers of its buttons. */
export interface HeaderView {
  readonly strings: Strings;
  readonly heading: string;
  /** Language of the heading, where it is not that of the words. */
  readonly headingLanguage: string | undefined;
  /** Language of the page's own words, where it is not that of ours. */
  readonly ownLanguage: string | undefined;
  readonly subtitle: string;
  /** Address of a picture that may be shown. */
  readonly avatar: string | undefined;
  readonly canClose: boolean;
  /** The controls before the button that closes the panel. */
  readonly tools: unknown;
  readonly handleClose: () => void;
}

/** Picture, title and status line, the menu, and, in a floating panel, close. */
export function renderHeader(view: HeaderView): TemplateResult {
  const { strings, subtitle } = view;
  return html`<div class="header" part="header">
    ${renderAvatar(view.avatar)}
    <div class="title">
      <h2 id="heading" class="heading" part="heading" lang=${view.headingLanguage ?? nothing}>
        <slot name="header">${view.heading}</slot>
      </h2>
      ${
        subtitle
          ? html`<p class="subtitle" part="subtitle" lang=${view.ownLanguage ?? nothing}>${subtitle}</p>`
          : nothing
      }
    </div>
    ${view.tools}
    ${
      view.canClose
        ? html`<button
            class="quiet"
            part="close"
            type="button"
            aria-label=${strings.closeChat}
            title=${strings.closeChat}
            @click=${view.handleClose}
          >
            ${closeIcon}
          </button>`
        : nothing
    }
  </div>`;
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
    @error=${hide}
    @load=${show}
  />`;
}

function hide({ target }: Event): void {
  if (target instanceof HTMLElement) target.hidden = true;
}

function show({ target }: Event): void {
  if (target instanceof HTMLElement) target.hidden = false;
}
