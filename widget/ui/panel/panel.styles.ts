import { css } from '../shell/css.ts';

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
    box-shadow: 0 12px 48px var(--_shade);
  }
  .floating.start .panel {
    inset-inline: 0 auto;
  }
  .edge {
    display: none;
  }
  @media (max-width: 480px) {
    .floating .edge {
      display: block;
    }
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
    .composer:focus-within {
      outline: 2px solid Highlight;
    }
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
`;
