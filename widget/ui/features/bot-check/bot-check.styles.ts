import { css } from '../../base/css.ts';

/** Styles of the row with the bot check. */
export const botCheckStyles = css`
  .bot-check p {
    margin: 0;
  }
  .bot-check ::slotted(div) {
    margin-block: 6px !important;
  }
`;
