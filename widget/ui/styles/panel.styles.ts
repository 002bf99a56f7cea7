import { css } from './css.ts';

/** Everything inside the panel. Logical properties only: the same rules serve both writing directions. */
export const panelStyles = css`
  .panel {
    position: relative;
    display: flex;
    flex-direction: column;
    height: 100%;
    min-height: inherit;
    overflow: hidden;
    background: var(--_surface);
    color: var(--_text);
    -webkit-text-size-adjust: none;
  }
  .inline .panel,
  .floating .panel {
    border: 1px solid var(--_line);
    border-radius: var(--cf-ai-chat-radius, 18px);
  }
  .floating .panel {
    position: absolute;
    inset-block-end: 72px;
    inset-inline-end: 0;
    width: min(var(--cf-ai-chat-width, 400px), 100vw - 40px);
    height: min(var(--cf-ai-chat-height, 660px), 100vh - 112px);
    height: min(var(--cf-ai-chat-height, 660px), 100dvh - 112px);
    box-shadow:
      0 2px 8px #0f172a14,
      0 16px 48px var(--_shade);
  }
  .floating.start .panel {
    inset-inline: 0 auto;
  }
  @media (max-width: 480px) {
    .floating .panel,
    .floating.start .panel {
      position: fixed;
      inset: var(--_viewport-top, 0) 0 auto;
      width: auto;
      height: var(--_viewport-height, 100%);
      border: 0;
      border-radius: 0;
    }
    .floating.opened .launcher {
      visibility: hidden;
    }
  }
  .launcher:hover {
    filter: brightness(1.08);
  }
  .panel,
  .panel * {
    box-sizing: border-box;
  }
  .root {
    display: contents;
  }
  .panel :is(button, textarea) {
    font: inherit;
    color: inherit;
  }
  .panel :is(a, button, textarea, .transcript, pre, table, summary):focus-visible {
    outline: 2px solid var(--_accent-text);
    outline-offset: 2px;
  }
  .panel .transcript:focus-visible {
    outline-offset: -3px;
  }
  /* The box around it shows the focus. */
  .panel .input:focus-visible {
    outline: none;
  }
  .panel [hidden] {
    display: none !important;
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .header {
    display: flex;
    align-items: center;
    gap: 4px;
    flex: none;
    min-height: 56px;
    padding: 6px 8px;
    padding-block-start: max(6px, env(safe-area-inset-top));
    padding-inline-start: 18px;
    border-block-end: 1px solid var(--_line);
  }
  .heading {
    flex: 1;
    min-width: 0;
    margin: 0;
    overflow: hidden;
    font-size: 16px;
    font-weight: 650;
    line-height: 1.3;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .quiet {
    display: grid;
    place-items: center;
    flex: none;
    width: 44px;
    height: 44px;
    padding: 0;
    border: 0;
    border-radius: 10px;
    background: none;
    color: var(--_muted);
    cursor: pointer;
  }
  .quiet:hover {
    background: var(--_hover);
    color: var(--_text);
  }
  .panel .icon {
    width: 20px;
    height: 20px;
  }

  .scroll-area {
    position: relative;
    display: flex;
    flex: 1;
    min-height: 0;
  }
  .transcript {
    flex: 1;
    min-width: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }
  .content {
    display: flex;
    flex-direction: column;
    min-height: 100%;
    max-width: 760px;
    margin-inline: auto;
    padding: 18px;
  }
  .messages {
    display: flex;
    flex-direction: column;
    gap: 18px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .message {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    min-width: 0;
    max-width: 100%;
  }
  .message > * {
    max-width: 100%;
  }
  .message > .markdown {
    width: 100%;
  }
  .message.user {
    align-items: flex-end;
  }
  .bubble {
    max-width: 85%;
    padding: 9px 14px;
    border-radius: 18px;
    border-end-end-radius: 6px;
    background: var(--_bubble);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .message.failed .bubble {
    background: none;
    box-shadow: inset 0 0 0 1px var(--_danger);
  }
  .note {
    margin: 6px 0 0;
    color: var(--_muted);
    font-size: 13px;
  }
  .message.failed .note {
    color: var(--_danger);
  }

  .empty {
    display: flex;
    flex-direction: column;
    flex: 1;
    justify-content: space-between;
    gap: 24px;
  }
  .content > slot[name='empty'] {
    display: flex;
    flex: 1;
  }
  .greeting {
    font-size: 20px;
    line-height: 1.4;
  }
  .suggestions {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    gap: 8px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .suggestion {
    min-height: 44px;
    padding: 9px 16px;
    border: 1px solid var(--_line);
    border-radius: 22px;
    background: none;
    text-align: start;
    cursor: pointer;
  }
  .suggestion:hover {
    border-color: var(--_field-line);
    background: var(--_hover);
  }

  .sources {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin: 10px 0 0;
    padding: 0;
    list-style: none;
  }
  .sources li {
    display: flex;
    min-width: 0;
    max-width: 100%;
  }
  .source {
    display: flex;
    align-items: center;
    gap: 7px;
    min-width: 0;
    min-height: 28px;
    padding-block: 3px;
    padding-inline: 4px 11px;
    border: 1px solid var(--_line);
    border-radius: 14px;
    color: var(--_muted);
    font-size: 13px;
    line-height: 1.3;
    text-decoration: none;
  }
  a.source:hover {
    border-color: var(--_field-line);
    color: var(--_text);
  }
  .source .number {
    flex: none;
    min-width: 20px;
    padding-inline: 5px;
    border-radius: 10px;
    background: var(--_hover);
    color: var(--_text);
    font-size: 12px;
    font-variant-numeric: tabular-nums;
    line-height: 20px;
    text-align: center;
  }
  .source .title {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .error {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 4px 10px;
    margin-block-start: 18px;
    padding: 12px 14px;
    border: 1px solid transparent;
    border-radius: 12px;
    background: var(--_danger-surface);
    color: var(--_danger);
  }
  .error p {
    margin: 0;
    align-self: center;
  }
  .error .actions {
    grid-column: 2;
    margin-block-start: 6px;
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
    border: 1px solid var(--_field-line);
    border-radius: 18px;
    background: var(--_surface);
    color: var(--_text);
    font-weight: 550;
    text-decoration: none;
    cursor: pointer;
  }
  .action:hover {
    background: var(--_hover);
  }

  .typing {
    display: inline-flex;
    gap: 5px;
    padding: 9px 2px;
  }
  .messages + .typing {
    margin-block-start: 12px;
  }
  .typing i {
    width: 7px;
    height: 7px;
    border-radius: 50%;
    background: var(--_muted);
    animation: typing 1.2s infinite ease-in-out;
  }
  .typing i:nth-child(2) {
    animation-delay: 0.15s;
  }
  .typing i:nth-child(3) {
    animation-delay: 0.3s;
  }
  @keyframes typing {
    0%,
    60%,
    100% {
      opacity: 0.3;
    }
    30% {
      opacity: 1;
      transform: translateY(-3px);
    }
  }

  .latest {
    position: absolute;
    inset-block-end: 12px;
    inset-inline-start: calc(50% - 22px);
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    padding: 0;
    border: 1px solid var(--_line);
    border-radius: 50%;
    background: var(--_surface);
    box-shadow: 0 4px 14px #0003;
    cursor: pointer;
  }

  .composer {
    position: relative;
    display: flex;
    align-items: flex-end;
    flex: none;
    width: calc(100% - 28px);
    max-width: 732px;
    margin: 4px auto 0;
    padding: 5px;
    border: 1px solid var(--_field-line);
    border-radius: 24px;
    background: var(--_surface);
  }
  .composer:focus-within {
    border-color: var(--_accent-text);
    box-shadow: 0 0 0 1px var(--_accent-text);
  }
  .panel .input {
    flex: 1;
    min-width: 0;
    min-height: 38px;
    max-height: 168px;
    margin: 0;
    padding: 7px 10px;
    border: 0;
    background: none;
    /* Below 16px, iOS zooms the page when the box gets focus. */
    font-size: 16px;
    line-height: 24px;
    resize: none;
    field-sizing: content;
  }
  .input::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .count {
    position: absolute;
    inset-block-start: -26px;
    inset-inline-end: 10px;
    padding: 1px 8px;
    border-radius: 10px;
    background: var(--_surface);
    color: var(--_muted);
    font-size: 12px;
    font-variant-numeric: tabular-nums;
  }
  .count.over {
    color: var(--_danger);
    font-weight: 650;
  }
  .panel .send {
    position: relative;
    display: grid;
    place-items: center;
    flex: none;
    width: 38px;
    height: 38px;
    padding: 0;
    border: 0;
    border-radius: 50%;
    background: var(--_accent);
    color: var(--_on-accent);
    cursor: pointer;
    touch-action: manipulation;
  }
  /* The target is 44 px, the drawing 38. */
  .send::after {
    content: '';
    position: absolute;
    inset: -3px;
  }
  .panel .send[aria-disabled='true'] {
    background: var(--_hover);
    color: var(--_muted);
    cursor: default;
  }

  .disclaimer {
    flex: none;
    margin: 0;
    padding: 8px 18px 10px;
    padding-block-end: max(10px, env(safe-area-inset-bottom));
    color: var(--_muted);
    font-size: 12px;
    line-height: 1.4;
    text-align: center;
  }
  .disclaimer a {
    color: inherit;
  }

  @media (forced-colors: active) {
    .panel :is(.bubble, .error, .send, .latest) {
      border: 1px solid CanvasText;
    }
    .panel .send[aria-disabled='true'] {
      color: GrayText;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .typing i {
      animation: none;
      opacity: 0.6;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .floating .panel {
      animation: rise 0.18s ease-out;
    }
    @keyframes rise {
      from {
        opacity: 0;
        transform: translateY(10px) scale(0.985);
      }
    }
  }
`;
