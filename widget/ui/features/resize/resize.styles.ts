import { css } from '../../base/css.ts';

/** Styles of the arc in the panel's corner. It shows while the pointer is over the corner or drags it. */
export const resizeStyles = css`
  .corner::before {
    content: '';
    position: absolute;
    inset-block-start: 5px;
    inset-inline-start: 5px;
    width: 12px;
    height: 12px;
    border: solid var(--_cf-ai-chat-muted);
    border-width: 0;
    border-block-start-width: 2px;
    border-inline-start-width: 2px;
    border-start-start-radius: 12px;
    opacity: 0;
    transition: opacity 0.15s;
  }
  .start .corner::before {
    inset-inline: auto 5px;
    border-inline-width: 0 2px;
    border-start-start-radius: 0;
    border-start-end-radius: 12px;
  }
  .corner:is(:hover, :active)::before {
    opacity: 1;
  }
`;
