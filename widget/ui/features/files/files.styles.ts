import { css } from '../../base/css.ts';

/** Styles of the files of messages. */
export const filesStyles = css`
  .files {
    flex-basis: 100%;
    margin: 12px 0 0;
    padding: 0;
    list-style: none;
  }
  .files.asked-files {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: 6px;
    max-width: 85%;
    margin-block-start: 6px;
    margin-inline-start: auto;
  }
  .bubble:has(> .asked:empty) {
    display: none;
  }
  .panel .asked-files :is(li, img) {
    margin: 0;
  }
  .panel .asked-picture {
    display: block;
    overflow: hidden;
    padding: 0;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 14px;
    cursor: zoom-in;
  }
  .asked-picture img {
    display: block;
    width: 72px;
    height: 72px;
    background: var(--_cf-ai-chat-hover);
    object-fit: cover;
  }
  /* One alone is shown whole. */
  .asked-files li:only-child img {
    width: auto;
    max-width: min(192px, 100%);
    height: auto;
    min-height: 44px;
    max-height: 192px;
  }
  .panel .asked-file {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: center;
    column-gap: 8px;
    min-height: 44px;
    padding: 6px 12px;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 14px;
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
    text-align: start;
  }
  /* Several leave the words of their question in view. */
  .panel .asked-files li:not(:only-child) > .asked-file {
    max-width: 148px;
  }
  .panel .asked-file:hover {
    background: var(--_cf-ai-chat-hover);
  }
  .asked-file > span {
    grid-column: 2;
  }
  .asked-file > .name {
    overflow: hidden;
    color: var(--_cf-ai-chat-text);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .asked-files li {
    position: relative;
  }
  .panel .asked-file .icon {
    grid-row: 1 / 3;
  }
`;
