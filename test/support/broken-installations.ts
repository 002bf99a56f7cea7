/** A page with a wrong installation of the chat, and the finding that names its fault. */
export interface BrokenInstallation {
  readonly name: string;
  readonly html: string;
  readonly code: string;
}

const GOOD = 'https://chat.shop.dev/cf-ai-chat.js';

const script = (attributes: string): string => `<script ${attributes} defer></script>`;
const src = (address: string, rest = ''): string => script(`src="${address}" ${rest}`);
const good = (rest: string): string => src(GOOD, rest);
const element = (attributes: string): string => `${good('')}<cf-ai-chat ${attributes}></cf-ai-chat>`;
const policy = (value: string): string =>
  `<meta http-equiv="Content-Security-Policy" content="${value}">${good('')}`;
const inScript = (code: string): string => `<script>${code}</script>${good('')}`;
const json = (text: string): string =>
  `${good('')}<cf-ai-chat><script type="application/json">${text}</script></cf-ai-chat>`;

/** Pages with typing mistakes. */
const MISTYPED: readonly (readonly [name: string, html: string, code: string])[] = [
  ['the placeholder of the page', src('https://YOUR-WORKER/cf-ai-chat.js'), 'placeholder'],
  ['the placeholder in small letters', src('https://your-worker/cf-ai-chat.js'), 'placeholder'],
  ['a placeholder in angle brackets', src('https://<your-worker>/cf-ai-chat.js'), 'placeholder'],
  [
    'a placeholder as its subdomain',
    src('https://your-worker.shop.workers.dev/cf-ai-chat.js'),
    'placeholder',
  ],
  ['the address of an example', src('https://chat.example.com/cf-ai-chat.js'), 'placeholder'],
  ['a template that was not filled in', src('https://{{worker}}/cf-ai-chat.js'), 'placeholder'],
  ['a placeholder as endpoint', good('data-endpoint="https://<your-worker>/api/chat"'), 'placeholder'],
  ['no scheme', src('chat.shop.dev/cf-ai-chat.js'), 'scheme-missing'],
  ['www and no scheme', src('www.shop.dev/cf-ai-chat.js'), 'scheme-missing'],
  ['no scheme before localhost', src('localhost:8787/cf-ai-chat.js'), 'scheme-missing'],
  ['no scheme before an address of numbers', src('127.0.0.1:8787/cf-ai-chat.js'), 'scheme-missing'],
  ['no scheme before the endpoint', good('data-endpoint="chat.shop.dev/api/chat"'), 'scheme-missing'],
  ['https//', src('https//chat.shop.dev/cf-ai-chat.js'), 'scheme-missing'],
  ['https// before the endpoint', element('endpoint="https//chat.shop.dev"'), 'scheme-missing'],
  ['wss// before the endpoint', good('data-endpoint="wss//chat.shop.dev/agents/chat"'), 'scheme-missing'],
  ['nothing but wss:/', good('data-endpoint="wss:/"'), 'address-broken'],
  [
    'wss:// behind https://',
    good('data-endpoint="https://wss://chat.shop.dev/agents/chat"'),
    'address-broken',
  ],
  ['wsss://', good('data-endpoint="wsss://chat.shop.dev/agents/chat"'), 'address-broken'],
  ['an address of sockets without an agent', good('data-endpoint="wss://chat.shop.dev"'), 'address-broken'],
  ['htps://', src('htps://chat.shop.dev/cf-ai-chat.js'), 'address-broken'],
  ['https://https://', src('https://https://chat.shop.dev/cf-ai-chat.js'), 'address-broken'],
  ['port 80800', src('http://localhost:80800/cf-ai-chat.js'), 'address-broken'],
  ['port 80800 in the endpoint', good('data-endpoint="http://localhost:80800"'), 'address-broken'],
  ['nothing but https://', good('data-endpoint="https://"'), 'address-broken'],
  ['a blank in the host', good('data-endpoint="https://my worker.dev/api/chat"'), 'address-broken'],
  ['a blank in the path', good('data-endpoint="https://chat.shop.dev/api chat"'), 'address-broken'],
  ['a file of the disk', src('file:///home/me/cf-ai-chat.js'), 'address-broken'],
  ['quotation marks of a word processor', src('”https://chat.shop.dev/cf-ai-chat.js”'), 'quotes'],
  ['no quotation marks but those', script('src=“https://chat.shop.dev/cf-ai-chat.js”'), 'quotes'],
  ['endpoint without data-', good('endpoint="https://chat.shop.dev/api/chat"'), 'setting-ignored'],
  ['heading without data-', good('heading="Ask us"'), 'setting-ignored'],
  ['data- on the element', element('data-endpoint="https://chat.shop.dev"'), 'setting-ignored'],
  ['a letter too few', good('data-endpont="https://chat.shop.dev"'), 'setting-ignored'],
  ['a hyphen too few', good('data-launcherlabel="Chat"'), 'setting-ignored'],
  ['an underscore for a hyphen', element('launcher_label="Chat"'), 'setting-ignored'],
  ['two letters exchanged', element('posiiton="bottom-start"'), 'setting-ignored'],
  ['a mode that does not exist', element('mode="popup"'), 'setting-value'],
  ['a position that does not exist', good('data-position="bottom-right"'), 'setting-value'],
  ['a theme in capitals', good('data-theme="Dark"'), 'setting-value'],
  ['a number in words', good('data-history-limit="twenty"'), 'setting-value'],
  ['false where being there is true', element('open="false"'), 'setting-value'],
  ['a list that is not closed', good(`data-suggestions='["Prices?", "Hours?"'`), 'setting-value'],
  ['another file name', src('https://chat.shop.dev/cf_ai_chat.js'), 'script-address'],
  ['capitals in the file name', src('https://chat.shop.dev/CF-AI-Chat.js'), 'script-address'],
  ['a file that does not exist', src('https://chat.shop.dev/cf-ai-chat.min.js'), 'script-address'],
  ['no .js', src('https://chat.shop.dev/cf-ai-chat'), 'script-address'],
  ['the bare address of the Worker', src('https://chat.shop.dev'), 'script-address'],
  ['href for src', script(`href="${GOOD}"`), 'script-attribute'],
  ['scr for src', script(`scr="${GOOD}"`), 'script-attribute'],
  ['a link tag', `<link rel="preload" href="${GOOD}">`, 'script-attribute'],
  [
    'a tag that an editor made words of',
    `<p>&lt;script src="${GOOD}"&gt;&lt;/script&gt;</p>`,
    'script-as-text',
  ],
  ['a tag in a comment', `<!-- ${good('')} -->`, 'script-inert'],
  ['a tag in noscript', `<noscript>${good('')}</noscript>`, 'script-inert'],
  ['a tag that waits for consent', script(`type="text/plain" src="${GOOD}"`), 'script-inert'],
  ['a script tag that closes itself', `<script src="${GOOD}" defer /><p>Our shop</p>`, 'tag-unclosed'],
  [
    'a script tag that closes itself, before another script',
    `<script src="${GOOD}" defer /><p>Our shop</p><script src="/a.js"></script>`,
    'tag-unclosed',
  ],
  [
    'another script tag that closes itself',
    `<script src="/jquery.js" />${good('')}<p>Our shop</p>`,
    'tag-unclosed',
  ],
  ['an element that closes itself', `${good('')}<cf-ai-chat /><main>Our shop</main>`, 'tag-unclosed'],
  ['an element without its end', `${good('')}<cf-ai-chat><footer>Our shop</footer>`, 'tag-unclosed'],
  ['a quotation mark too few', `<script src="${GOOD} defer></script><p class="a">Our shop</p>`, 'quotes'],
  ['mount="none" without an element', good('data-mount="none"'), 'no-chat'],
  ['an element that is hidden', element('hidden'), 'chat-hidden'],
  ['an element that style hides', element('style="display:none"'), 'chat-hidden'],
  ['an element in something that is hidden', `<div hidden>${element('')}</div>`, 'chat-hidden'],
  ['data-color', good('data-color="green"'), 'setting-ignored'],
  ['data-primary-colour', good('data-primary-colour="green"'), 'setting-ignored'],
  ['data-title', good('data-title="Ask us"'), 'setting-ignored'],
  ['data-language', good('data-language="de"'), 'setting-ignored'],
  ['data-logo', good('data-logo="/logo.png"'), 'setting-ignored'],
  ['data-url', good('data-url="https://chat.shop.dev"'), 'setting-ignored'],
  ['data-api', good('data-api="https://chat.shop.dev"'), 'setting-ignored'],
  ['data-welcome', good('data-welcome="Hello"'), 'setting-ignored'],
  ['data-model', good('data-model="gpt-5-mini"'), 'setting-ignored'],
  ['data-prompt', good('data-prompt="You are our clerk."'), 'setting-ignored'],
  ['data-api-key', good('data-api-key="sk-1"'), 'setting-ignored'],
  ['data-width', good('data-width="500"'), 'setting-ignored'],
  ['data-dark-mode', good('data-dark-mode="true"'), 'setting-ignored'],
  ['data-starter-questions', good(`data-starter-questions="Prices?"`), 'setting-ignored'],
  ['a name that stands for nothing', good('data-sparkle="on"'), 'setting-ignored'],
  ['title in the address', src(`${GOOD}?title=Ask`), 'setting-ignored'],
  ['color on the element', element('color="green"'), 'setting-ignored'],
  ['title in JSON', json('{"title": "Ask us"}'), 'setting-ignored'],
  ['a colour in JSON', json('{"accent": "gren"}'), 'setting-value'],
  ['color in a script', inScript(`window.cfAiChat = { color: 'green' };`), 'setting-ignored'],
  ['title in a script', inScript(`window.cfAiChat = [{ "title": "Ask us" }, ['show']];`), 'setting-ignored'],
  [
    'a name with hyphens in a script',
    inScript(`window.cfAiChat = { endpoint: 'https://chat.shop.dev', 'launcher-label': 'Ask us' };`),
    'setting-ignored',
  ],
  [
    'welcome, pushed by a script',
    inScript(`(window.cfAiChat ??= []).push({ headers: () => ({ a: 'b' }), welcome: 'Hello' });`),
    'setting-ignored',
  ],
  [
    'logo, set by a script',
    inScript(`window.cfAiChat = {}; cfAiChat.logo = '/logo.png';`),
    'setting-ignored',
  ],
  [
    'a name that stands for nothing, in a script',
    inScript('cfAiChat = { sparkle: true };'),
    'setting-ignored',
  ],
  ['a colour in a script', inScript(`window.cfAiChat = { accent: 'gren' };`), 'setting-value'],
  ['no scheme in a script', inScript(`window.cfAiChat = { endpoint: 'chat.shop.dev' };`), 'scheme-missing'],
  ['a hyphen in JSON', json('{"launcher-label": "Ask us"}'), 'setting-ignored'],
  ['a colour that does not exist', good('data-accent="gren"'), 'setting-value'],
  ['five digits of a colour', element('accent="#12345"'), 'setting-value'],
  ['a body that is no JSON', good(`data-request-body="{model: 'gpt-5-mini'}"`), 'setting-value'],
  ['a mail without mailto:', good('data-contact-url="help@shop.dev"'), 'scheme-missing'],
  ['a picture without a scheme', good('data-avatar="cdn.shop.dev/logo.png"'), 'scheme-missing'],
  ['another name of the element', `${good('')}<cf-aichat></cf-aichat>`, 'tag-unknown'],
  ['underscores in its name', `${good('')}<cf_ai_chat></cf_ai_chat>`, 'tag-unknown'],
];

