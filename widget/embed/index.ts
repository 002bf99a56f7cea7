import type { Settings } from '../ui/element/apply-settings.ts';
import { CfAiChatElement } from '../ui/shell/cf-ai-chat-element.ts';
import { findOwnScript, isServedByWorker } from './own-script.ts';
import { createPageApi, isCall, type PageApi, type QueueItem } from './page-api.ts';
import { createPanelLoad } from './panel-source.ts';
import type { ScriptEnvironment } from './script-environment.ts';

// Replaced by the build.
declare const __CF_AI_CHAT_VERSION__: string;

const TAG = 'cf-ai-chat';
const previous: unknown = window.cfAiChat;
// A page may have any value under this name: `true`, or an element with this id, which browsers expose as a global.
if (!/ (?:Object|Array|Undefined)]/.test({}.toString.call(previous)))
  // oxlint-disable-next-line no-console -- settings that are ignored without a warning look like a fault of the chat
  console.warn(`<${TAG}>: window.cfAiChat is neither settings nor a list`);
const queued = ([previous].flat() as readonly QueueItem[]).filter((item) => Object(item) === item);
const pageSettings: Settings = Object.assign({}, ...queued.filter((item) => !isCall(item)));

const script = findOwnScript();
// A tag manager or an optimiser may run the code without a tag; then the page sets the address as the setting `src`.
const address = new URL(script?.src || `${pageSettings['src']}`, document.baseURI);
const query = [...address.searchParams].map(([name, value]) => [toPropertyName(name), value]);
const tagSettings: Settings = { ...Object.fromEntries(query), ...script?.dataset };

const defined = customElements.get(TAG) as typeof CfAiChatElement | undefined;
const element = defined ?? CfAiChatElement;
const environment = (element.environment ??= { panelFailures: 0 } as ScriptEnvironment) as ScriptEnvironment;
const { scriptTag } = environment;
environment.scriptTag = __CF_AI_CHAT_VERSION__ + JSON.stringify(tagSettings);
const loadPanel = createPanelLoad(environment, script, address);

// If an older release could not load its panel, it has requested this script: give it this release's panel.
if (environment.panelFailures) environment.loadPanel = loadPanel;
else if (Object(previous).version) joinEarlier(previous as PageApi);
else install();

/** The property name of an attribute: `greeting-text` becomes `greetingText`. */
function toPropertyName(attribute: string): string {
  return attribute.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Passes this script's settings to the copy that ran first. Does nothing where a library runs the same tag again. */
function joinEarlier(api: PageApi): void {
  // Turbo runs the tag again with every page that it shows.
  if (environment.scriptTag === scriptTag) return;
  // The first version stays, the second is ignored. The text is short because its bytes load with every page: the doctor
  // explains it.
  // oxlint-disable-next-line no-console -- two copies are easily overlooked, and rarely intended
  console.warn(`<cf-ai-chat>: ${api.version} and ${__CF_AI_CHAT_VERSION__}`);
  api.push(tagSettings);
}

/** Gives the element this script's settings and panel, and gives the page its API and a chat. */
function install(): void {
  const endpoint = isServedByWorker(address) && { endpoint: new URL('/api/chat', address).href };
  environment.defaults = { ...endpoint, ...pageSettings, ...tagSettings };
  // If the ES modules were loaded first, they have set their own panel.
  environment.loadPanel ??= loadPanel;
  const { api, start } = createPageApi(__CF_AI_CHAT_VERSION__, queued.filter(isCall), element.connected);
  window.cfAiChat = api;
  if (!defined) customElements.define(TAG, element);
  const handleParsed = (): void => start(environment.defaults['mount']);
  // Deprecated, but only this tells whether `DOMContentLoaded` has fired: `readyState` is `interactive` before and after it.
  if (performance.timing.domContentLoadedEventStart) handleParsed();
  else addEventListener('DOMContentLoaded', handleParsed, { once: true });
}
