import { css } from '../base/css.ts';

/** Styles of the scrolling list of messages, the greeting, and the failure row. */
export const transcriptStyles = css`
  .scroll-area {
    position: relative;
    display: flex;
    flex: 1;
    min-height: 0;
    container-type: inline-size;
    /* The size of the panel. Inherited, it would make browsers compute the styles of all messages again when it changes. */
    --_cf-ai-chat-width: initial;
    --_cf-ai-chat-height: initial;
    --_cf-ai-chat-viewport-top: initial;
    --_cf-ai-chat-viewport-height: initial;
  }
  /* What scrolls under the composer fades. */
  .scroll-area::after {
    content: '';
    position: absolute;
    inset: auto 0 0;
    height: 40px;
    background: linear-gradient(transparent 22px, var(--_cf-ai-chat-surface));
    pointer-events: none;
  }
  @media (forced-colors: active) {
    .scroll-area::after {
      display: none;
    }
  }
  /* The button that leads to the end stands where text has faded: it covers no line that is read. */
  .scroll-area:has(.latest:not([hidden]))::after {
    display: block;
    background: linear-gradient(transparent, var(--_cf-ai-chat-surface) 16px);
  }
  .transcript {
    flex: 1;
    min-width: 0;
    overflow-y: auto;
    /* A link that the Tab key goes to stands above that button. */
    scroll-padding-block-end: 40px;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    /* Text that grows past the view would else be wrapped anew when the scrollbar comes. */
    scrollbar-gutter: stable;
  }
  .content {
    display: flex;
    flex-direction: column;
    min-height: 100%;
    --_cf-ai-chat-gutter: (100cqi - 100%);
    max-width: calc(760px - var(--_cf-ai-chat-gutter));
    margin-inline: auto;
    padding: 18px 16px;
    /* With the room for a scrollbar as wide as at the start. */
    padding-inline-end: calc(16px - var(--_cf-ai-chat-gutter));
  }
  .messages {
    display: flex;
    flex-direction: column;
    gap: 18px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .empty {
    display: flex;
    flex-direction: column;
    flex: 1;
    gap: 16px;
  }
  .content > slot[name='empty'] {
    display: flex;
    flex: 1;
  }
  /* In the middle of what the suggestions leave. */
  .welcome {
    display: grid;
    justify-items: center;
    gap: 16px;
    margin-block: auto;
    text-align: center;
  }
  .empty .mark {
    --_cf-ai-chat-mark: 56px;
  }
  .greeting {
    max-width: 100%;
    /* Of large text too, a line holds twelve characters of Japanese. */
    font-size: clamp(1em, 8cqi, 1.6em);
    line-height: 1.3;
    letter-spacing: -0.015em;
    text-wrap: balance;
  }
  .greeting strong {
    color: var(--_cf-ai-chat-accent-text);
    font-weight: 650;
  }
  .suggestions {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr));
    gap: 8px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .suggestions li {
    display: flex;
  }
  /* There are two columns at most. */
  .suggestions li:last-child:nth-child(odd) {
    grid-column: 1 / -1;
  }
  .panel .suggestion {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    width: 100%;
    min-height: 48px;
    padding: 10px 16px;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: max(14px, var(--_cf-ai-chat-control-radius));
    line-height: 1.4;
    text-align: start;
    overflow-wrap: anywhere;
  }
  .suggestion .icon {
    flex: none;
    color: var(--_cf-ai-chat-muted);
  }
  .panel .suggestion .icon {
    width: 16px;
    height: 16px;
  }
  .suggestion .icon:dir(rtl) {
    scale: -1 1;
  }
  .suggestion:hover {
    border-color: transparent;
    background: var(--_cf-ai-chat-hover);
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-start: 12px;
  }
  .panel .action {
    display: inline-grid;
    place-items: center;
    min-height: 36px;
    padding: 5px 16px;
    border: 1px solid var(--_cf-ai-chat-field-line);
    border-radius: 22px;
    background: var(--_cf-ai-chat-surface);
    color: var(--_cf-ai-chat-text);
    font-weight: 550;
    text-decoration: none;
  }
  .action:hover {
    background: var(--_cf-ai-chat-hover);
  }
  .reconnecting {
    margin: 12px 0 0;
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
    animation: reconnecting 0.2s 1s backwards;
  }
  @keyframes reconnecting {
    from {
      opacity: 0;
    }
  }
  .panel .latest {
    position: absolute;
    z-index: 1;
    /* In the middle: at the side stand the Copy button of code and the edge of a wide table. */
    inset: auto 0 2px;
    display: flex;
    align-items: center;
    gap: 4px;
    width: fit-content;
    min-width: 28px;
    height: 28px;
    margin-inline: auto;
    padding: 0 5px;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 14px;
    background: var(--_cf-ai-chat-surface);
    font-size: 13px;
    line-height: 1;
    font-weight: 550;
  }
  /* Lines are left their beginning, where the next steps of a failed answer stand. */
  .scroll-area:has(.message:last-child .next) .latest {
    margin-inline-end: max(16px, (100% - 728px) / 2);
  }
  .panel .latest.new {
    border-color: transparent;
    background: var(--_cf-ai-chat-accent);
    color: var(--_cf-ai-chat-on-accent);
  }
  @media (pointer: coarse) {
    /* Drawn smaller than its target: a finger may press the fade above it. */
    .panel .scroll-area .latest {
      min-width: 28px;
      min-height: 28px;
    }
    .latest::after {
      content: '';
      position: absolute;
      inset: -16px -8px 0;
    }
  }
`;
