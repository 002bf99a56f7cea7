import { css } from '../../base/css.ts';

/** The common style of source numbers: in the text, on the card and in the list. */
export const numberLook = css`
  border-radius: 8px;
  background: var(--_cf-ai-chat-hover);
  color: var(--_cf-ai-chat-muted);
  font-size: 11px;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`;
