import { css } from '../../base/css.ts';

/** Styles of the suggested questions under the last answer. */
export const followUpsStyles = css`
  .follow-ups {
    flex-basis: 100%;
    margin-block-start: 12px;
  }
  @media (prefers-reduced-motion: no-preference) {
    .follow-ups {
      animation: appear 0.2s backwards;
    }
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
`;
