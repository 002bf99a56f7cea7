import { css } from '../../base/css.ts';

/** Styles of waiting messages above the composer, and of the button that queues one. */
export const queueStyles = css`
  .queue {
    flex: none;
    width: calc(100% - 32px);
    max-width: 728px;
    /* Its end and the focus ring around the composer do not touch. */
    margin: 4px auto;
    color: var(--_cf-ai-chat-muted);
    font-size: 14px;
  }
  .queue p {
    display: flex;
    align-items: center;
    gap: 6px;
    margin: 0;
    padding: 2px 10px 4px;
    font-size: 13px;
  }
  /* Where there is little height, it stands at the end of the transcript, and its first line at the end of the view. */
  .content .queue {
    display: contents;
  }
  .content .queue p {
    position: sticky;
    inset-block-end: 0;
    /* Over the fade at the end of the view. */
    z-index: 1;
    margin-block-start: 4px;
    /* Beside the button that leads to the end. */
    padding-inline-end: 120px;
    background: var(--_cf-ai-chat-surface);
    box-shadow: 0 -6px 6px var(--_cf-ai-chat-surface);
  }
  .queue ul {
    display: grid;
    gap: 4px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .queue li {
    display: flex;
    align-items: center;
    gap: 8px;
    min-width: 0;
    padding-inline-start: 14px;
    border-radius: 14px;
    background: var(--_cf-ai-chat-hover);
  }
  .panel .queue .icon {
    flex: none;
    width: 16px;
    height: 16px;
  }
  .queue .quiet .icon:dir(rtl) {
    scale: -1 1;
  }
  .queue span {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    color: var(--_cf-ai-chat-text);
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .panel .queue .quiet {
    flex: none;
    width: 36px;
    height: 36px;
    border-radius: 12px;
  }
  .panel .send-next {
    position: relative;
    display: grid;
    place-items: center;
    flex: none;
    width: 38px;
    height: 38px;
    margin-inline-end: 6px;
    padding: 0;
    border: 1px solid var(--_cf-ai-chat-field-line);
    border-radius: 50%;
    background: none;
    cursor: pointer;
    touch-action: manipulation;
  }
  /* The target is 44 px, the drawing 38. */
  .send-next::after {
    content: '';
    position: absolute;
    inset: -3px;
  }
  .send-next:hover {
    background: var(--_cf-ai-chat-hover);
  }
  .panel .send-next[aria-disabled='true'] {
    color: var(--_cf-ai-chat-muted);
    cursor: default;
    opacity: 0.5;
  }
  @media (pointer: coarse) {
    .panel .queue .quiet {
      width: 44px;
      height: 44px;
    }
  }
  @media (forced-colors: active) {
    .queue li {
      border: 1px solid;
    }
  }
  @media print {
    .queue {
      display: none;
    }
  }
`;
