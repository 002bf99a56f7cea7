import { css } from '../base/css.ts';

/** Styles of the floating panel on narrow or low screens, where `frame.styles.ts` makes it cover the page. */
export const sheetStyles = css`
  .edge {
    display: none;
  }
  @media (max-width: 480px), (max-height: 479.98px) {
    .floating .edge {
      display: block;
    }
    .corner {
      display: none;
    }
    .floating .panel {
      padding-right: env(safe-area-inset-right);
      padding-left: env(safe-area-inset-left);
    }
    /* While a keyboard comes and goes, the page would be seen below the panel. */
    .floating.opened::backdrop {
      background: var(--_cf-ai-chat-surface, Canvas);
    }
  }
  .panel:focus-visible {
    outline: none;
  }
  .page .panel {
    position: absolute;
    inset: var(--_cf-ai-chat-viewport-top, 0) 0 auto;
    height: var(--_cf-ai-chat-viewport-height, 100%);
    padding-right: env(safe-area-inset-right);
    padding-left: env(safe-area-inset-left);
  }
  .short .scroll-area {
    min-height: 50%;
  }
  .short :is(.header, .history-bar) {
    min-height: 44px;
    padding-block: env(safe-area-inset-top) 0;
    border: 0;
    box-shadow: 0 1px var(--_cf-ai-chat-line);
  }
  .short .header .mark {
    --_cf-ai-chat-mark: 28px;
  }
  .panel.short .quiet:focus-visible {
    outline-offset: -3px;
    box-shadow: none;
  }
  /* Over the messages: between them and the composer, which may have several lines, there is no room. */
  .short .undo {
    position: absolute;
    inset: calc(52px + env(safe-area-inset-top)) 0 auto;
  }
  .short .subtitle {
    display: none;
  }
  .short .content {
    padding-block: 10px;
  }
  .short .greeting {
    font-size: 1.2em;
  }
  .short .empty .mark {
    display: none;
  }
  .short .disclaimer {
    margin-block-start: auto;
    padding: 14px 0 0;
  }
  /* Over the text: there is no room beside it. */
  .short .count {
    border: 1px solid var(--_cf-ai-chat-line);
  }
  .short .composer {
    padding: 1px;
    margin-block: 0 max(clamp(1px, 5vh - 10px, 6px), env(safe-area-inset-bottom));
  }
  .panel.short .input {
    max-height: max(38px, var(--_cf-ai-chat-viewport-height) / 2 - 60px);
  }
  @media (pointer: coarse) {
    .panel :is(button, .action, a.source, summary) {
      min-width: 44px;
      min-height: 44px;
    }
    /* On a low screen they are drawn smaller than their targets. */
    .panel .composer button {
      min-width: 38px;
      min-height: 38px;
    }
    .panel:not(.short) .input {
      min-height: 44px;
      padding-block: 10px;
    }
    .panel:not(.short) .composer {
      padding-block: 2px;
    }
    .panel:not(.short) .composer button {
      min-width: 44px;
      min-height: 44px;
      margin-block-end: 0;
    }
    .panel:not(.short) .composer {
      padding-inline-end: 2px;
    }
  }
`;
