import { css } from '../../base/css.ts';

/** The line above the composer that offers a text of another tab. */
export const otherDraftStyles = css`
  .other-draft {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    width: calc(100% - 32px);
    max-width: 728px;
    margin: 4px auto;
    padding: 4px 4px 4px 14px;
    border-radius: 14px;
    background: var(--_cf-ai-chat-hover);
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
  }
  .other-draft:dir(rtl) {
    padding: 4px 14px 4px 4px;
  }
  .other-draft p {
    flex: 1 1 12em;
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
