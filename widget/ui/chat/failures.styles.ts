import { css } from '../base/css.ts';

/** Styles of the line under a failed message. */
export const failuresStyles = css`
  .failure {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 2px 6px;
    min-height: 24px;
    margin-block-start: 6px;
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
    line-height: 1.5;
  }
  .failure.caution {
    color: var(--_cf-ai-chat-caution);
  }
  .failure.danger {
    color: var(--_cf-ai-chat-danger);
  }
  .panel .failure .icon {
    width: 16px;
    height: 16px;
    margin-inline-end: 6px;
    vertical-align: -3px;
  }
  .failure.calm .icon {
    display: none;
  }
  .failure .what {
    max-width: 100%;
    overflow-wrap: anywhere;
    text-wrap: balance;
  }
  /* Further lines begin where the words do, behind the sign. */
  .failure:not(.calm) .what {
    padding-inline-start: 22px;
    text-indent: -22px;
  }
  .user .failure .what {
    padding-inline-start: 0;
    text-align: end;
    text-indent: 0;
  }
  .failure p {
    margin: 0;
  }
  .failure-reason {
    flex-basis: 100%;
  }
  .failure code {
    display: block;
    overflow-wrap: anywhere;
    color: var(--_cf-ai-chat-text);
    font-size: 12px;
    text-align: start;
    text-indent: 0;
    white-space: pre-wrap;
    user-select: all;
  }
  .failure .unbroken {
    white-space: nowrap;
  }
  .user .failure {
    justify-content: flex-end;
  }
  .next {
    --_cf-ai-chat-gap: 12px;
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: var(--_cf-ai-chat-gap);
    /* Cuts off the dots beside it, and leaves focus rings whole. */
    clip-path: inset(-5px);
  }
  .user .next {
    justify-content: flex-end;
  }
  .panel .step {
    position: relative;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-height: 24px;
    border-radius: 6px;
    color: var(--_cf-ai-chat-muted);
    text-decoration: none;
  }
  /* The first step is the one that helps most. */
  .panel .step:first-child {
    color: var(--_cf-ai-chat-text);
    font-weight: 600;
  }
  .step:not(:disabled):hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .step:disabled {
    cursor: default;
    opacity: 0.55;
  }
  /* Between two steps of a line: where it begins or ends the dot lies outside, and is cut off. */
  .step + .step::before,
  .user .step:not(:last-child)::before {
    content: '·';
    /* No part of the button's name. */
    content: '·' / '';
    position: absolute;
    inset-inline-end: 100%;
    width: var(--_cf-ai-chat-gap);
    color: var(--_cf-ai-chat-muted);
    text-align: center;
  }
  .user .step:not(:last-child)::before {
    inset-inline: 100% auto;
  }
  .user .step:last-child::before {
    content: none;
  }
  .content > .failure {
    margin-block-start: 18px;
  }
  .fold > summary {
    display: flex;
    align-items: center;
    justify-content: flex-end;
    gap: 6px;
    min-height: 28px;
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
    cursor: pointer;
    list-style: none;
  }
  .panel .fold > summary .icon {
    width: 16px;
    height: 16px;
  }
  .fold[open] > summary {
    margin-block-end: 6px;
  }
  .fold > div {
    display: flex;
    flex-direction: column;
    align-items: flex-end;
    margin-block-end: 10px;
  }
  @media (pointer: coarse) {
    /* Targets reach to the dots between them. */
    .next {
      --_cf-ai-chat-gap: 20px;
      clip-path: inset(-5px -7px);
    }
    .panel .step {
      margin-inline: -10px;
      padding-inline: 10px;
    }
    .step::before {
      margin-inline: -10px;
    }
    .fold > summary {
      min-height: 44px;
    }
  }
`;
