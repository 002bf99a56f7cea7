import { css } from '../base/css.ts';

/**
 * Styles for the scripts of some languages. Paragraphs of answers, and text boxes, may break between any characters; other
 * text only between phrases.
 */
export const languageStyles = css`
  .root:lang(ja) {
    word-break: auto-phrase;
  }
  .root:lang(ko) {
    word-break: keep-all;
  }
  .panel :is([part~='message__body'], textarea:not(:placeholder-shown)) {
    word-break: normal;
  }
  /* Short texts, and cells, which would be as narrow as a character. */
  .panel .bubble:lang(ja),
  .markdown :is(th, td, h1, h2, h3, h4, h5, h6):lang(ja) {
    word-break: auto-phrase;
  }
  :is(.heading, .greeting):is(:lang(ar), :lang(ja), :lang(zh), :lang(ko), :lang(he)) {
    letter-spacing: 0;
  }
  /* Fonts of these scripts have no italics: browsers would slant upright letters. */
  .markdown
    :is(em, i, cite, dfn, var, address):is(
      :lang(ja),
      :lang(zh),
      :lang(ko),
      :lang(ar),
      :lang(fa),
      :lang(ur),
      :lang(he),
      :lang(th),
      :lang(hi)
    ) {
    font-style: normal;
  }
  .markdown em:is(:lang(ja), :lang(zh), :lang(ko)) {
    text-emphasis: filled dot;
  }
  .markdown em:is(:lang(ar), :lang(fa), :lang(ur), :lang(he), :lang(th), :lang(hi)) {
    font-weight: 600;
  }
`;
