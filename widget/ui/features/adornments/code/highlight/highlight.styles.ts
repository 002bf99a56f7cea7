import { css } from '../../../../base/css.ts';
import { TOKEN_KINDS } from './mode.ts';

const dark = css`
  --_cf-ai-chat-code-comment: #98a1b0;
  --_cf-ai-chat-code-keyword: #ff9492;
  --_cf-ai-chat-code-string: #a5d6ff;
  --_cf-ai-chat-code-number: #8cc2ff;
  --_cf-ai-chat-code-type: #ffb77c;
  --_cf-ai-chat-code-name: #dbb7ff;
  --_cf-ai-chat-code-inserted: #72f088;
  --_cf-ai-chat-code-deleted: #ffb1af;
`;

const highlights = TOKEN_KINDS.map(
  (kind) => `.markdown code::highlight(cf-ai-chat-${kind}){color:var(--_cf-ai-chat-code-${kind})}`,
).join('');

/** The colours of highlighted code. */
export const highlightStyles = css`
  .base {
    --_cf-ai-chat-code-comment: #5a626e;
    --_cf-ai-chat-code-keyword: #b3122a;
    --_cf-ai-chat-code-string: #0a3069;
    --_cf-ai-chat-code-number: #0550ae;
    --_cf-ai-chat-code-type: #8a3600;
    --_cf-ai-chat-code-name: #622cbc;
    --_cf-ai-chat-code-inserted: #116329;
    --_cf-ai-chat-code-deleted: #a0111f;
  }
  @media screen {
    .base.dark {
      ${dark}
    }
  }
  @media (forced-colors: none) {
    ${highlights}
  }
`;
