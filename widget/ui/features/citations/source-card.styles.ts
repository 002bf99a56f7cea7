import { css } from '../../base/css.ts';
import { numberLook } from './number-look.styles.ts';

/** Styles of a source's card. */
export const sourceCardStyles = css`
  .source-card {
    position: absolute;
    z-index: 3;
    width: min(320px, 100% - 24px);
    max-height: min(300px, 70%);
    padding: 12px 14px;
    overflow-y: auto;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 14px;
    background: var(--_cf-ai-chat-surface);
    color: var(--_cf-ai-chat-text);
    font-size: 13.5px;
    line-height: 1.45;
    box-shadow: 0 8px 28px var(--_cf-ai-chat-shade);
    animation: source-card 0.12s ease-out;
  }
  .panel .source-card:focus-visible {
    outline: 2px solid var(--_cf-ai-chat-accent-text);
  }
  .source-card .source {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 1px 8px;
    align-items: baseline;
    color: inherit;
    text-decoration: none;
  }
  .source-card .number {
    ${numberLook}
    grid-row: 1;
    padding-inline: 5px;
    line-height: 17px;
  }
  .source-card .title {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  /* The whole card is the link. */
  .source-card a.source::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: inherit;
  }
  .panel .source-card a.source:focus-visible {
    outline: none;
  }
  .source-card a.source:focus-visible::after {
    outline: 2px solid var(--_cf-ai-chat-accent-text);
    outline-offset: -3px;
    border-radius: 14px;
  }
  .source-card .open {
    display: flex;
    align-items: center;
    gap: 4px;
    margin-block-start: 8px;
    color: var(--_cf-ai-chat-accent-text);
    font-weight: 550;
  }
  .source-card .open .icon {
    width: 13px;
    height: 13px;
  }
  .source-card .open .icon:dir(rtl) {
    scale: -1 1;
  }
  .source-card a.source:hover .title {
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  .source-card .site {
    grid-column: 2;
    color: var(--_cf-ai-chat-muted);
    font-size: 12.5px;
    overflow-wrap: anywhere;
  }
  .source-card p {
    display: -webkit-box;
    margin: 8px 0 0;
    overflow: hidden;
    color: var(--_cf-ai-chat-muted);
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 5;
  }
  @keyframes source-card {
    from {
      translate: 0 4px;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .source-card {
      animation: none;
    }
  }
  @media (forced-colors: active) {
    .source-card .number {
      border: 1px solid;
    }
  }
`;
