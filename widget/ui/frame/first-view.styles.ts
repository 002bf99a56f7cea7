import { css } from '../base/css.ts';

/** Styles of a chat that fills the page, before its first message: greeting, suggestions and composer are centred. */
export const firstViewStyles = css`
  @media (min-width: 560px) and (min-height: 560px) {
    .page .first .scroll-area {
      flex: 0 1 auto;
      margin-block-start: auto;
    }
    .page .first .disclaimer {
      margin-block-start: auto;
    }
    .page .first .welcome {
      margin-block: 0 16px;
    }
    .page .first .greeting {
      font-size: 2em;
    }
    .page .first .suggestions {
      width: 100%;
    }
  }
`;
