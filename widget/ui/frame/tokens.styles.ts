import { css } from '../base/css.ts';

const dark = css`
  --_cf-ai-chat-muted: var(--cf-ai-chat-muted-color, #a2a8b4);
  --_cf-ai-chat-sunken: #111318;
  --_cf-ai-chat-hover: #2a2e38;
  --_cf-ai-chat-bubble: var(--cf-ai-chat-bubble-background, #2a2f3d);
  --_cf-ai-chat-field-line: #6b7280;
  --_cf-ai-chat-danger: #ffb4ab;
  --_cf-ai-chat-caution: #f0c674;
  --_cf-ai-chat-accent-text: #9db4ff;
`;

/**
 * Colours of the panel for each scheme; those of its frame are in the shell. The feature `theme` replaces colours that do not
 * fit the page's own surface colour.
 */
export const tokens = css`
  .base {
    --_cf-ai-chat-bubble-text: var(--cf-ai-chat-bubble-color, var(--_cf-ai-chat-text));
    --_cf-ai-chat-code-surface: var(--cf-ai-chat-code-background, var(--_cf-ai-chat-sunken));
    --_cf-ai-chat-code-text: var(--_cf-ai-chat-text);
    --_cf-ai-chat-code-muted: var(--_cf-ai-chat-muted);
    --_cf-ai-chat-header-text: var(--cf-ai-chat-header-color, var(--_cf-ai-chat-text));
    --_cf-ai-chat-header-muted: var(--cf-ai-chat-header-color, var(--_cf-ai-chat-muted));
    --_cf-ai-chat-header-hover: var(--_cf-ai-chat-hover);
    --_cf-ai-chat-control-radius: var(--cf-ai-chat-control-radius, 10px);
    --_cf-ai-chat-muted: var(--cf-ai-chat-muted-color, #5c6370);
    --_cf-ai-chat-sunken: #f3f4f7;
    --_cf-ai-chat-hover: #eceef2;
    --_cf-ai-chat-bubble: var(--cf-ai-chat-bubble-background, #eef1f8);
    --_cf-ai-chat-field-line: #868d99;
    --_cf-ai-chat-danger: #9f1c1c;
    --_cf-ai-chat-caution: #855200;
    --_cf-ai-chat-accent-text: #2848c7;
  }
  @media screen {
    .base.dark {
      ${dark}
    }
  }
  /* The brand colour as text: its hue, at a lightness that keeps 4.5:1 on the surface. */
  @supports (color: oklch(from red l c h)) {
    /* A tint of whatever is under it: Dark Reader makes the surface dark, and its text light, and leaves mixed colours alone. */
    .base.base {
      --_cf-ai-chat-bubble: var(
        --cf-ai-chat-bubble-background,
        color-mix(in srgb, var(--_cf-ai-chat-accent) 14%, transparent)
      );
    }
    .base {
      --_cf-ai-chat-accent-text: oklch(from var(--_cf-ai-chat-accent) min(l, 0.48) c h);
      --_cf-ai-chat-luminance: (0.2126 * r + 0.7152 * g + 0.0722 * b);
      --_cf-ai-chat-likeness: (var(--_cf-ai-chat-luminance) - 0.3);
      /* A line around what is filled with a brand colour that has less than 3:1 on the surface. */
      --_cf-ai-chat-accent-line: color(
        from var(--_cf-ai-chat-accent) srgb-linear 0.2 0.2 0.2 /
          clamp(0, var(--_cf-ai-chat-likeness) * 1e9, 1)
      );
    }
    @media screen {
      .base.dark {
        --_cf-ai-chat-accent-text: oklch(from var(--_cf-ai-chat-accent) max(l, 0.8) min(c, 0.14) h);
        --_cf-ai-chat-likeness: (0.13 - var(--_cf-ai-chat-luminance));
      }
    }
  }
`;
