import { html, nothing, type TemplateResult } from './html.ts';
import { linkAttributes } from '../../markdown/url-gate.ts';

/** A link to a human. */
export interface ContactLinkView {
  /** As the page has set it. */
  readonly contactUrl: string;
  readonly label: string;
  /** Its class, of the place where it stands. */
  readonly look: string;
  readonly handleContact: (event: MouseEvent) => void;
}

/** The link to a human; nothing where there is no way to one. */
export function contactLink(view: ContactLinkView): TemplateResult | typeof nothing {
  const link = linkAttributes(view.contactUrl);
  if (!link) return nothing;
  return html`<a
    class=${view.look}
    part="contact"
    href=${link.href}
    rel=${link.rel}
    target=${link.target ?? nothing}
    @click=${view.handleContact}
    >${view.label}</a
  >`;
}
