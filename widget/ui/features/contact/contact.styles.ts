import { css } from '../../base/css.ts';

/** The way to a human, under the question that asks for it. */
export const contactStyles = css`
  .offer {
    display: flex;
    justify-content: flex-end;
    margin: 8px 0 0;
  }
`;
