import { html, nothing, type TemplateResult } from './html.ts';
import { askIcon } from './icons.ts';

/** Questions that are asked with one press. */
export interface SuggestionsView {
  readonly texts: readonly string[];
  /** Names the list. */
  readonly label: string;
  /** Language of a text, where it is not that of the words; empty where it is not known. */
  readonly languageOf: (text: string) => string | undefined;
  readonly isDisabled: boolean;
  readonly handleSuggestion: (text: string) => void;
}

/** The starter questions, and those that may follow an answer. Nothing where there are none. */
export function renderSuggestions(view: SuggestionsView): TemplateResult | typeof nothing {
  if (view.texts.length === 0) return nothing;
  return html`<ul class="suggestions" part="suggestions" aria-label=${view.label}>
    ${view.texts.map(
      (text) =>
        html`<li>
          <button
            class="suggestion"
            part="suggestion"
            type="button"
            ?disabled=${view.isDisabled}
            @click=${() => view.handleSuggestion(text)}
          >
            <bdi lang=${view.languageOf(text) ?? nothing}>${text}</bdi>${askIcon}
          </button>
        </li>`,
    )}
  </ul>`;
}
