import type { FailureFacts } from '../protocol/chat-error.ts';

/** What to do about a failure. */
export interface Remedy {
  readonly remedy: string;
  /** What to paste; the remedy then ends with a colon. */
  readonly code?: string;
}

type Facts = Required<Omit<FailureFacts, 'setting' | 'file' | 'address'>>;
type Rule = readonly [fits: (facts: Facts) => boolean, remedy: string, code?: string];

const says =
  (words: RegExp): Rule[0] =>
  ({ text }) =>
    words.test(text);
const has =
  (...statuses: readonly number[]): Rule[0] =>
  ({ status }) =>
    statuses.includes(status);
/** The statuses of backends that do not like what is in the body. */
const refuses =
  (words: RegExp): Rule[0] =>
  ({ status, text }) =>
    [400, 409, 422].includes(status) && words.test(text);

/** What helps, by what was seen. The first that fits. */
const RULES: readonly Rule[] = [
  [
    ({ isChallenge }) => isChallenge,
    'Cloudflare asks for a proof there that the visitor is human, which the request of a page cannot give. Let the path pass: in Security, a WAF rule with the action Skip, and no Bot Fight Mode for it.',
  ],
  [
    says(/\bcredits?\b|billing|payment|insufficient.{0,20}(?:quota|balance|funds)/i),
    'Top up the account at the vendor of the model.',
  ],
  [
    says(/"site-limit"/),
    'Its limit for the day is reached: raise SITE_DAILY_LIMIT, or wait until 00:00 UTC.',
  ],
  [
    says(/context.{0,20}length|too many tokens|prompt is too long/i),
    'Send fewer messages:',
    'data-history-limit="8"',
  ],
  [
    says(/csrf|page expired/i),
    'Take the path out of the protection against CSRF, in the framework of the service.',
  ],
  [
    refuses(/max_tokens/),
    'Say how long an answer may be:',
    `data-request-body='{"model":"…","max_tokens":1024}'`,
  ],
  [
    says(
      /\bmodel\b.{0,60}(?:not found|not exist|not supported|unknown|no such)|(?:unknown|invalid|no such) model|model_not_found/i,
    ),
    'Correct the name of the model:',
    `data-request-body='{"model":"…"}'`,
  ],
  [
    refuses(
      /(?:unrecogni[sz]ed|unknown|unexpected|extra|additional).{0,80}\bkey\b|\bkey\b.{0,80}not (?:permitted|allowed)/i,
    ),
    'Leave out what only our Worker takes:',
    'data-request-format="openai"',
  ],
  [refuses(/\bmodel\b/i), 'Name the model:', `data-request-body='{"model":"gpt-5-mini"}'`],
  [refuses(/\bchatInput\b/), 'Ask as n8n does:', 'data-request-format="n8n"'],
  [refuses(/\b(?:jsonrpc|JSON-RPC)\b/), 'Ask as agents of A2A do:', 'data-request-format="a2a"'],
  [refuses(/\bparts\b/), 'Ask as the AI SDK does:', 'data-request-format="ui-message"'],
  [
    ({ status, text }) =>
      status === 401 || status === 407 || /api.?key not valid|invalid api.?key/i.test(text),
    'Send the proof that it asks for, and keep a key that others must not know on a server of yours:',
    'document.querySelector("cf-ai-chat").headers = async () => ({ authorization: `Bearer ${await getToken()}` });',
  ],
  [has(402), 'Top up the account at the vendor of the model.'],
  [has(403, 451), 'Its log says why: a firewall, a login, a key without rights, or a list of allowed sites.'],
  [
    has(404, 410),
    'Correct the path of the endpoint; for our Worker, leave it out; for a chat agent, write wss: for https:.',
  ],
  [
    has(405, 501),
    'Correct the path of the endpoint: what is there takes no POST. For our Worker, leave it out; for a chat agent, write wss: for https:.',
  ],
  [has(413, 431), 'Let the service take larger bodies, or send fewer messages:', 'data-history-limit="8"'],
  [
    has(406, 415),
    'Let the service read JSON (content-type: application/json) and answer with a stream or JSON.',
  ],
  [has(429), 'It limits how often it is asked: raise the limit, or the plan at the vendor of the model.'],
  [
    has(408, 504, 524),
    'The service behind the proxy takes too long: let it stream, and raise the time limit of the proxy, such as:',
    'proxy_read_timeout 120s;',
  ],
  [
    has(502, 503, 520, 521, 522, 523, 525, 526, 530),
    'A proxy answered: start the service behind it, and look into its log.',
  ],
  [
    ({ status, contentType, text }) =>
      status < 500 && (/\bhtml\b/.test(contentType) || /^\s*<(?:!doctype|html)/i.test(text)),
    'Correct the address: a page of the site, a login or an error page is there.',
  ],
  [({ status }) => status >= 300 && status < 400, 'Correct the address: it leads somewhere else.'],
];

/** The formats that ask by one field of that name. */
const FORMATS = new Set(['prompt', 'query']);

/** What helps against a bad status, or a body that is no answer. */
export function chooseRemedy(seen: FailureFacts): Remedy {
  const { status = 200, contentType = '', text = '', isChallenge = false } = seen;
  const facts = { status, contentType, text, isChallenge };
  const [, remedy, code] = RULES.find(([fits]) => fits(facts)) ?? [];
  if (remedy !== undefined) return { remedy, ...(code !== undefined && { code }) };
  if (status < 400 || status >= 500) return { remedy: 'Look into the log of the service.' };
  const field = missingField(text) ?? 'question';
  return FORMATS.has(field)
    ? { remedy: 'Ask with the field that it takes:', code: `data-request-format="${field}"` }
    : { remedy: 'Send the JSON that it takes, such as:', code: listenerFor(field) };
}

/** The field that a backend misses, by its words: `message is required`, FastAPI's `"loc":["body","message"]`. */
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
