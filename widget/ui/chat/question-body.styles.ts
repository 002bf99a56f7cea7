import { css } from '../base/css.ts';

/** Styles of a question's bubble. A long question is clamped to eight lines; a button shows the rest. */
export const questionBodyStyles = css`
  .asked {
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .bubble:not([data-open]) > .asked {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 8;
  }
  .panel .more {
    display: none;
    min-height: 28px;
    padding: 2px 8px;
    border-radius: 8px;
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
    font-weight: 550;
  }
  .panel .bubble[data-long] + .more {
    display: block;
  }
  .panel .more:hover {
    color: var(--_cf-ai-chat-text);
  }
  .more[aria-expanded='true'] > :first-child,
  .more[aria-expanded='false'] > :last-child {
    display: none;
  }
  @media (pointer: coarse) {
    .panel .more {
      min-height: 44px;
    }
  }
  @media print {
    .bubble:not([data-open]) > .asked {
      -webkit-line-clamp: none;
    }
    .panel .bubble[data-long] + .more {
      display: none;
    }
  }
`;
