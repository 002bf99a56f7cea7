import { css } from '../../base/css.ts';

/** Styles of the time to wait, and of the row with the questions left. */
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