/** Pages without a typing mistake that do not work either. */
const WELL_TYPED: readonly (readonly [name: string, html: string, code: string])[] = [
  ['no script at all', '<p>Hello</p>', 'no-script'],
  ['a script by http', src('http://chat.shop.dev/cf-ai-chat.js'), 'mixed-content'],
  ['an endpoint by http', good('data-endpoint="http://chat.shop.dev"'), 'mixed-content'],
  ['an agent by ws', good('data-endpoint="ws://chat.shop.dev/agents/chat"'), 'mixed-content'],
  [
    'a policy without the agent',
    `${policy('connect-src https:')}<cf-ai-chat endpoint="wss://chat.shop.dev/agents/chat"></cf-ai-chat>`,
    'csp-connect-src',
  ],
  ['no endpoint', src('https://cdn.shop.dev/assets/cf-ai-chat.js'), 'endpoint-missing'],
  [
    'an index to search that nothing opens',
    src('https://cdn.shop.dev/assets/cf-ai-chat.js', 'data-search-endpoint="/pagefind/pagefind.js"'),
    'search-unopened',
  ],
  ['a policy without the script', policy("script-src 'self'; connect-src *"), 'csp-script-src'],
  ['a policy without the endpoint', policy("connect-src 'self'"), 'csp-connect-src'],
  ['Trusted Types without ours', policy('trusted-types lit-html'), 'csp-trusted-types'],
  [
    'a policy without the bot check',
    `${policy('script-src https://chat.shop.dev')}<cf-ai-chat turnstile-sitekey="1x"></cf-ai-chat>`,
    'csp-turnstile',
  ],
  [
    'a policy without pictures of files',
    `${policy("script-src https://chat.shop.dev; connect-src *; img-src 'self'")}<cf-ai-chat attachments="images"></cf-ai-chat>`,
    'csp-img-src',
  ],
  [
    'files in a format without',
    src(
      'https://cdn.shop.dev/assets/cf-ai-chat.js',
      'data-endpoint="/ask" data-request-format="prompt" data-attachments="images"',
    ),
    'setting-ignored',
  ],
  ['a comma too many in JSON', json('{"heading": "Ask us",}'), 'settings-broken'],
];

export const BROKEN_INSTALLATIONS: readonly BrokenInstallation[] = [...MISTYPED, ...WELL_TYPED].map(
  ([name, html, code]) => ({ name, code, html: `<!doctype html><html><body>${html}</body></html>` }),
);
