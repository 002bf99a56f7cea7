import { css } from '../../base/css.ts';
import { numberLook } from './number-look.styles.ts';

/** An invisible character that forbids a line break at its position. */
const WORD_JOINER = '\u2060';

/**
 * Chips that stand over the line and do not change its height. Their text is `[1]` with the space before it; the visible
 * number is drawn by a style. They are inline, so that a full stop after a chip stays on the same line.
 */
export const citationsStyles = css`
  .panel .citation {
    position: relative;
    ${numberLook}
    /* A full stop that follows stands close to the number. */
    margin-inline: 2px 0;
    /* Around the number's baseline: text of no size has no height of its own. */
    padding: 11px 4px 4px;
    font-size: 0;
    line-height: 0;
    text-decoration: none;
    vertical-align: 4px;
    white-space: nowrap;
    cursor: pointer;
  }
  .citation::before {
    /* The joiner keeps the chip on the line of the character before it, in scripts without spaces. */
    content: '${WORD_JOINER}' attr(data-number);
    font-size: 11px;
    font-style: normal;
    line-height: 1;
  }
  .panel .citation:is(:hover, :focus-visible) {
    background: var(--_cf-ai-chat-accent-text);
    color: var(--_cf-ai-chat-surface);
  }
  .panel .citation:focus-visible {
    outline: 2px solid var(--_cf-ai-chat-accent-text);
    outline-offset: 1px;
  }
  /* As large as a target is to be. */
  .citation::after {
    content: '';
    position: absolute;
    inset: -5px -4px;
  }
  @media (pointer: coarse) {
    .citation::after {
      inset: -15px -12px;
    }
  }
  @media (forced-colors: active) {
    .panel .citation {
      outline: 1px solid;
    }
  }
`;
