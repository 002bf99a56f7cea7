import { dots } from '../../../base/icons.ts';
import { html, nothing, type TemplateResult } from '../../../base/html.ts';
import type { ReasoningPart } from '../../../../protocol/chat-message.ts';
import type { Strings } from '../../../strings/strings.ts';

/** The model's thoughts as one line, which the visitor can open. `isThinking`: whether they still stream. */
export function renderThoughts(
  { text }: ReasoningPart,
  isThinking: boolean,
  strings: Strings,
): TemplateResult | typeof nothing {
  if (text.trim() === '') return nothing;
  return html`<details class="thoughts" part="thoughts">
    <summary>
      ${isThinking ? html`<span class="typing" part="typing" aria-hidden="true">${dots}</span>` : nothing}
      ${isThinking ? strings.thinking : strings.thoughts}
    </summary>
    <p dir="auto">${text}</p>
  </details>`;
}
