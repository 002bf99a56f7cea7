import { css } from '../base/css.ts';

/** Styles of the panel's frame: its position, and the opening animation. Added by `launcher.js`, or else with the panel. */
export const frameStyles = css`
  .panel {
    position: relative;
    display: flex;
    flex-direction: column;
    box-sizing: border-box;
    overflow: hidden;
    background: var(--_cf-ai-chat-surface);
    color: var(--_cf-ai-chat-text);
  }
  .inline .panel,
  .floating .panel {
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: var(--cf-ai-chat-radius, 18px);
  }
  .floating .panel {
    position: absolute;
    inset-block-end: 0;
    inset-inline-end: 0;
    width: min(var(--_cf-ai-chat-width, var(--cf-ai-chat-width, 400px)), 100vw - 40px);
    height: min(
      var(--_cf-ai-chat-height, var(--cf-ai-chat-height, 660px)),
      100vh - 40px - var(--_cf-ai-chat-lift, 0px)
    );
    height: min(
      var(--_cf-ai-chat-height, var(--cf-ai-chat-height, 660px)),
      100dvh - 40px - var(--_cf-ai-chat-lift, 0px)
    );
    box-shadow: var(--cf-ai-chat-shadow, 0 12px 48px var(--_cf-ai-chat-shade));
    /* It grows from the corner of the launcher. */
    transform-origin: 100% 100%;
  }
  .floating.start .panel {
    inset-inline: 0 auto;
  }
  /* The panel has a button of its own. */
  .floating.opened .launcher {
    visibility: hidden;
  }
  .floating.start .panel,
  .floating .panel:dir(rtl) {
    transform-origin: 0 100%;
  }
  .floating.start .panel:dir(rtl) {
    transform-origin: 100% 100%;
  }
  @media (max-width: 480px), (max-height: 479.98px) {
    .floating .panel,
    .floating.start .panel {
      position: fixed;
      inset: var(--_cf-ai-chat-viewport-top, 0) var(--_cf-ai-chat-right, 0) auto var(--_cf-ai-chat-left, 0);
      width: auto;
      height: var(--_cf-ai-chat-viewport-height, 100%);
      border: 0;
      border-radius: 0;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .floating .panel {
      animation: grow 0.2s cubic-bezier(0.2, 0.8, 0.2, 1);
    }
    @keyframes grow {
      from {
        opacity: 0;
        transform: scale(0.9);
      }
    }
  }
`;
