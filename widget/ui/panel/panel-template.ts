import { html, nothing, type TemplateResult } from '../base/html.ts';
import type { ChatHost } from '../element/chat-panel.ts';
import { type ComposerView, composerTemplate } from '../composer/composer.ts';
import { type HeaderView, headerTemplate } from '../frame/header.ts';
import { readLines, readWords } from '../base/read-lists.ts';
import { gatePicture, linkAttributes } from '../../markdown/url-gate.ts';
import { type TranscriptView, transcriptTemplate } from '../chat/transcript.ts';

/** Fields that are read from the element's settings and the conversation. */
type Derived =
  | 'heading'
  | 'headingLanguage'
  | 'subtitle'
  | 'avatar'
  | 'canClose'
  | 'policy'
  | 'greeting'
  | 'greetingLanguage'
  | 'suggestions'
  | 'contactUrl'
  | 'placeholder'
  | 'draft'
  | 'isDisabled'
  | 'end';

/** The content of the panel, and the handlers of its controls. */
export interface PanelView
  extends Omit<HeaderView, Derived>, Omit<TranscriptView, Derived>, Omit<ComposerView, Derived> {
  readonly host: ChatHost;
  /** Language of the words that the page has brought, where it is not that of ours. */
  readonly ownLanguage: string | undefined;
  /** The live region for screen readers. */
  readonly liveRegion: HTMLElement;
  /** Above the composer: the bot check, the rest of the allowance, and messages that wait for the end of an answer. */
  readonly drawHints: () => unknown;
  /** The list of earlier conversations over all else; nothing while it is closed. */
  readonly drawHistory: () => unknown;
  /** Above the composer: the line that takes the last step back, and the question for consent. */
  readonly drawAboveComposer: () => unknown;
  /** There is little height: small print and hints scroll with the messages. */
  readonly isShort: boolean;
  /** Where a floating panel is resized. */
  readonly drawCorner: () => unknown;
  readonly handleEdge: () => void;
}

/** Header, transcript, notices, composer and small print: everything inside the panel's frame. */
export function panelTemplate(view: PanelView): TemplateResult {
  const { host, state, words } = view;
  const isDisabled = host.disabled;
  // Nothing is loaded from elsewhere before the visitor has agreed.
  const imageSources = host.storage.isAllowed ? readWords(host.imageSources) : [];
  const avatar = gatePicture(host.avatar, imageSources);
  const below = [view.drawHints(), smallPrint(view)];
  return html`${edge(view)} ${view.drawHistory()}
  ${headerTemplate({
    ...view,
    heading: host.heading || words.heading,
    headingLanguage: host.heading ? view.ownLanguage : undefined,
    subtitle: host.subtitle,
    avatar,
    canClose: host.mode === 'floating',
  })}
  ${transcriptTemplate({
    ...view,
    policy: { imageSources },
    avatar,
    greeting: host.greeting || words.greeting,
    greetingLanguage: host.greeting ? view.ownLanguage : undefined,
    suggestions: readLines(host.suggestions),
    contactUrl: host.contactUrl,
    isDisabled,
    end: view.isShort ? below : nothing,
  })}
  ${view.isShort ? nothing : below[0]} ${view.drawAboveComposer()}
  ${composerTemplate({
    ...view,
    placeholder: host.placeholder || words.placeholder,
    draft: state.draft,
    isDisabled,
  })}
  ${view.isShort ? nothing : below[1]} ${host.mode === 'floating' ? view.drawCorner() : nothing}
  ${view.liveRegion} ${edge(view)}`;
}

/** The slot `footer`, for content of the page below the composer, and the small print. */
function smallPrint({ host, words, ownLanguage }: PanelView): TemplateResult {
  const privacy = linkAttributes(host.privacyUrl);
  return html`<slot name="footer"></slot>
    <p class="disclaimer" part="disclaimer">
      ${host.disclaimer ? html`<span lang=${ownLanguage ?? nothing}>${host.disclaimer}</span>` : words.disclaimer}
      ${privacy ? html`<a href=${privacy.href} rel=${privacy.rel} target="_blank">${words.privacy}</a>` : nothing}
    </p>`;
}

/** Where Tab would leave a panel that covers the page; anywhere else it is not displayed. */
function edge({ handleEdge }: PanelView): TemplateResult {
  return html`<i class="edge" tabindex="0" @focus=${handleEdge}></i>`;
}
