import { css } from '@lit/reactive-element/css-tag.js';

const darkFrame = css`
  color-scheme: dark;
  --_surface: #17191f;
  --_border: #2e323b;
  --_shadow: 0 2px 8px #0006, 0 16px 48px #0009;
`;

// Inner `!important` beats any host rule, outer `!important` included: the shadow cascade is reversed.
// Everything is in px, because the host page owns the root font size.
/** The frame, the launcher and the empty panel: all that is needed before the panel's code is here. */
export const shellStyles = css`
  :host {
    --_accent: var(--cf-ai-chat-accent-color, #2f54eb);
    --_on-accent: #fff;
    --_radius: var(--cf-ai-chat-radius, 18px);
    --_font: var(
      --cf-ai-chat-font-family,
      system-ui,
      -apple-system,
      'Segoe UI',
      Roboto,
      'Noto Sans',
      sans-serif
    );
    display: block;
  }
  :host(:state(floating)) {
    display: contents !important;
  }
  :host([hidden]) {
    display: none !important;
  }
  .base,
  .base * {
    box-sizing: border-box;
  }
  .base {
    all: initial;
    color-scheme: light;
    font: 15px/1.55 var(--_font);
    --_surface: #fff;
    --_border: #e4e6eb;
    --_shadow: 0 2px 8px #0f172a14, 0 16px 48px #0f172a2e;
  }
  .base.rtl {
    direction: rtl;
  }
  .base.ltr {
    direction: ltr;
  }
  .base.off {
    display: none;
  }
  .floating {
    position: fixed;
    inset: auto;
    bottom: var(--cf-ai-chat-offset-block, 20px);
    inset-inline-end: var(--cf-ai-chat-offset-inline, 20px);
    z-index: 2147483000;
    overflow: visible;
  }
  .floating.start {
    inset-inline: var(--cf-ai-chat-offset-inline, 20px) auto;
  }
  .inline {
    display: block;
    height: 100%;
    min-height: 320px;
  }
  .page {
    position: fixed;
    inset: 0;
    display: block;
  }
  .launcher {
    all: unset;
    display: grid;
    place-items: center;
    width: 56px;
    height: 56px;
    border-radius: 50%;
    background: var(--_accent);
    color: var(--_on-accent);
    cursor: pointer;
    box-shadow:
      0 2px 6px #0f172a29,
      0 8px 24px #0f172a33;
    transition:
      transform 0.15s ease,
      filter 0.15s ease;
    -webkit-tap-highlight-color: transparent;
    touch-action: manipulation;
  }
  .launcher:hover {
    filter: brightness(1.08);
    transform: translateY(-1px);
  }
  .launcher:active {
    transform: scale(0.96);
  }
  .launcher:focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 3px;
  }
  .icon {
    width: 26px;
    height: 26px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .icon.close,
  .opened slot {
    display: none;
  }
  .opened .icon.close {
    display: block;
  }
  .panel {
    display: flex;
    flex-direction: column;
    overflow: hidden;
    position: relative;
    background: var(--_surface);
    color: var(--_text, #16181d);
  }
  .panel[hidden] {
    display: none !important;
  }
  .floating .panel {
    position: absolute;
    bottom: 72px;
    inset-inline-end: 0;
    width: min(var(--cf-ai-chat-width, 400px), 100vw - 40px);
    height: min(var(--cf-ai-chat-height, 660px), 100vh - 112px);
    height: min(var(--cf-ai-chat-height, 660px), 100dvh - 112px);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    box-shadow: var(--_shadow);
  }
  .floating.start .panel {
    inset-inline: 0 auto;
  }
  .inline .panel,
  .page .panel {
    height: 100%;
  }
  .inline .panel {
    min-height: inherit;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  .notice {
    margin: auto;
    padding: 24px;
    text-align: center;
    font: inherit;
    color: inherit;
  }
  .notice button {
    font: inherit;
    min-height: 44px;
    padding: 0 18px;
    margin-top: 12px;
  }
  @media (max-width: 480px) {
    .floating .panel,
    .floating.start .panel {
      position: fixed;
      inset: var(--_viewport-top, 0) 0 auto 0;
      width: auto;
      height: var(--_viewport-height, 100%);
      border: 0;
      border-radius: 0;
    }
    .floating.opened .launcher {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .launcher {
      border: 2px solid ButtonText;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .launcher {
      transition: none;
    }
  }
  @media print {
    .floating {
      display: none !important;
    }
  }
  /* Black or white, whichever contrasts more: y is the colour's relative luminance. */
  @supports (color: color(from red xyz-d65 x y z)) {
    :host {
      --_on-accent: color(
        from var(--_accent) xyz-d65 calc(clamp(0, (0.179 - y) * 9999, 1) * 0.9505)
          clamp(0, (0.179 - y) * 9999, 1) calc(clamp(0, (0.179 - y) * 9999, 1) * 1.089)
      );
    }
  }
  @media (prefers-color-scheme: dark) {
    .base:not(.light) {
      ${darkFrame}
    }
  }
  .base.dark {
    ${darkFrame}
  }
`;
