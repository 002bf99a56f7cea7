import { html, nothing, type TemplateResult } from '../../base/html.ts';
import type { Chat } from '../../feature/chat.ts';
import { formatCount } from '../../words/format-count.ts';
import { fill } from '../../words/strings.ts';
import { renderContactLink } from '../contact/contact-link.ts';
import { contact } from '../contact/feature.ts';
import { isAllowanceLow } from './is-limited.ts';
import { formatTime } from './format.ts';

/** The rest of the visitor's allowance, once it is little. */
export function renderAllowance(chat: Chat): TemplateResult | typeof nothing {
  const { state, strings } = chat;
  const { quota, error } = state;
  // A refusal says the same, with its own time.
  if (!quota || !isAllowanceLow(state) || error?.retryAfter) return nothing;
  const { remaining, resetsAt } = quota;
  if (resetsAt !== undefined && resetsAt <= Date.now()) return nothing;
  const { questionsLeft, noQuestionsLeft, askAgainAt } = strings.current;
  if (remaining > 0)
    return html`<p class="hint" part="notice">${formatCount(questionsLeft, remaining, strings.locale)}</p>`;
  const time = resetsAt === undefined ? '' : fill(askAgainAt, { time: formatTime(resetsAt, strings.locale) });
  return html`<p class="hint" part="notice">
    ${noQuestionsLeft} ${time} ${renderContactLink(chat, contact.of(chat), '')}
  </p>`;
}
