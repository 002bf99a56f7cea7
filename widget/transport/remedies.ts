import type { FailureFacts } from '../protocol/chat-error.ts';

/** What to do about a failure, in words for the owner of page or backend. */
export interface Remedy {
  readonly remedy: string;
  /** Code to paste; the remedy then ends with a colon. */
  readonly code?: string;
}

type Facts = Required<Omit<FailureFacts, 'setting' | 'file' | 'address'>>;
type Rule = readonly [fits: (facts: Facts) => boolean, remedy: string, code?: string];

const bodyMatches =
  (words: RegExp): Rule[0] =>
  ({ text }) =>
    words.test(text);
const hasStatus =
  (...statuses: readonly number[]): Rule[0] =>
  ({ status }) =>
    statuses.includes(status);
/** Matches the statuses of a backend that rejects a field of the body. */
const rejectsBody =
  (words: RegExp): Rule[0] =>
  ({ status, text }) =>
    [400, 409, 422].includes(status) && words.test(text);

/** Remedies by the facts of a response. The first rule that fits wins. */
const RULES: readonly Rule[] = [
  [
    ({ isChallenge }) => isChallenge,
    'Cloudflare asks for a proof there that the visitor is human, which the request of a page cannot give. Let the path pass: in Security, a WAF rule with the action Skip, and no Bot Fight Mode for it.',
  ],
  [
    bodyMatches(/\bcredits?\b|billing|payment|insufficient.{0,20}(?:quota|balance|funds)/i),
    'Top up the account at the vendor of the model.',
  ],
  [
    bodyMatches(/"site-limit"/),
    'Its limit for the day is reached: raise SITE_DAILY_LIMIT, or wait until 00:00 UTC.',
  ],
  [
    bodyMatches(/context.{0,20}length|too many tokens|prompt is too long/i),
    'Send fewer messages:',
    'data-history-limit="8"',
  ],
  [
    bodyMatches(/csrf|page expired/i),
    'Take the path out of the protection against CSRF, in the framework of the service.',
  ],
  [
    rejectsBody(/max_tokens/),
    'Say how long an answer may be:',
    `data-request-body='{"model":"…","max_tokens":1024}'`,
  ],
  [
    bodyMatches(
      /\bmodel\b.{0,60}(?:not found|not exist|not supported|unknown|no such)|(?:unknown|invalid|no such) model|model_not_found/i,
    ),
    'Correct the name of the model:',
    `data-request-body='{"model":"…"}'`,
  ],
  [
    rejectsBody(
      /(?:unrecogni[sz]ed|unknown|unexpected|extra|additional).{0,80}\bkey\b|\bkey\b.{0,80}not (?:permitted|allowed)/i,
    ),
    'Leave out what only our Worker takes:',
    'data-request-format="openai"',
  ],
  [rejectsBody(/\bmodel\b/i), 'Name the model:', `data-request-body='{"model":"gpt-5-mini"}'`],
  [rejectsBody(/\bchatInput\b/), 'Ask as n8n does:', 'data-request-format="n8n"'],
  [rejectsBody(/\b(?:jsonrpc|JSON-RPC)\b/), 'Ask as agents of A2A do:', 'data-request-format="a2a"'],
  [rejectsBody(/\bparts\b/), 'Ask as the AI SDK does:', 'data-request-format="ui-message"'],
  [
    ({ status, text }) =>
      status === 401 || status === 407 || /api.?key not valid|invalid api.?key/i.test(text),
    'Send the proof that it asks for, and keep a key that others must not know on a server of yours:',
    'document.querySelector("cf-ai-chat").headers = async () => ({ authorization: `Bearer ${await getToken()}` });',
  ],
  [hasStatus(402), 'Top up the account at the vendor of the model.'],
  [
    hasStatus(403, 451),
    'Its log says why: a firewall, a login, a key without rights, or a list of allowed sites.',
  ],
  [
    hasStatus(404, 410),
    'Correct the path of the endpoint; for our Worker, leave it out; for a chat agent, write wss: for https:.',
  ],
  [
    hasStatus(405, 501),
    'Correct the path of the endpoint: what is there takes no POST. For our Worker, leave it out; for a chat agent, write wss: for https:.',
  ],
  [
    hasStatus(413, 431),
    'Let the service take larger bodies, or send fewer messages:',
    'data-history-limit="8"',
  ],
  [
    hasStatus(406, 415),
    'Let the service read JSON (content-type: application/json) and answer with a stream or JSON.',
  ],
  [
    hasStatus(429),
    'It limits how often it is asked: raise the limit, or the plan at the vendor of the model.',
  ],
  [
    hasStatus(408, 504, 524),
    'The service behind the proxy takes too long: let it stream, and raise the time limit of the proxy, such as:',
    'proxy_read_timeout 120s;',
  ],
  [
    hasStatus(502, 503, 520, 521, 522, 523, 525, 526, 530),
    'A proxy answered: start the service behind it, and look into its log.',
  ],
  [
    ({ status, contentType, text }) =>
      status < 500 && (/\bhtml\b/.test(contentType) || /^\s*<(?:!doctype|html)/i.test(text)),
    'Correct the address: a page of the site, a login or an error page is there.',
  ],
  [({ status }) => status >= 300 && status < 400, 'Correct the address: it leads somewhere else.'],
];

/** Names of a missing field that are also a `request-format`: then that setting helps. */
const FIELD_FORMATS = new Set(['prompt', 'query']);

/** The remedy for a bad status, or for a body that is no answer. */
export function chooseRemedy(seen: FailureFacts): Remedy {
  const { status = 200, contentType = '', text = '', isChallenge = false } = seen;
  const facts = { status, contentType, text, isChallenge };
  const [, remedy, code] = RULES.find(([fits]) => fits(facts)) ?? [];
  if (remedy !== undefined) return { remedy, ...(code !== undefined && { code }) };
  if (status < 400 || status >= 500) return { remedy: 'Look into the log of the service.' };
  const field = missingField(text) ?? 'question';
  return FIELD_FORMATS.has(field)
    ? { remedy: 'Ask with the field that it takes:', code: `data-request-format="${field}"` }
    : { remedy: 'Send the JSON that it takes, such as:', code: listenerFor(field) };
}

/**
 * The field that a backend finds missing, by its message: `message is required`, FastAPI's
 * `"loc":["body","message"]`.
 */
function missingField(text: string): string | undefined {
  const found =
    /"loc"\s*:\s*\[\s*"body"\s*,\s*"(\w+)"/.exec(text) ??
    /(\w+)\\?['"`]?(?: field)? (?:is|are) (?:required|missing)/i.exec(text) ??
    /(?:missing|required|requires|expected)[^"'`]{0,40}['"`](\w+)\\?['"`]/i.exec(text);
  return found?.[1];
}

function listenerFor(field: string): string {
  const value = field === 'messages' ? 'request.messages' : 'request.messages.at(-1).content';
  return `document.addEventListener("cf-ai-chat-request", ({ request }) => {\n  request.body = { ${field}: ${value} };\n});`;
}
