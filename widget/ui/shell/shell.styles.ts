import { css } from '../base/css.ts';

// `!important` inside a shadow root has precedence over all page rules, also over `!important` there: the cascade is reversed.
// All sizes are in px, because the page controls the root font size.
/** Styles of the launcher, and all that is needed before `launcher.js` has loaded. */
export const shellStyles = css`
  :host {
    --_cf-ai-chat-brand: var(--cf-ai-chat-accent-color, #2f54eb);
    display: block;
    /* Draws nothing: tells the script what the page's colour scheme is. */
    column-rule-color: Canvas !important;
  }
  :host(:state(floating)) {
    display: contents !important;
  }
  .base {
    all: initial;
    color-scheme: light;
    --_cf-ai-chat-accent: var(--_cf-ai-chat-brand);
    --_cf-ai-chat-on-accent: #fff;
    --_cf-ai-chat-shade: #0f172a2e;
    --_cf-ai-chat-surface: var(--cf-ai-chat-surface-color, #fff);
    --_cf-ai-chat-text: var(--cf-ai-chat-text-color, #16181d);
    --_cf-ai-chat-line: var(--cf-ai-chat-line-color, #e4e6eb);
    font: var(--cf-ai-chat-font-size, 15px) / 1.55 var(--cf-ai-chat-font-family, system-ui, sans-serif);
  }
  .dark {
    color-scheme: dark;
    --_cf-ai-chat-shade: #0009;
    --_cf-ai-chat-surface: var(--cf-ai-chat-surface-color, #17191f);
    --_cf-ai-chat-text: var(--cf-ai-chat-text-color, #eceef2);
    --_cf-ai-chat-line: var(--cf-ai-chat-line-color, #353a45);
  }
  .inherit {
    font-family: inherit;
  }
  .off,
  [hidden],
  :host([hidden]) {
    display: none !important;
  }
  .inline {
    display: block;
    height: 100%;
    min-height: 320px;
  }
  .page {
    position: fixed;
    inset: 0;
  }
  .floating {
    --_cf-ai-chat-side: max(
      var(--cf-ai-chat-offset-inline, 20px),
      env(safe-area-inset-left),
      env(safe-area-inset-right)
    );
    position: fixed;
    inset: auto;
    inset-block-end: max(var(--cf-ai-chat-offset-block, 20px), env(safe-area-inset-bottom));
    inset-inline-end: var(--_cf-ai-chat-side);
    margin: 0 var(--_cf-ai-chat-right, 0) var(--_cf-ai-chat-bottom, 0) var(--_cf-ai-chat-left, 0);
    z-index: 2147483000;
    overflow: visible;
  }
  .start {
    inset-inline: var(--_cf-ai-chat-side) auto;
  }
  /* A translation shifts no layout. */
  .closed {
    translate: 0 calc(var(--_cf-ai-chat-lift, 0px) * -1);
  }
  .opened {
    margin-block-end: var(--_cf-ai-chat-lift, 0px);
  }
  .launcher {
    all: unset;
    display: grid;
    place-items: center;
    width: 56px;
    height: 56px;
    border-radius: 50%;
    background: var(--_cf-ai-chat-accent);
    color: var(--_cf-ai-chat-on-accent);
    cursor: pointer;
    box-shadow:
      0 4px 20px #0f172a40,
      inset 0 0 0 1px color-mix(in srgb, var(--_cf-ai-chat-on-accent) 25%, transparent);
  }
  /* Two tones: one of them is seen on any page. */
  .launcher:focus-visible {
    outline: 2px solid #000;
    outline-offset: 2px;
    box-shadow: 0 0 0 2px #fff;
  }
  .icon {
    width: 26px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .notice {
    padding: 24px;
    background: var(--_cf-ai-chat-surface);
    color: var(--_cf-ai-chat-on-surface, var(--_cf-ai-chat-text));
    text-align: center;
  }
  /* As large as the chat, which is loaded when this box comes near the view. */
  .panel {
    height: 100%;
    min-height: inherit;
  }
  /* Nothing has come that could draw the panel's frame. */
  .floating .panel > .notice {
    position: absolute;
    inset-block-end: 72px;
    inset-inline-end: 0;
    width: min(240px, 100vw - 88px);
    border: 1px solid var(--_cf-ai-chat-line);
  }
  .start .panel > .notice {
    inset-inline: 0 auto;
  }
  .notice button {
    display: block;
    margin: 12px auto;
    padding: 12px 20px;
  }
  .launcher :is(slot, svg) {
    display: block;
  }
  ::slotted(img[slot='launcher-icon']) {
    display: block;
    width: 56px;
    height: 56px;
    border-radius: 50%;
    object-fit: cover;
  }
  @media (forced-colors: active) {
    .launcher {
      border: 2px solid;
    }
  }
  @media print {
    .floating.closed,
    .launcher {
      display: none;
    }
  }
  /* Black or white, whichever contrasts more, by the relative luminance of WCAG 2. */
  @supports (color: color(from red srgb-linear r g b)) {
    .base,
    .dark {
      /* As screens can show it, and without gaps: what is below would change its contrast. */
      --_cf-ai-chat-accent: color(
        from var(--_cf-ai-chat-brand) srgb clamp(0, r, 1) clamp(0, g, 1) clamp(0, b, 1) / 1
      );
      --_cf-ai-chat-k: clamp(0, (0.179 - 0.2126 * r - 0.7152 * g - 0.0722 * b) * 1e9, 1);
      --_cf-ai-chat-on-accent: color(
        from var(--_cf-ai-chat-accent) srgb-linear var(--_cf-ai-chat-k) var(--_cf-ai-chat-k)
          var(--_cf-ai-chat-k)
      );
      /* For a page that sets the surface alone. What else is derived from it comes with the panel. */
      --_cf-ai-chat-on-surface: var(
        --cf-ai-chat-text-color,
        color(
          from var(--_cf-ai-chat-surface) srgb-linear var(--_cf-ai-chat-k) var(--_cf-ai-chat-k)
            var(--_cf-ai-chat-k)
        )
      );
    }
  }
`;
