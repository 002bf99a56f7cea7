import { html, nothing, type TemplateResult } from './html.ts';

/** A button with a sign: in the row under an answer, or beside a question. */
export interface Tool {
  readonly label: string;
  readonly sign: TemplateResult;
  /** Its class. */
  readonly look?: string;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  /** It can have focus, and does nothing now. */
  readonly isBlocked?: boolean;
  readonly handle: (event: Event) => void;
  /** It may be pressed soon. */
  readonly handleIntent?: () => void;
}

/** Draws a tool. */
export function renderTool({ label, sign, look = '', isDisabled = false, ...tool }: Tool): TemplateResult {
  const { isPressed, isBlocked, handle, handleIntent } = tool;
  return html`<button
    class="quiet tool ${look}"
    type="button"
    title=${label}
    aria-label=${label}
    aria-pressed=${isPressed ?? nothing}
    aria-disabled=${isBlocked ?? nothing}
    ?disabled=${isDisabled}
    @pointerenter=${handleIntent}
    @focus=${handleIntent}
    @click=${handle}
  >
    ${sign}
  </button>`;
}
