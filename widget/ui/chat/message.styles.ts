import { css } from '../base/css.ts';

/** Styles of one message: its bubble, the row under an answer, and the lines for tools and thoughts. */
export const messageStyles = css`
  .message {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    min-width: 0;
  }
  .message > * {
    max-width: 100%;
  }
  .message > .markdown {
    width: 100%;
  }
  .message.user {
    align-items: flex-end;
  }
  .bubble {
    max-width: 85%;
    padding: 9px 14px;
    border-radius: var(--cf-ai-chat-bubble-radius, 18px);
    border-end-end-radius: min(6px, var(--cf-ai-chat-bubble-radius, 18px));
    background: var(--_cf-ai-chat-bubble);
    color: var(--_cf-ai-chat-bubble-text);
  }
  /* As high as a row of controls. */
  .foot {
    width: 100%;
    min-height: 40px;
  }
  @media (pointer: coarse) {
    .foot {
      min-height: 44px;
    }
  }
  /* As high as the first line of the text that takes its place. */
  .typing {
    display: inline-flex;
    align-items: center;
    gap: 5px;
    min-height: 1.55em;
    padding-inline: 2px;
    color: var(--_cf-ai-chat-muted);
  }
  .progress {
    display: grid;
    margin-inline-start: 5px;
  }
  .progress > span {
    grid-area: 1 / 1;
    animation: typing-hide 0s 5s forwards;
  }
  .progress > .late {
    visibility: hidden;
    animation-name: typing-show;
  }
  @keyframes typing-hide {
    to {
      visibility: hidden;
    }
  }
  @keyframes typing-show {
    to {
      visibility: visible;
    }
  }
  .thoughts,
  .steps {
    margin-block-end: 6px;
    color: var(--_cf-ai-chat-muted);
  }
  .markdown + :is(.thoughts, .steps) {
    margin-block-start: 12px;
  }
  :is(.thoughts, .steps) > summary {
    display: flex;
    align-items: center;
    gap: 7px;
    width: fit-content;
    min-height: 28px;
    /* What is more than a line reaches over its neighbours. */
    margin-block: calc(0.775em - 14px);
    cursor: pointer;
    list-style: none;
  }
  @media (pointer: coarse) {
    :is(.thoughts, .steps) > summary {
      margin-block: calc(0.775em - 22px);
    }
  }
  :is(.thoughts, .steps) > summary::after {
    padding: 0.25em;
  }
  .thoughts > p {
    margin: 8px 0;
    padding-inline-start: 12px;
    border-inline-start: 2px solid var(--_cf-ai-chat-line);
    font-size: 0.93em;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  p.steps {
    display: flex;
    align-items: center;
    gap: 7px;
    min-height: 1.55em;
    margin-block-start: 0;
  }
  .steps li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 7px;
    min-height: 1.9em;
  }
  .steps svg {
    flex: none;
    width: 16px;
    height: 16px;
  }
  .steps span[dir] {
    overflow-wrap: anywhere;
  }
  .steps .outcome {
    color: var(--_cf-ai-chat-danger);
  }
  .steps > ol {
    margin: 6px 0 0;
    padding: 0;
    padding-inline-start: 12px;
    border-inline-start: 2px solid var(--_cf-ai-chat-line);
    font-size: 0.93em;
    list-style: none;
  }
  .steps dl {
    flex-basis: 100%;
    margin: 0 0 6px;
  }
  .steps dd {
    margin: 0;
  }
  .steps pre {
    max-height: 12em;
    margin: 2px 0 6px;
    overflow: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .typing i {
    /* All border: forced colours take backgrounds away. */
    width: 6px;
    height: 6px;
    border: 3px solid;
    border-radius: 50%;
    animation: typing 1.2s infinite ease-in-out;
  }
  .typing i:nth-child(2) {
    animation-delay: 0.15s;
  }
  .typing i:nth-child(3) {
    animation-delay: 0.3s;
  }
  @keyframes typing {
    0%,
    60%,
    100% {
      opacity: 0.3;
    }
    30% {
      opacity: 1;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .typing i {
      animation: none;
      opacity: 0.6;
    }
  }
`;
