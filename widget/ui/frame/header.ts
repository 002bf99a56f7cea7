import { html, nothing, type TemplateResult } from '../base/html.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { ElementStrings } from '../strings/element-strings.ts';
import { chatIcon, closeIcon } from '../base/icons.ts';
import { pageName } from '../strings/page-name.ts';

/** The chat that the header belongs to, and content that is not a setting. */
export interface HeaderView {
  readonly host: ChatHost;
  readonly strings: ElementStrings;
  /** Address of the avatar picture, if it may load. */
  readonly avatar: string | undefined;
  /** Controls before the Close button, drawn by features. */
  readonly tools: unknown;
}

/** The header: picture, title, status line, menu and, in a floating panel, Close. */
export function renderHeader({ host, strings, avatar, tools }: HeaderView): TemplateResult {
  const { heading, subtitle } = host;
  const ownLanguage = strings.ownLanguage ?? nothing;
  return html`<div class="header" part="header">
    ${hasOwnHeader(host) ? nothing : renderMark(host, avatar)}
    <div class="title">
      <h2 id="heading" class="heading" part="heading" lang=${heading || pageName() ? ownLanguage : nothing}>
        <slot name="header">${heading || strings.current.heading}</slot>
      </h2>
      ${subtitle ? html`<p class="subtitle" part="subtitle" lang=${ownLanguage}>${subtitle}</p>` : nothing}
    </div>
    ${tools} ${host.isFloating ? renderClose(host, strings.current.closeChat) : nothing}
  </div>`;
}

/** Whether the page has replaced the title by its own content, such as a logo. */
function hasOwnHeader(host: ChatHost): boolean {
  return host.querySelector(':scope > [slot="header"]') !== null;
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

/**
 * The sign of the chat: the avatar; else the first letter of the heading or of the page's name; else a chat icon; on the brand
 * colour. Hidden from screen readers, because the title stands beside it.
 */
export function renderMark({ heading, language }: ChatHost, avatar: string | undefined): TemplateResult {
  return html`<span class="mark" part="mark" aria-hidden="true"
    >${avatar ? renderAvatar(avatar) : nothing}<span class="initial"
      >${initialOf(heading || pageName(), language) ?? chatIcon}</span
    ></span
  >`;
}

function renderAvatar(url: string): TemplateResult {
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

/** The first letter, digit or emoji of a text. Grapheme by grapheme, because "é" may be two code points. */
function initialOf(text: string, language: string): string | undefined {
  // Fast path: creating a segmenter takes longer than drawing the header.
  if (/^[ -~]*$/.test(text)) return /[a-z\d]/i.exec(text)?.[0].toLocaleUpperCase(language);
  const graphemes = [...new Intl.Segmenter(language).segment(text)];
  const first = graphemes.find(({ segment }) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(segment));
  return first?.segment.toLocaleUpperCase(language);
}

function handleAvatar({ target, type }: Event): void {
  if (target instanceof HTMLElement) target.hidden = type === 'error';
}
