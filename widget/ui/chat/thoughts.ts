import { html, nothing, type TemplateResult } from '../base/html.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { Words } from '../words/words.ts';
import { dots } from './waiting.ts';

/** The model's thoughts as one line that opens; nothing where it has told none. */
export function thoughtsLine(
  { parts }: ChatMessage,
  isThinking: boolean,
  words: Words,
): TemplateResult | typeof nothing {
  const text = parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('');
  if (text.trim() === '') return nothing;
  return html`<details class="thoughts" part="thoughts">
    <summary>
      ${isThinking ? html`<span class="typing" part="typing" aria-hidden="true">${dots}</span>` : nothing}
      ${isThinking ? words.thinking : words.thoughts}
    </summary>
    <p dir="auto">${text}</p>
  </details>`;
}
