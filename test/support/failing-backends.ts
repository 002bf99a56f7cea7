import { answer, chat, type Route } from './loopback-site.ts';

/** A backend that fails, and texts of the report that its owner gets. */
export interface FailingBackend {
  readonly name: string;
  readonly route: Route;
  /** Texts in the report: about the problem, if it can be recognized, and about the remedy. */
  readonly told: readonly string[];
  /** Whether the backend is our Worker, whose errors may ask the visitor for something. */
  readonly isOurs: boolean;
}

const JSON_TYPE = 'application/json';
const HTML = 'text/html; charset=utf-8';
const STREAM = 'text/event-stream';

const LOG = 'Look into the log of the service.';
const MODEL = `Name the model: data-request-body='{"model":"gpt-5-mini"}'`;
const MODEL_NAME = 'Correct the name of the model:';
const OPENAI = 'data-request-format="openai"';
const PATH = 'Correct the path of the endpoint';
const ADDRESS = 'Correct the address: a page of the site, a login or an error page is there.';
const TOP_UP = 'Top up the account at the vendor of the model.';
const CHALLENGE = 'Cloudflare asks for a proof there';
const CSRF = 'protection against CSRF';
const PROXY = 'A proxy answered: start the service behind it';
const HEADERS = 'headers = async () => ({ authorization:';
const field = (name: string): string => `request.body = { ${name}: request.messages.at(-1).content };`;

/** A response to a question: status, type, body; and a text of the advice in the owner's report. */
type Row = readonly [name: string, status: number, type: string, body: string, remedy: string];

const ANSWERS: readonly Row[] = [
  [
    'OpenAI, no model',
    400,
    JSON_TYPE,
    '{"error":{"message":"you must provide a model parameter","type":"invalid_request_error","param":null,"code":null}}',
    MODEL,
  ],
  [
    'OpenAI, a model that is not there',
    404,
    JSON_TYPE,
    '{"error":{"message":"The model `gpt-9` does not exist or you do not have access to it.","code":"model_not_found"}}',
    MODEL_NAME,
  ],
  [
    'OpenAI, a wrong key',
    401,
    JSON_TYPE,
    '{"error":{"message":"Incorrect API key provided: sk-1.","code":"invalid_api_key"}}',
    HEADERS,
  ],
  [
    'OpenAI, no credit',
    429,
    JSON_TYPE,
    '{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","code":"insufficient_quota"}}',
    TOP_UP,
  ],
  [
    'OpenAI, a limit',
    429,
    JSON_TYPE,
    '{"error":{"message":"Rate limit reached for gpt-5-mini","code":"rate_limit_exceeded"}}',
    'It limits how often it is asked',
  ],
  [
    'OpenAI, our key of a question',
    400,
    JSON_TYPE,
    '{"error":{"message":"Unrecognized request argument supplied: key"}}',
    OPENAI,
  ],
  [
    'OpenAI, a bad request with a code like ours',
    400,
    JSON_TYPE,
    '{"error":{"message":"messages is required","code":"bad_request"}}',
    'request.body = { messages: request.messages };',
  ],
  [
    'vLLM, extra inputs',
    422,
    JSON_TYPE,
    '{"detail":[{"type":"extra_forbidden","loc":["body","key"],"msg":"Extra inputs are not permitted"}]}',
    OPENAI,
  ],
  ['Ollama, no model', 400, JSON_TYPE, '{"error":"model is required"}', MODEL],
  ['Ollama, a model that is not there', 404, JSON_TYPE, `{"error":"model 'llama9' not found"}`, MODEL_NAME],
  [
    'Anthropic, no max_tokens',
    400,
    JSON_TYPE,
    '{"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: Field required"}}',
    '"max_tokens":1024',
  ],
  [
    'OpenRouter, no credit',
    402,
    JSON_TYPE,
    '{"error":{"message":"Insufficient credits","code":402}}',
    TOP_UP,
  ],
  [
    'Gemini, a wrong key',
    400,
    JSON_TYPE,
    '{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}',
    HEADERS,
  ],
  [
    'FastAPI, message',
    422,
    JSON_TYPE,
    '{"detail":[{"type":"missing","loc":["body","message"],"msg":"Field required","input":{}}]}',
    field('message'),
  ],
  [
    'FastAPI, prompt',
    422,
    JSON_TYPE,
    '{"detail":[{"type":"missing","loc":["body","prompt"],"msg":"Field required","input":{}}]}',
    'data-request-format="prompt"',
  ],
  [
    'FastAPI, query',
    422,
    JSON_TYPE,
    '{"detail":[{"type":"missing","loc":["body","query"],"msg":"Field required","input":{}}]}',
    'data-request-format="query"',
  ],
  ['Express, message', 400, JSON_TYPE, '{"error":"message is required"}', field('message')],
  ['Express, plain text', 400, 'text/plain', "Missing 'question' in the body", field('question')],
  [
    'Zod, input',
    400,
    JSON_TYPE,
    '{"error":"Invalid input: expected string, received undefined at \\"input\\""}',
    field('input'),
  ],
  ['a bad request without words', 400, JSON_TYPE, '', 'Send the JSON that it takes'],
  [
    'n8n, another webhook',
    404,
    JSON_TYPE,
    '{"code":404,"message":"The requested webhook \\"POST chat\\" is not registered."}',
    PATH,
  ],
  [
    'Express, no such path',
    404,
    HTML,
    '<!DOCTYPE html><title>Error</title><pre>Cannot POST /api/chat</pre>',
    PATH,
  ],
  ['a host of files', 405, HTML, '<html><h1>405 Not Allowed</h1></html>', 'takes no POST'],
  [
    'nginx, a body that is too large',
    413,
    HTML,
    '<html><h1>413 Request Entity Too Large</h1></html>',
    'data-history-limit="8"',
  ],
  [
    'a service that reads forms',
    415,
    JSON_TYPE,
    '{"message":"Unsupported Media Type"}',
    'Let the service read JSON',
  ],
  ['nginx, nothing behind it', 502, HTML, '<html><h1>502 Bad Gateway</h1></html>', PROXY],
  ['nginx, too slow', 504, HTML, '<html><h1>504 Gateway Time-out</h1></html>', 'proxy_read_timeout'],
  ['Heroku, not running', 503, HTML, '<html>Application error</html>', PROXY],
  ['Cloudflare, nothing behind it', 521, HTML, '<html>Web server is down</html>', PROXY],
  ['a firewall', 403, HTML, '<html><h1>Access denied</h1></html>', 'a firewall, a login'],
  ['an API gateway without a key', 403, JSON_TYPE, '{"message":"Forbidden"}', 'a firewall, a login'],
  ['Laravel, CSRF', 419, JSON_TYPE, '{"message":"CSRF token mismatch."}', CSRF],
  [
    'Django, CSRF',
    403,
    HTML,
    '<html><h1>Forbidden</h1><p>CSRF verification failed. Request aborted.</p></html>',
    CSRF,
  ],
  ['a login without words', 401, JSON_TYPE, '', HEADERS],
  ['a crash', 500, JSON_TYPE, '{"error":"Internal Server Error"}', LOG],
  ['a crash with a page', 500, HTML, '<html><h1>Server Error (500)</h1></html>', LOG],
  ['a page of the site', 200, HTML, '<!doctype html><title>Shop</title><div id="root"></div>', ADDRESS],
  ['a login page', 200, HTML, '<html><form action="/login"></form></html>', ADDRESS],
  ['an error with a good status', 200, JSON_TYPE, '{"error":"Out of credits"}', TOP_UP],
  ['JSON that nobody knows', 200, JSON_TYPE, '{"reply_text_v2":"Hello"}', 'data: {"token":"Hello"}'],
  ['a picture', 200, 'image/png', 'PNG', 'data: {"token":"Hello"}'],
  [
    'a stream without its end',
    200,
    STREAM,
    'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":null}]}\n\n',
    'data: [DONE]',
  ],
  ['a stream with nothing in it', 200, STREAM, '', 'data: [DONE]'],
  ['an end without a word', 200, STREAM, 'data: [DONE]\n\n', 'the model sent no text'],
  [
    'an error in the stream',
    200,
    STREAM,
    'data: {"type":"error","code":"model-failed","message":"no GPU"}\n\n',
    LOG,
  ],
];

