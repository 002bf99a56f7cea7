import { css } from '../base/css.ts';

/** Transitions in the panel: they never change layout, and are off where visitors ask for reduced motion. */
export const motionStyles = css`
  .send > * {
    grid-area: 1 / 1;
  }
  .send > :last-child,
  .stop > :first-child {
    opacity: 0;
    transform: scale(0.5);
  }
  .stop > :last-child {
    opacity: 1;
    transform: none;
  }
  @media (prefers-reduced-motion: no-preference) {
    .send > * {
      transition: 0.2s;
    }
    /* Its words can be read from the first frame. */
    .message {
      transition: transform 0.2s cubic-bezier(0.2, 0.8, 0.2, 1);
    }
    .panel :is(.quiet, .suggestion, .send, .action) {
      transition:
        background-color 0.12s,
        border-color 0.12s,
        color 0.12s;
    }
    /* An answer that is awaited and its question, not what is there when the panel is opened again. */
    @starting-style {
      .message:is(.streaming, :has(+ .streaming)) {
        transform: translateY(4px);
      }
    }
  }
`;
