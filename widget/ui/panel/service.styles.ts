import { css } from '../shell/css.ts';

/** Thumbs, comment box, citations, and the row above the composer. */
export const serviceStyles = css`
  .rating {
    display: flex;
    gap: 2px;
    margin-block-start: 4px;
    margin-inline-start: -9px;
  }
  .panel .thumb {
    width: 36px;
    height: 36px;
  }
  .thumb .icon {
    width: 18px;
    height: 18px;
  }
  .thumb.down .icon {
    transform: scale(-1);
  }
  .panel .thumb[aria-pressed='true'] {
    color: var(--_accent-text);
  }
  .thumb[aria-pressed='true'] path {
    fill: currentColor;
    fill-opacity: 0.25;
  }
  .panel .thumb:disabled {
    cursor: default;
  }
  .thumb:disabled:not([aria-pressed='true']) {
    opacity: 0.4;
  }
  .message.assistant .note.failure {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
    color: var(--_danger);
  }
  .comment {
    width: 100%;
    margin-block-start: 8px;
  }
  .comment label {
    display: block;
    color: var(--_muted);
    font-size: 13px;
  }
  .panel .comment textarea {
    display: block;
    width: 100%;
    min-height: 64px;
    margin-block-start: 4px;
    padding: 8px 12px;
    border: 1px solid var(--_field-line);
    border-radius: 12px;
    background: var(--_surface);
    color: var(--_text);
    /* Below 16px, iOS zooms the page when the box gets focus. */
    font-size: 16px;
    line-height: 1.4;
    resize: vertical;
  }
  .comment .actions {
    margin-block-start: 8px;
  }

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
    background: var(--_text) padding-box;
    color: var(--_surface);
    font-size: 13px;
    line-height: 1.4;
    text-decoration: none;
    translate: clamp(0px, var(--_center) - 50%, var(--_room) - 100%);
  }
  /* Out of a section that clips, and over the next one. */
  cf-ai-chat-section:has(.citation[data-title]:is(:hover, :focus-visible)) {
    position: relative;
    z-index: 1;
    overflow-clip-margin: 8em;
  }

  .wait {
    display: block;
    font-variant-numeric: tabular-nums;
  }
  .action:disabled {
    cursor: default;
    opacity: 0.55;
  }
  .allowance,
  .challenge {
    flex: none;
    width: calc(100% - 28px);
    max-width: 732px;
    margin: 0 auto;
    padding: 4px 10px;
    color: var(--_muted);
    font-size: 13px;
    line-height: 1.4;
  }
  .allowance a {
    color: inherit;
  }
  .challenge p {
    margin: 0;
  }
  .challenge ::slotted(div) {
    margin-block: 6px !important;
  }

  @media (forced-colors: active) {
    .thumb[aria-pressed='true'] {
      outline: 2px solid Highlight;
    }
  }
`;
