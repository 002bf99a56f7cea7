import { css } from '../../base/css.ts';

/** Styles of the line above the composer that offers a draft from another tab. */
export const otherDraftStyles = css`
  .other-draft {
    display: flex;
    flex: none;
    align-items: center;
    gap: 4px;
    width: calc(100% - 32px);
    max-width: 728px;
    margin: 4px auto;
    padding-block: 4px;
    padding-inline: 14px 4px;
    border-radius: 14px;
    background: var(--_cf-ai-chat-hover);
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
  }
  .other-draft p {
    flex: 1;
    min-width: 0;
    margin: 0;
  }
  .other-draft q {
    display: block;
    overflow: hidden;
    color: var(--_cf-ai-chat-text);
    font-size: 14px;
    quotes: none;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .panel .other-draft .quiet {
    flex: none;
    width: 36px;
    height: 36px;
    border-radius: 12px;
  }
  .other-draft .action {
    flex: none;
  }
  @media (pointer: coarse) {
    .panel .other-draft .quiet {
      width: 44px;
      height: 44px;
    }
  }
  @media (forced-colors: active) {
    .other-draft {
      border: 1px solid;
    }
  }
  @media print {
    .other-draft {
      display: none;
    }
  }
`;
