import { html, nothing, type TemplateResult } from '../base/html.ts';
import { type ComposerView, renderComposer } from '../composer/composer.ts';
import type { Chat } from '../feature/chat.ts';
import { renderHeader } from '../frame/header.ts';
import { readWords } from '../base/read-lists.ts';
import { isAnswering } from '../../conversation/state.ts';
import { gatePicture, linkAttributes } from '../../markdown/url-gate.ts';
import { type TranscriptView, renderTranscript } from '../chat/transcript.ts';

/** The chat, the state of its view, and the handlers of its controls. */
export interface PanelView extends Omit<TranscriptView, 'policy' | 'avatar' | 'end'> {
  readonly composer: Pick<ComposerView, 'handleInput' | 'handleKeydown' | 'handleSubmit'>;
  /** The live region for screen readers. */
  readonly liveRegion: HTMLElement;
  /** There is little height: small print and hints scroll with the messages. */
  readonly isShort: boolean;
  readonly handleEdge: () => void;
  readonly handleClose: () => void;
}

/** Header, transcript, notices, composer and small print: everything inside the panel's frame. */
export function renderPanel(view: PanelView): TemplateResult {
  const { chat, isShort } = view;
  const { host } = chat;
  // Nothing is loaded from elsewhere before the visitor has agreed.
  const imageSources = host.storage.isAllowed ? readWords(host.imageSources) : [];
  const avatar = gatePicture(host.avatar, imageSources);
  const below = [chat.draw('hints'), renderSmallPrint(chat)];
  return html`${renderEdge(view)} ${chat.draw('overlay')} ${renderTop(view, avatar)}
  ${renderTranscript({ ...view, policy: { imageSources }, avatar, end: isShort ? below : nothing })}
  ${isShort ? nothing : below[0]} ${chat.draw('aboveComposer')} ${renderBox(view)}
  ${isShort ? nothing : below[1]} ${host.mode === 'floating' ? chat.draw('corner') : nothing}
  ${view.liveRegion} ${renderEdge(view)}`;
}

function renderTop({ chat, handleClose }: PanelView, avatar: string | undefined): TemplateResult {
  const { host, strings } = chat;
  return renderHeader({
    strings: strings.current,
    heading: host.heading || strings.current.heading,
    headingLanguage: host.heading ? strings.ownLanguage : undefined,
    ownLanguage: strings.ownLanguage,
    subtitle: host.subtitle,
    avatar,
    canClose: host.mode === 'floating',
    tools: chat.draw('header'),
    handleClose,
  });
}

function renderBox({ chat, composer }: PanelView): TemplateResult {
  const { host, strings, state, asking } = chat;
  return renderComposer({
    ...composer,
    strings: strings.current,
    locale: strings.locale,
    placeholder: host.placeholder || strings.current.placeholder,
    draft: state.draft,
    isDisabled: host.disabled,
    isAnswering: isAnswering(state),
    isWaiting: asking.isTooEarly,
    tools: chat.draw('composer'),
  });
}

/** The slot `footer`, for content of the page below the composer, and the small print. */
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

/** Where Tab would leave a panel that covers the page; anywhere else it is not displayed. */
function renderEdge({ handleEdge }: PanelView): TemplateResult {
  return html`<i class="edge" tabindex="0" @focus=${handleEdge}></i>`;
}
