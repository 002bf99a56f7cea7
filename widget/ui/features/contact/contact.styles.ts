import { css } from '../../base/css.ts';

/** The way to a human, under the question that asks for it, and under an answer that is none. */
export const contactStyles = css`
  .offer {
    display: flex;
    justify-content: flex-end;
    margin: 8px 0 0;
  }
  .offer.unsure {
    flex-basis: 100%;
    justify-content: flex-start;
  }
`;
