import { css } from '../../base/css.ts';

/** Styles of a question's picture, shown large above the page. */
export const openFileStyles = css`
  .picture-view {
    box-sizing: border-box;
    width: 100%;
    max-width: none;
    height: 100%;
    max-height: none;
    margin: 0;
    padding: 56px 16px 16px;
    border: 0;
    background: none;
    overflow: hidden;
  }
  .picture-view[open] {
    display: grid;
    place-items: center;
  }
  .picture-view::backdrop {
    background: rgb(0 0 0 / 85%);
  }
  .picture-view img {
    max-width: 100%;
    max-height: 100%;
    min-height: 0;
    border-radius: 8px;
    object-fit: contain;
  }
  .close-picture {
    position: absolute;
    inset-block-start: max(8px, env(safe-area-inset-top));
    inset-inline-end: 8px;
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    padding: 0;
    border: 0;
    border-radius: 50%;
    background: rgb(0 0 0 / 60%);
    color: #fff;
    cursor: pointer;
  }
  .close-picture:hover {
    background: rgb(255 255 255 / 20%);
  }
  .close-picture:focus-visible {
    outline: 2px solid #fff;
    outline-offset: -4px;
  }
  .close-picture .icon {
    width: 22px;
    height: 22px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
  }
  @media (forced-colors: active) {
    .picture-view {
      background: Canvas;
    }
  }
`;
