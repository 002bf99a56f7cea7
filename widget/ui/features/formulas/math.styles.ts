import { css } from '../../base/css.ts';

/** Styles of MathML for the visitor's own fonts: a selection of Temml's style sheet. */
export const mathStyles = css`
  math {
    flex: none;
    margin-inline: auto;
    font-family: 'Cambria Math', 'STIX Two Math', 'Latin Modern Math', 'Noto Sans Math', math;
    font-size: 1.06em;
    line-height: normal;
    text-indent: 0;
    direction: ltr;
  }
  math[display='block'] {
    display: block math;
  }
  math * {
    border-color: currentColor;
  }
  mfrac > :nth-child(2),
  msqrt,
  mover > :first-child {
    math-shift: compact;
  }
  mtable.tml-jot > mtr > mtd {
    padding-block: 0.7ex;
  }
  .tml-left {
    text-align: -webkit-left;
  }
  .tml-right {
    text-align: -webkit-right;
  }
  @supports (-moz-appearance: none) {
    .tml-left {
      text-align: left;
    }
    .tml-right {
      text-align: right;
    }
    .tml-vec {
      transform: scale(0.75);
    }
  }
  .chr-sml {
    transform: translate(0.07em, 0);
  }
  .chr-med {
    transform: translate(0.14em, 0);
  }
  .chr-lrg {
    transform: translate(0.21em, 0);
  }
  menclose,
  .menclose {
    display: inline-block;
    position: relative;
    padding: 0.5ex 0;
  }
  .tml-fbox {
    padding: 3pt;
    border: 1px solid;
  }
  .tml-overline {
    padding: 0.1em 0 0;
    border-top: 0.065em solid;
  }
  .tml-underline {
    padding: 0 0 0.1em;
    border-bottom: 0.065em solid;
  }
  .tml-cancel {
    position: absolute;
    inset: 0;
    background: currentColor;
    print-color-adjust: exact;
  }
  .upstrike,
  .tml-xcancel {
    clip-path: polygon(0.05em 100%, 0 calc(100% - 0.05em), calc(100% - 0.05em) 0, 100% 0.05em);
  }
  .downstrike {
    clip-path: polygon(0 0.05em, 0.05em 0, 100% calc(100% - 0.05em), calc(100% - 0.05em) 100%);
  }
  .sout {
    clip-path: inset(50% 0 calc(50% - 0.065em));
  }
`;
