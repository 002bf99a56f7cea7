import { css } from '../../base/css.ts';

/** Styles of formulas in the text of answers. */
export const formulaStyles = css`
  /* Not inline-block, whose baseline would be its lower edge as soon as it scrolls. */
  .markdown cf-ai-chat-formula {
    display: inline-flex;
    max-width: 100%;
    padding-block: 0.15em;
    margin-block: -0.15em;
    overflow: auto hidden;
    direction: ltr;
    unicode-bidi: isolate;
    scrollbar-width: thin;
  }
  .markdown pre > cf-ai-chat-formula {
    display: flex;
    margin-block: 0;
    padding: 6px 2px;
  }
  /* For copying; what is not drawn at all cannot be selected. */
  .markdown cf-ai-chat-formula + code {
    position: absolute;
    width: 1px;
    height: 1px;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .panel cf-ai-chat-formula:focus-visible {
    outline: 2px solid var(--_cf-ai-chat-accent-text);
    border-radius: 6px;
  }
`;
