import { css } from '../../base/css.ts';
import { numberLook } from './number-look.styles.ts';

/** Styles of the list of sources under an answer. */
export const sourceListStyles = css`
  .sources {
    display: flex;
    flex-direction: column;
    margin: 2px 0 8px;
    padding: 4px;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 12px;
    list-style: none;
  }
  .sources .source {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 10px;
    align-content: center;
    align-items: baseline;
    min-height: 40px;
    padding: 6px 8px;
    border-radius: 9px;
    color: var(--_cf-ai-chat-text);
    font-size: 13.5px;
    line-height: 1.35;
    text-decoration: none;
  }
  .sources a.source:hover {
    background: var(--_cf-ai-chat-hover);
  }
  .sources a.source .title {
    text-decoration: underline;
    text-decoration-color: var(--_cf-ai-chat-field-line);
    text-underline-offset: 2px;
  }
  .sources .number {
    ${numberLook}
    padding-inline: 5px;
    line-height: 17px;
  }
  .sources:has(.cited) li:not(.cited) .title {
    color: var(--_cf-ai-chat-muted);
  }
  .sources .title {
    overflow-wrap: anywhere;
  }
  .sources .site {
    grid-column: 2;
    overflow: hidden;
    color: var(--_cf-ai-chat-muted);
    font-size: 12.5px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  @media (pointer: coarse) {
    .sources .source {
      min-height: 44px;
    }
  }
  @media (forced-colors: active) {
    .sources .number {
      border: 1px solid;
      line-height: 15px;
    }
  }
`;
