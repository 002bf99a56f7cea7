// The script of the settings page (Settings, AI Chat): the test of the connection, the tabs, the colour picker, the preview.
import { completeAddress } from '../../../widget/protocol/address.ts';
import { allowOrigin, isLocal, WORKER_PATH } from '../../../widget/protocol/endpoint.ts';

const { origin, previewed, language, words } = window.cfAiChatSettings;
const form = document.querySelector('.cf-ai-chat-settings form');
const fieldOf = (name) => form.elements[`cf_ai_chat_settings[${name}]`];
const wordsWith = (text, value) => text.replace('%s', value);

/** The longest wait for the service, in milliseconds. */
const TEST_MS = 10_000;
/** Where the Worker takes questions; the plugin completes an address without a path. */
const QUESTION_PATHS = new Set(['/', WORKER_PATH, '/v1/chat/completions']);

/** Completes a text to an address, as the plugin does when it saves. Undefined where it is none. */
function readAddress(text) {
  const address = completeAddress(text);
  if (/[\s<>"]/.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const hasHost =
    url.hostname.includes('.') || /^(?:localhost|\[.+\])$/.test(url.hostname) || url.port !== '';
  return hasHost ? url : undefined;
}

/** Asks the Worker, from this browser, whether it works. It answers only origins that it allows. Returns the text to show. */
async function testConnection(text) {
  if (text === '') return { isGood: false, text: words.empty };
  const url = readAddress(text);
  if (!url) return { isGood: false, text: words.invalid };
  if (location.protocol === 'https:' && /^(?:http|ws):$/.test(url.protocol) && !isLocal(url))
    return { isGood: false, text: words.insecure };
  const scheme = url.protocol.replace('ws', 'http');
  const health = `${scheme}//${url.host}/api/health`;
  const signal = AbortSignal.timeout(TEST_MS);
  const response = await fetch(health, { cache: 'no-store', credentials: 'omit', signal }).catch(
    () => undefined,
  );
  if (!response) return { isGood: false, text: words.silent };
  const answer = await response.json().catch(() => ({}));
  return describe(url, response.status, answer ?? {});
}

function describe(url, status, { ok, provider, code, error }) {
  const reason = code ?? error?.code ?? error;
  if (ok === true) {
    if (!QUESTION_PATHS.has(url.pathname))
      return { isGood: false, text: wordsWith(words.path, `${url.origin}${WORKER_PATH}`) };
    const other = origin === location.origin ? '' : ` ${wordsWith(words.otherOrigin, origin)}`;
    return { isGood: true, text: wordsWith(words.good, provider) + other };
  }
  if (reason === 'origin-refused') {
    return { isGood: false, text: wordsWith(words.refused, location.origin), line: allowOrigin(origin, url) };
  }
  if (ok === false) return { isGood: false, text: wordsWith(words.unready, reason) };
  return { isGood: false, text: wordsWith(words.unknown, status) };
}

function addTest() {
  const field = fieldOf('endpoint');
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button',
    textContent: words.test,
  });
  const result = document.createElement('div');
  result.className = 'cf-ai-chat-result';
  result.setAttribute('role', 'status');
  let run = 0;
  const show = ({ isGood, text, line }) => {
    const notice = document.createElement('div');
    notice.className = `notice inline notice-${isGood ? 'success' : 'error'}`;
    notice.append(Object.assign(document.createElement('p'), { textContent: text }));
    if (line) notice.append(Object.assign(document.createElement('code'), { textContent: line }));
    result.replaceChildren(notice);
  };
  button.addEventListener('click', async () => {
    run += 1;
    const mine = run;
    button.disabled = true;
    result.textContent = words.testing;
    const outcome = await testConnection(field.value.trim());
    if (mine !== run) return;
    button.disabled = false;
    show(outcome);
  });
  // The shown result belongs to the earlier address.
  field.addEventListener('input', () => {
    run += 1;
    button.disabled = false;
    result.replaceChildren();
  });
  field.after(' ', button);
  button.after(result);
}

const tabs = [...form.querySelectorAll('.nav-tab')];
const panelOf = (tab) => document.querySelector(tab.hash);

function chooseTab(chosen) {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.classList.toggle('nav-tab-active', isChosen);
    tab.setAttribute('aria-selected', isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
    panelOf(tab).hidden = !isChosen;
  }
  try {
    sessionStorage.setItem('cf-ai-chat-tab', chosen.id);
  } catch {
    // The browser blocks the storage: after saving, the first tab is open.
  }
}

function readTab() {
  try {
    return sessionStorage.getItem('cf-ai-chat-tab');
  } catch {
    return null;
  }
}

function addTabs() {
  tabs[0].parentElement.setAttribute('role', 'tablist');
  for (const [index, tab] of tabs.entries()) {
    const panel = panelOf(tab);
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    tab.addEventListener('click', (event) => {
      event.preventDefault();
      chooseTab(tab);
    });
    tab.addEventListener('keydown', (event) => {
      const isBackward = getComputedStyle(tab).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
      if (!/^Arrow(?:Left|Right)$/.test(event.key)) return;
      const next = tabs.at((index + (event.key === isBackward ? -1 : 1)) % tabs.length);
      event.preventDefault();
      chooseTab(next);
      next.focus();
    });
  }
  const wrong = form.querySelector('.cf-ai-chat-tab [aria-invalid]')?.closest('.cf-ai-chat-tab');
  chooseTab(tabs.find((tab) => panelOf(tab) === wrong) ?? tabs.find(({ id }) => id === readTab()) ?? tabs[0]);
}

function addPreview() {
  const chat = document.createElement('cf-ai-chat');
  Object.assign(chat, {
    mode: 'inline',
    instance: 'wordpress-preview',
    persist: 'none',
    history: 'off',
    transport: {
      async *send() {
        yield { type: 'token', token: words.previewReply };
        yield { type: 'done' };
      },
    },
  });
  const fields = previewed.filter((name) => fieldOf(name) && !['mode', 'open'].includes(name));
  const draw = () => {
    for (const name of fields) {
      const value = fieldOf(name).value.trim() || (name === 'lang' ? language : '');
      if (value === '') chat.removeAttribute(name);
      else if (chat.getAttribute(name) !== value) chat.setAttribute(name, value);
    }
  };
  draw();
  form.querySelector('.cf-ai-chat-preview').append(chat);
  form.addEventListener('input', draw);
  form.addEventListener('change', draw);
  // The colour picker changes the field after it has fired its event.
  window.jQuery(fieldOf('accent')).wpColorPicker({ change: () => setTimeout(draw), clear: draw });
}

/** Shows the field of paths only where the chat stands on some pages. */
function followRule() {
  const rule = fieldOf('rule');
  const draw = () => {
    form.querySelector('.cf-ai-chat-row-paths').hidden = rule.value === 'all';
  };
  rule.addEventListener('change', draw);
  draw();
}

addTest();
followRule();
addTabs();
addPreview();
