import { css } from '../base/css.ts';

/** Styles of picture, title, status line and buttons at the top of the panel. */
export const headerStyles = css`
  .header > :not(.menu) {
    --_cf-ai-chat-text: var(--_cf-ai-chat-header-text);
    --_cf-ai-chat-muted: var(--_cf-ai-chat-header-muted);
    --_cf-ai-chat-hover: var(--_cf-ai-chat-header-hover);
    color: var(--_cf-ai-chat-text);
  }
  .header {
    z-index: 2;
    display: flex;
    align-items: center;
    flex: none;
    min-height: 60px;
    padding: 8px;
    padding-block-start: max(8px, env(safe-area-inset-top));
    padding-inline-start: 16px;
    border-block-end: 1px solid var(--_cf-ai-chat-line);
    background: var(--cf-ai-chat-header-background, none);
  }
  .mark {
    --_cf-ai-chat-mark: 36px;
    display: grid;
    flex: none;
  }
  .header .mark {
    margin-inline-end: 12px;
  }
  .avatar,
  .initial {
    width: var(--_cf-ai-chat-mark);
    height: var(--_cf-ai-chat-mark);
    border-radius: 50%;
    object-fit: cover;
  }
  .initial {
    display: grid;
    place-items: center;
    box-sizing: border-box;
    background: var(--_cf-ai-chat-accent);
    box-shadow: inset 0 0 0 1px var(--_cf-ai-chat-accent-line, transparent);
    color: var(--_cf-ai-chat-on-accent);
    font-size: calc(var(--_cf-ai-chat-mark) * 0.46);
    font-weight: 600;
    line-height: 1;
  }
  /* In place of a picture that did not come. */
  .avatar:not([hidden]) + .initial {
    display: none;
  }
  .panel .initial .icon {
    width: 56%;
    height: 56%;
  }
  @media (forced-colors: active) {
    .initial {
      border: 1px solid;
    }
  }
  .title {
    flex: 1;
    min-width: 0;
    margin-inline-end: 8px;
  }
  .heading,
  .subtitle {
    margin: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .heading {
    font-size: 16px;
    font-weight: 600;
    line-height: 1.3;
    letter-spacing: -0.01em;
  }
  .subtitle {
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
    line-height: 1.4;
  }
  .panel .quiet {
    display: grid;
    place-items: center;
    flex: none;
    width: 44px;
    height: 44px;
    border-radius: var(--_cf-ai-chat-control-radius);
    color: var(--_cf-ai-chat-muted);
  }
  .panel .quiet:is(:hover, [aria-expanded='true']) {
    background: var(--_cf-ai-chat-hover);
    color: var(--_cf-ai-chat-text);
  }
`;
