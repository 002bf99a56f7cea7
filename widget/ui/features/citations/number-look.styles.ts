import { css } from '../../base/css.ts';

/** A number that names a source looks the same in the text, on its card and in the list. */
export const numberLook = css`
  border-radius: 8px;
  background: var(--_cf-ai-chat-hover);
  color: var(--_cf-ai-chat-muted);
  font-size: 11px;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`;
