import { css } from '../../base/css.ts';

/** Styles of the link to a human under a question that asks for one, and under an answer that found nothing. */
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
