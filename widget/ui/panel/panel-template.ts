import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ChatHost } from '../shell/chat-panel.ts';
import { type ComposerView, composerTemplate } from '../composer/composer.ts';
import { type HeaderView, headerTemplate } from './header.ts';
import { readLines, readWords } from './read-lists.ts';
import { settledLink } from '../message/link-attributes.ts';
import { type TranscriptView, transcriptTemplate } from '../transcript/transcript.ts';

/** What is read from the element's settings and the conversation. */
type Derived =
  | 'heading'
  | 'canClear'
  | 'canClose'
  | 'policy'
  | 'greeting'
  | 'suggestions'
  | 'contactUrl'
  | 'placeholder'
  | 'draft'
  | 'isDisabled'
  | 'isWaiting';

/** What the panel shows and whom it tells. */
export interface PanelView
  extends Omit<HeaderView, Derived>, Omit<TranscriptView, Derived>, Omit<ComposerView, Derived> {
  readonly host: ChatHost;
  /** What screen readers are told. */
  readonly announcement: string;
  readonly handleEdge: () => void;
}

/** Header, transcript, notices, composer and small print: everything inside the panel's frame. */
export function panelTemplate(view: PanelView): TemplateResult {
  const { host, state, strings, service } = view;
  const privacy = settledLink(host.privacyUrl);
  const isDisabled = host.disabled;
  return html`${edge(view)}
    ${headerTemplate({
      ...view,
      heading: host.heading || strings.heading,
      canClear: state.messages.length > 0,
      canClose: host.mode === 'floating',
    })}
    ${transcriptTemplate({
      ...view,
      policy: { imageSources: readWords(host.imageSources) },
      greeting: host.greeting || strings.greeting,
      suggestions: readLines(host.suggestions),
      contactUrl: host.contactUrl,
      isDisabled,
    })}
    ${service?.drawNotice()}
    ${composerTemplate({
      ...view,
      placeholder: host.placeholder || strings.placeholder,
      draft: state.draft,
      isDisabled,
      isWaiting: service?.isWaiting,
    })}
    <slot name="footer"></slot>
    <p class="disclaimer">
      ${host.disclaimer || strings.disclaimer}
      ${privacy ? html`<a href=${privacy.href} rel=${privacy.rel} target="_blank">${strings.privacy}</a>` : nothing}
    </p>
    <div class="visually-hidden" role="status">${view.announcement}</div>
    ${edge(view)}`;
}

/** Where Tab would leave a panel that covers the page; anywhere else it is not displayed. */
function edge({ handleEdge }: PanelView): TemplateResult {
  return html`<i class="edge" tabindex="0" @focus=${handleEdge}></i>`;
}
