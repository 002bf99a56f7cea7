import { css } from '../../base/css.ts';

/** The files of an answer. */
export const filesStyles = css`
  .files {
    flex-basis: 100%;
    margin: 12px 0 0;
    padding: 0;
    list-style: none;
  }
  .files li {
    margin-block-start: 8px;
    overflow-wrap: anywhere;
  }
  .files img {
    display: block;
    max-inline-size: 100%;
    block-size: auto;
    border-radius: 8px;
  }
`;
