import { css } from '../shell/css.ts';

/** Citations and the titles of their sources. */
export const citationsStyles = css`
  .panel a.citation {
    text-decoration-style: dotted;
  }
  /* Against the answer, not the number: it must not reach out of the panel. */
  .message > .markdown {
    position: relative;
  }
  .citation[data-title]:is(:hover, :focus-visible)::after {
    content: attr(data-title);
    position: absolute;
    left: 0;
    z-index: 1;
    box-sizing: border-box;
    max-width: 100%;
    margin-block-start: 1.5em;
    padding: 4px 10px;
    /* Reaches up to the number, and is seen where colours are forced. */
    border: 4px solid transparent;
    border-radius: 12px;
    background: var(--_cf-ai-chat-text) padding-box;
    color: var(--_cf-ai-chat-surface);
    font-size: 13px;
    line-height: 1.4;
    text-decoration: none;
    translate: clamp(0px, var(--_cf-ai-chat-center) - 50%, var(--_cf-ai-chat-room) - 100%);
  }
  /* Out of a section that clips, and over the next one. */
  cf-ai-chat-section:has(.citation[data-title]:is(:hover, :focus-visible)) {
    position: relative;
    z-index: 1;
    overflow-clip-margin: 8em;
  }
`;
