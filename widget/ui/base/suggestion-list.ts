import { html, nothing, type TemplateResult } from './html.ts';
import { askIcon } from './icons.ts';

/** A list of questions, each asked with one press. */
export interface SuggestionsView {
  readonly texts: readonly string[];
  /** Accessible name of the list. */
  readonly label: string;
  /** Language of a text, if it differs from the interface's; empty where it is unknown. */
  readonly languageOf: (text: string) => string | undefined;
  readonly isDisabled: boolean;
  readonly handleSuggestion: (text: string) => void;
}

/** Draws starter questions, or questions that may follow an answer. Draws nothing without texts. */
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
