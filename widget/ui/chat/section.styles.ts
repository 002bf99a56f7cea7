import { css } from '../base/css.ts';

/** The sections of a long answer, which browsers skip where they are out of view. */
export const sectionStyles = css`
  .markdown > cf-ai-chat-section {
    display: block;
  }
  /*
   * What is out of view keeps the size it had in view; the last section, which grows, is always drawn. The margins take
   * back room for outlines, which are clipped. Not in WebKit, which does not hold the reader's place where a size changes.
   */
  @supports (overflow-anchor: auto) {
    .markdown > cf-ai-chat-section {
      contain-intrinsic-size: auto 60em;
      padding: 4px 6px;
      margin: -4px -6px -8px;
    }
    .markdown > cf-ai-chat-section:not(:last-child) {
      content-visibility: auto;
    }
  }
`;
