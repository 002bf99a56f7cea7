import type { Settings } from '../ui/element/apply-settings.ts';
import { CfAiChatElement } from '../ui/shell/cf-ai-chat-element.ts';
import { findOwnScript, isServedByWorker } from './own-script.ts';
import { createPageApi, isCall, type PageApi, type QueueItem } from './page-api.ts';
import { createPanelLoad } from './panel-source.ts';
import type { ScriptEnvironment } from './script-environment.ts';

// Replaced by the build.
declare const __CF_AI_CHAT_VERSION__: string;

const TAG = 'cf-ai-chat';
const before: unknown = window.cfAiChat;
// A page may have anything under the name: `true`, or an element with that id, which browsers put there.
if (!/ (?:Object|Array|Undefined)]/.test({}.toString.call(before)))
  // oxlint-disable-next-line no-console -- settings that are ignored in silence look like a fault of the chat
  console.warn(`<${TAG}>: window.cfAiChat is neither settings nor a list`);
const queued = ([before].flat() as readonly QueueItem[]).filter((item) => Object(item) === item);
const pageSettings: Settings = Object.assign({}, ...queued.filter((item) => !isCall(item)));

const script = findOwnScript();
// A tag manager or an optimiser that runs the code without a tag leaves its address to a setting.
const address = new URL(script?.src || `${pageSettings['src']}`, document.baseURI);
const query = [...address.searchParams].map(([name, value]) => [toPropertyName(name), value]);
const tagSettings: Settings = { ...Object.fromEntries(query), ...script?.dataset };

const defined = customElements.get(TAG) as typeof CfAiChatElement | undefined;
const element = defined ?? CfAiChatElement;
const environment = (element.environment ??= { panelFailures: 0 } as ScriptEnvironment) as ScriptEnvironment;
const { scriptTag } = environment;
environment.scriptTag = __CF_AI_CHAT_VERSION__ + JSON.stringify(tagSettings);
const loadPanel = createPanelLoad(environment, script, address);

// An older release got 404 for its panel and requested this script again: use ours.
if (environment.panelFailures) environment.loadPanel = loadPanel;
else if (Object(before).version) joinEarlier(before as PageApi);
else install();

/** Name of the property that belongs to an attribute. */
function toPropertyName(attribute: string): string {
  return attribute.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Hands this script's settings to the copy that came first. Does nothing where a library runs the same tag again. */
function joinEarlier(api: PageApi): void {
  // Turbo runs the tag again with every page that it swaps in.
  if (environment.scriptTag === scriptTag) return;
  // The version that stays is named first. The doctor explains it: here every word costs bytes of a page load.
  // oxlint-disable-next-line no-console -- two copies are easily overlooked, and rarely meant
  console.warn(`<cf-ai-chat>: ${api.version} and ${__CF_AI_CHAT_VERSION__}`);
  api.push(tagSettings);
}

/** Gives the element this script's settings and panel, and the page its API and a chat. */
function install(): void {
  const endpoint = isServedByWorker(address) && { endpoint: new URL('/api/chat', address).href };
  environment.defaults = { ...endpoint, ...pageSettings, ...tagSettings };
  // Modules of the package that came first bring their own panel.
  environment.loadPanel ??= loadPanel;
  const { api, start } = createPageApi(__CF_AI_CHAT_VERSION__, queued.filter(isCall), element.connected);
  window.cfAiChat = api;
  if (!defined) customElements.define(TAG, element);
  const handleParsed = (): void => start(environment.defaults['mount']);
  // Deprecated, and the only sign that tells `interactive` before that event from `interactive` after it.
  if (performance.timing.domContentLoadedEventStart) handleParsed();
  else addEventListener('DOMContentLoaded', handleParsed, { once: true });
}
