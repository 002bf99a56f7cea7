import { css } from '../shell/css.ts';

const dark = css`
  color-scheme: dark;
  --_shade: #0009;
  --_surface: #17191f;
  --_text: #eceef2;
  --_muted: #a2a8b4;
  --_sunken: #111318;
  --_hover: #2a2e38;
  --_bubble: #2a2f3d;
  --_line: #353a45;
  --_field-line: #6b7280;
  --_danger: #ffb4ab;
  --_danger-surface: #3a1d1d;
  --_accent-text: #9db4ff;
`;

/** Colours of the panel by scheme. */
export const tokens = css`
  .base {
    color-scheme: light;
    --_shade: #0f172a2e;
    --_surface: #fff;
    --_text: #16181d;
    --_muted: #5c6370;
    --_sunken: #f3f4f7;
    --_hover: #eceef2;
    --_bubble: #eef1f8;
    --_line: #e4e6eb;
    --_field-line: #868d99;
    --_danger: #9f1c1c;
    --_danger-surface: #fdeeee;
    --_accent-text: #2848c7;
  }
  @media (prefers-color-scheme: dark) {
    .base:not(.light) {
      ${dark}
    }
  }
  .base.dark {
    ${dark}
  }
  /* The brand colour as text: its hue, at a lightness that keeps 4.5:1 on the surface. */
  @supports (color: oklch(from red l c h)) {
    .base {
      --_accent-text: oklch(from var(--_accent) min(l, 0.48) c h);
    }
    @media (prefers-color-scheme: dark) {
      .base:not(.light) {
        --_accent-text: oklch(from var(--_accent) max(l, 0.8) min(c, 0.14) h);
      }
    }
    .base.dark {
      --_accent-text: oklch(from var(--_accent) max(l, 0.8) min(c, 0.14) h);
    }
  }
`;
