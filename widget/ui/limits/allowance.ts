import { html, nothing, type TemplateResult } from 'lit/html.js';
import { settledLink } from '../message/link-attributes.ts';
import { fill } from '../words/strings.ts';
import type { ServiceScene } from '../panel/service-view.ts';
import type { Speech } from '../words/speech.ts';

/** Questions left from which on the visitor is told. */
const LOW_COUNT = 3;

/** What is left of the visitor's allowance, once it is little. */
export function allowanceTemplate(
  { host, conversation, words }: ServiceScene,
  speech: Speech,
): TemplateResult | typeof nothing {
  const { quota, error } = conversation.state;
  // A refusal says the same, with its own time.
  if (!quota || quota.remaining > LOW_COUNT || error?.retryAfter) return nothing;
  const { remaining, resetsAt } = quota;
  if (resetsAt !== undefined && resetsAt <= Date.now()) return nothing;
  const { questionsLeft, noQuestionsLeft, askAgainAt } = speech.words;
  if (remaining > 0)
    return html`<p class="allowance" part="notice">${speech.count(questionsLeft, remaining)}</p>`;
  const time = resetsAt === undefined ? '' : fill(askAgainAt, { time: speech.time(resetsAt) });
  const contact = settledLink(host.contactUrl);
  return html`<p class="allowance" part="notice">
    ${noQuestionsLeft} ${time}
    ${
      contact
        ? html`<a href=${contact.href} rel=${contact.rel} target=${contact.target || nothing}
            >${words.strings.contact}</a
          >`
        : nothing
    }
  </p>`;
}
