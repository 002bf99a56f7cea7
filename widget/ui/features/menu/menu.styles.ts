import { css } from '../../base/css.ts';

/** Styles of the menu under its button in the header, at most as high as the room in the panel. */
export const menuStyles = css`
  .menu {
    position: absolute;
    inset-inline-end: max(8px, env(safe-area-inset-left), env(safe-area-inset-right));
    z-index: 3;
    align-self: start;
    min-width: 208px;
    max-width: calc(100% - 16px);
    max-height: calc(100% - 65px - env(safe-area-inset-top));
    margin-block-start: 49px;
    padding: 6px;
    overflow-y: auto;
    overscroll-behavior: contain;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 14px;
    background: var(--_cf-ai-chat-surface);
    box-shadow: 0 8px 32px var(--_cf-ai-chat-shade);
  }
  .short .menu {
    max-height: calc(100% - 48px - env(safe-area-inset-top));
    margin-block-start: 40px;
  }
  .panel .menu-item {
    display: flex;
    align-items: center;
    gap: 12px;
    width: 100%;
    min-height: 40px;
    padding: 6px 12px;
    border-radius: 9px;
    color: var(--_cf-ai-chat-text);
    text-align: start;
    text-decoration: none;
  }
  .panel .menu-item:is(:hover, :focus-visible) {
    background: var(--_cf-ai-chat-hover);
  }
  .panel .menu-item:focus-visible {
    outline-offset: -2px;
  }
  .panel .menu-item[aria-disabled] {
    background: none;
    color: var(--_cf-ai-chat-muted);
    cursor: default;
  }
  .panel .menu-item[aria-disabled] > * {
    opacity: 0.55;
  }
  .panel .menu-item .icon {
    flex: none;
    width: 18px;
    height: 18px;
    stroke-width: 1.75;
  }
  @media (pointer: coarse) {
    .panel .menu-item {
      min-height: 44px;
    }
  }
  @media (forced-colors: active) {
    .panel .menu-item[aria-disabled] {
      color: GrayText;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .menu {
      transform-origin: right top;
      animation: menu 0.12s ease-out;
    }
    .menu:dir(rtl) {
      transform-origin: left top;
    }
    @keyframes menu {
      from {
        opacity: 0;
        transform: scale(0.96);
      }
    }
  }
`;
