import type { CfAiChatElement } from '../../widget/index.ts';
import type { FrameMessage } from './configurator/preview.ts';
import { isToken, type Values } from './configurator/configuration.ts';
import { find } from './find.ts';
import { answerTo, UNRECORDED } from './recorded/answers.ts';
import { RecordedSearch } from './recorded/recorded-search.ts';
import { RecordedServer } from './recorded/recorded-server.ts';
import { sampleOf } from './recorded/samples.ts';
import { serveOnThisPage } from './recorded/serve-on-this-page.ts';

/** Attributes that the preview ignores. It has no server and keeps no conversation, and opens by itself. */
const NOT_SHOWN = new Set([
  'endpoint',
  'feedback-url',
  'request-format',
  'request-body',
  'turnstile-sitekey',
  'persist',
  'instance',
  'loading',
  'open',
  'mode',
  'hotkey',
  'open-on',
  'search-endpoint',
]);

const sample = sampleOf(document.body.className);

const server = new RecordedServer({
  path: '/recorded/preview',
  answerTo(question) {
    const known = answerTo(question);
    return known === UNRECORDED ? sample : known;
  },
});
serveOnThisPage(server);
const search = new RecordedSearch();
serveOnThisPage(search);

let chat: CfAiChatElement | undefined;
addEventListener('message', ({ origin, data }: MessageEvent<FrameMessage>) => {
  if (origin === location.origin && typeof data === 'object') show(data);
});
parent.postMessage('ready', location.origin);

function show({ values, hasAnswer, scheme }: FrameMessage): void {
  document.documentElement.style.colorScheme = scheme ?? '';
  const { mode = 'floating' } = values;
  if (chat?.mode !== mode) {
    chat?.remove();
    chat = create(mode);
  }
  setAttributes(chat, values);
  if (hasAnswer === (chat.messages.length === 0)) showConversation(chat, hasAnswer);
}

function create(mode: string): CfAiChatElement {
  const created = document.createElement('cf-ai-chat');
  const settings = {
    mode,
    endpoint: server.endpoint,
    'search-endpoint': search.endpoint,
    persist: 'none',
    loading: 'eager',
  };
  for (const [name, value] of Object.entries(settings)) created.setAttribute(name, value);
  // The chat is opened, so that there is something to see. Its launcher closes it as on any page.
  if (mode === 'floating') created.open = true;
  (mode === 'inline' ? find('main') : document.body).append(created);
  // Results of the search lead nowhere: their pages are not those of the preview.
  created.addEventListener('cf-ai-chat-result', (event) => event.preventDefault());
  if (mode === 'search') showSearch(created);
  return created;
}

/** Opens the search of the preview, and gives focus back to the configurator until somebody uses the preview. */
function showSearch(created: CfAiChatElement): void {
  const { activeElement } = parent.document;
  const unused = new AbortController();
  const { signal } = unused;
  addEventListener('pointerdown', () => unused.abort(), { signal });
  const giveBack = (): void => {
    if (activeElement && 'focus' in activeElement && typeof activeElement.focus === 'function')
      activeElement.focus();
  };
  addEventListener('focusin', giveBack, { signal });
  created.search();
}

function setAttributes(element: CfAiChatElement, values: Values): void {
  const wanted = Object.entries(values).filter(([name]) => !NOT_SHOWN.has(name));
  const given = new Map(wanted);
  for (const name of element.getAttributeNames())
    if (!given.has(name) && !NOT_SHOWN.has(name) && name !== 'style') element.removeAttribute(name);
  for (const [name, value] of wanted)
    if (!isToken(name) && element.getAttribute(name) !== value) element.setAttribute(name, value);
  for (const name of [...element.style]) if (!given.has(name)) element.style.removeProperty(name);
  for (const [name, value] of wanted) if (isToken(name)) element.style.setProperty(name, value);
}

function showConversation(element: CfAiChatElement, hasAnswer: boolean): void {
  element.messages = hasAnswer
    ? [
        { role: 'user', content: sample.question },
        { role: 'assistant', content: sample.answer },
      ]
    : [];
}
