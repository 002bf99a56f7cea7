import { css } from '../../base/css.ts';

/** Styles of the thumbs, and of the thanks beside them. */
export const ratingsStyles = css`
  .rating {
    display: flex;
  }
  .thumb.down .icon {
    transform: scale(-1);
  }
  .panel .thumb[aria-pressed='true'] {
    color: var(--_cf-ai-chat-accent-text);
  }
  .thumb[aria-pressed='true'] path {
    fill: currentColor;
    fill-opacity: 0.25;
  }
  .panel .thumb[aria-pressed='true']:disabled {
    opacity: 1;
  }
  .thanks {
    min-width: 0;
    margin-inline-start: 6px;
    overflow: hidden;
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  @media (forced-colors: active) {
    .thumb[aria-pressed='true'] {
      outline: 2px solid Highlight;
    }
  }
`;
