import { css } from '../../base/css.ts';

/** Styles of the arrows between versions. */
export const versionsStyles = css`
  .versions {
    display: flex;
    align-items: center;
    flex: none;
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }
  .actions-row > .versions:first-child {
    margin-inline-start: -8px;
  }
  .panel .versions .tool {
    width: 28px;
  }
  .panel .versions .tool[aria-disabled='true'] {
    background: none;
    cursor: default;
    opacity: 0.4;
  }
  .versions .icon:dir(rtl) {
    scale: -1 1;
  }
  /* What does not fit goes below. */
  .actions-row:has(.versions) {
    flex-wrap: wrap;
    height: auto;
    min-height: 40px;
  }
  @media (pointer: coarse) {
    .panel .versions .tool {
      width: 40px;
    }
    .actions-row > .versions ~ .tools {
      margin-inline-start: -13px;
    }
  }
  @media (forced-colors: active) {
    .panel .versions .tool[aria-disabled='true'] {
      color: GrayText;
      opacity: 1;
    }
  }
  @media print {
    .versions {
      display: none;
    }
  }
`;
