import { html, nothing, type TemplateResult } from './html.ts';

/** A button with an icon, in the row under an answer or beside a question. */
export interface Tool {
  readonly label: string;
  readonly sign: TemplateResult;
  /** Additional CSS class. */
  readonly look?: string;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  /** Whether the button can have focus but does nothing at present. */
  readonly isBlocked?: boolean;
  readonly handle: (event: Event) => void;
  /** Called when the visitor will probably press the button, such as on hover. */
  readonly handleIntent?: () => void;
}

/** Draws the button. */
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
