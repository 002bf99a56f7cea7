import { html, nothing, type TemplateResult } from '../base/html.ts';
import { type ComposerView, renderComposer } from '../composer/composer.ts';
import type { Chat } from '../feature/chat.ts';
import { renderHeader } from '../frame/header.ts';
import { readWords } from '../base/read-lists.ts';
import { gatePicture, linkAttributes } from '../../markdown/url-gate.ts';
import { type TranscriptView, renderTranscript } from '../chat/transcript.ts';

/** The data that a panel is drawn from. */
export interface PanelView extends Omit<TranscriptView, 'policy' | 'avatar' | 'end'> {
  readonly composer: Omit<ComposerView, 'host' | 'strings' | 'state' | 'tools'>;
  /** The live region for screen readers. */
  readonly liveRegion: HTMLElement;
  /** With little height, small print and hints scroll with the messages. */
  readonly isLowHeight: boolean;
  /** The line that some code has not loaded. */
  readonly missing: unknown;
}

/** The content of the panel's frame: header, transcript, notices, composer and small print. */
export function renderPanel(view: PanelView): TemplateResult {
  const { chat, composer, isLowHeight } = view;
  const { host, strings, state } = chat;
  // Without consent nothing may be loaded from other origins.
  const imageSources = host.storage.isAllowed ? readWords(host.imageSources) : [];
  const avatar = gatePicture(host.avatar, imageSources);
  const below = [chat.draw('hints'), renderSmallPrint(chat)];
  return html`${renderEdge(chat)} ${chat.draw('overlay')}
  ${renderHeader({ host, strings, avatar, tools: chat.draw('header') })}
  ${renderTranscript({ ...view, policy: { imageSources }, avatar, end: isLowHeight ? below : nothing })}
  ${isLowHeight ? nothing : below[0]} ${view.missing} ${chat.draw('aboveComposer')}
  ${renderComposer({ ...composer, host, strings, state, tools: chat.draw('composer') })}
  ${isLowHeight ? nothing : below[1]} ${host.isFloating ? chat.draw('corner') : nothing} ${view.liveRegion}
  ${renderEdge(chat)}`;
}

/** The slot `footer` for the page's content below the composer, and the small print. */
function renderSmallPrint({ host, strings }: Chat): TemplateResult {
  const privacy = linkAttributes(host.privacyUrl);
  const own = strings.ownLanguage ?? nothing;
  const { disclaimer, privacy: label } = strings.current;
  return html`<slot name="footer"></slot>
    <p class="disclaimer" part="disclaimer">
      ${host.disclaimer ? html`<span lang=${own}>${host.disclaimer}</span>` : disclaimer}
      ${privacy ? html`<a href=${privacy.href} rel=${privacy.rel} target="_blank">${label}</a>` : nothing}
    </p>`;
}

/**
 * A focusable element at the end of the panel. Where the panel covers the page, Tab must not leave it: focus moves back to the
 * text box. Elsewhere it is hidden.
 */
function renderEdge({ focusInput }: Chat): TemplateResult {
  return html`<i class="edge" tabindex="0" @focus=${focusInput}></i>`;
}