/** Error responses of our Worker. */
const OURS: readonly Row[] = [
  [
    'our Worker, another site',
    403,
    JSON_TYPE,
    '{"type":"error","code":"origin-refused","message":"this origin is not in ALLOWED_ORIGINS"}',
    'ALLOWED_ORIGINS:http://127.0.0.1:',
  ],
  [
    'our Worker, a bot check',
    403,
    JSON_TYPE,
    '{"type":"error","code":"challenge-required","message":""}',
    'Set turnstile-sitekey',
  ],
  [
    'our Worker, no secret',
    500,
    JSON_TYPE,
    '{"type":"error","code":"not-configured","message":"SESSION_SECRET is missing"}',
    LOG,
  ],
];

/** Makes a backend of a row of the tables above. `isOurs`: whether the row is about our Worker. */
const fromRow =
  (isOurs: boolean) =>
  ([name, status, type, body, remedy]: Row): FailingBackend => {
    const seen =
      status >= 400 && !body.includes('origin-refused') && !body.includes('challenge-required')
        ? [`status ${status}`]
        : [];
    return {
      name,
      isOurs,
      told: [...seen, remedy],
      route: chat(answer(body, type === '' ? {} : { 'content-type': type }, status)),
    };
  };

const challenge = (status: number, headers: Readonly<Record<string, string>>): Route =>
  chat(
    answer(
      '<!DOCTYPE html><html><head><title>Just a moment...</title></head></html>',
      { 'content-type': HTML, ...headers },
      status,
    ),
  );

/** Backends that fail in different ways. */
export const FAILING_BACKENDS: readonly FailingBackend[] = [
  ...ANSWERS.map(fromRow(false)),
  ...OURS.map(fromRow(true)),
  {
    name: 'Cloudflare, a challenge',
    isOurs: false,
    told: ['status 403', CHALLENGE],
    route: challenge(403, { 'cf-mitigated': 'challenge' }),
  },
  {
    name: 'Cloudflare, another challenge',
    isOurs: false,
    told: ['status 503', CHALLENGE],
    route: challenge(503, {}),
  },
  {
    name: 'no CORS',
    isOurs: false,
    told: ['No response that the page may read', 'Access-Control-Allow-Origin: http://127.0.0.1:'],
    route: chat(answer('Hello', { 'content-type': 'text/plain' }), {}),
  },
  {
    name: 'a connection that is reset',
    isOurs: false,
    told: ['No response that the page may read', 'Start the service'],
    route: chat((request) => void request.socket.destroy()),
  },
  {
    name: 'a connection that breaks in the middle',
    isOurs: false,
    told: ['ended before it was complete', 'Check the time limits'],
    route: chat((_request, response) => {
      const piece = 'data: {"type":"token","token":"Hel"}\n\n';
      response.writeHead(200, { 'content-type': STREAM }).write(piece, () => response.destroy());
    }),
  },
];
