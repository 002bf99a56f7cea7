import { css } from '../../base/css.ts';

/** The files above the text box. */
export const attachedFilesStyles = css`
  .panel .attached {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(160px, 100%), 1fr));
    flex: none;
    gap: 6px;
    max-height: min(186px, 28vh);
    margin: 4px max(16px, 50% - 364px);
    padding: 0;
    overflow-y: auto;
    list-style: none;
  }
  .attachment {
    display: flex;
    align-items: center;
    min-width: 0;
    max-width: 344px;
    padding: 4px;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 14px;
    background: var(--_cf-ai-chat-surface);
    color: var(--_cf-ai-chat-muted);
  }
  .attachment .preview {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    margin-inline-end: 8px;
    overflow: hidden;
    border-radius: 10px;
    background: var(--_cf-ai-chat-hover);
  }
  .attachment img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  .attachment.preparing img {
    opacity: 0.6;
  }
  .attachment .about {
    display: grid;
    flex: 1;
    min-width: 0;
    font-size: 12px;
    line-height: 1.35;
  }
  .attachment .name {
    justify-self: start;
    max-width: 100%;
    overflow: hidden;
    color: var(--_cf-ai-chat-text);
    font-size: 13px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .attachment.preparing .about::after {
    content: '';
    height: 3px;
    margin-block-start: 3px;
    border-radius: 2px;
    background: var(--_cf-ai-chat-accent-text);
  }
  .panel .attachment.failed {
    grid-column: 1 / -1;
    max-width: none;
    border-color: currentColor;
    color: var(--_cf-ai-chat-danger);
  }
  .panel .attachment .quiet {
    width: 32px;
    height: 44px;
    border-radius: 10px;
  }
  .panel .attachment .icon {
    width: 18px;
    height: 18px;
  }
  @media (pointer: coarse) {
    .panel .attachment .quiet {
      width: 40px;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .attachment.preparing .about::after {
      animation: typing 1.2s infinite;
    }
  }
  @media (forced-colors: active) {
    .attachment.failed {
      border-width: 2px;
    }
  }
  @media print {
    .panel .attached {
      display: none;
    }
  }
`;
