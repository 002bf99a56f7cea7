import { css } from '../../base/css.ts';

/** The time to wait, and the row with the rest of the allowance. */
export const limitsStyles = css`
  .wait {
    display: block;
    text-indent: 0;
    font-variant-numeric: tabular-nums;
  }
  .action:disabled {
    cursor: default;
    opacity: 0.55;
  }
  .hint a {
    color: inherit;
    white-space: nowrap;
  }
`;
