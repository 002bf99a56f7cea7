import { ReactiveElement } from '@lit/reactive-element';
import type { PageTool } from '../../interrupts/page-tool.ts';
import type { RequestFormat } from '../../protocol/request-format.ts';
import type { Upload } from '../../protocol/upload.ts';
import type { Transport } from '../../protocol/transport.ts';
import { applySettings } from './apply-settings.ts';
import type { ElementPreset } from './element-preset.ts';
import { property } from './property.ts';
import { LIST } from './read-setting.ts';
import type { StringOverrides } from '../words/strings.ts';

/**
 * A value, or a function that makes it for each request. Promises are awaited.
 *
 * @example
 * const headers: Resolvable<Record<string, string>> = async () => ({ authorization: `Bearer ${await getToken()}` });
 */
export type Resolvable<T> = T | (() => T | Promise<T>);

/**
 * Takes its defaults before any property has its first value: that value is what Lit brings back when an attribute is
 * removed.
 */
abstract class PresetElement extends ReactiveElement {
  /** Given by the entry that brings the element. @internal */
  static environment: ElementPreset;

  constructor() {
    super();
    applySettings(this, (this.constructor as typeof PresetElement).environment.defaults);
  }
}

/**
 * Every setting of the chat, declared and documented once. The manifest, the README tables and every
 * other list of settings are generated from here.
 *
 * @csspart base - The frame around everything.
 * @csspart launcher - The button that opens the panel.
 * @csspart launcher__badge - The number of answers on the launcher that were not read.
 * @csspart teaser - The bubble beside the launcher.
 * @csspart teaser__text - Its words, which open the chat.
 * @csspart teaser__close - The button that takes it away.
 * @csspart panel - The panel.
 * @csspart header - The panel's header.
 * @csspart mark - The picture, or the letter or sign in its place, in the header and above the greeting.
 * @csspart avatar - The picture in it.
 * @csspart heading - The title in the header.
 * @csspart subtitle - The status line under it.
 * @csspart menu-button - The button that opens the menu.
 * @csspart menu - The open menu.
 * @csspart menu-item - One line of it.
 * @csspart corner - The corner by which the floating panel is resized.
 * @csspart close - The button that closes the panel.
 * @csspart transcript - The scrolling list of messages.
 * @csspart message - One message; `message--user` or `message--assistant` as well.
 * @csspart message__body - The text of a message; `message__body--user` or `message__body--assistant` as well.
 * @csspart empty - What stands in an empty conversation: picture, greeting, suggestions.
 * @csspart greeting - The greeting.
 * @csspart suggestions - A list of questions: starter questions, or those under an answer.
 * @csspart typing - The dots while an answer is awaited.
 * @csspart latest - The button that leads to the newest text.
 * @csspart steps - The line about the tools that were used for an answer, and their list.
 * @csspart thoughts - The model's thoughts, as one line that opens.
 * @csspart actions - The controls under an answer.
 * @csspart versions - The arrows between the versions of an answer or a question.
 * @csspart sources-toggle - The button that opens the sources of an answer.
 * @csspart sources - The opened list of sources.
 * @csspart source-card - The card of a source that a number in an answer names.
 * @csspart contact - A link to a human, outside of the menu.
 * @csspart files - The list of the files of a message.
 * @csspart file - One of them: a picture, a link, or its name.
 * @csspart attach - The button that adds files to a question.
 * @csspart attachments - The files above the text box that were added.
 * @csspart attachment - One of them.
 * @csspart follow-ups - The questions that the backend suggests under the last answer.
 * @csspart feedback-form - What is asked after a bad rating.
 * @csspart suggestion - A starter question, or one that may follow an answer.
 * @csspart rating - The thumbs under an answer.
 * @csspart citation - The number in an answer that names a source.
 * @csspart consent - The box that asks for consent, above the composer.
 * @csspart disclaimer - The small print under the composer.
 * @csspart notice - The row above the composer: the bot check, and how many questions are left.
 * @csspart error - What went wrong, in words.
 * @csspart composer - The form under the transcript.
 * @csspart input - The text box.
 * @csspart send - The button that sends, and stops while an answer streams.
 * @csspart send-next - The button that sends after the answer which streams.
 * @csspart queue - The messages above the composer that wait for the end of an answer.
 * @csspart search - The dialog of the search.
 * @csspart search__field - Its text field.
 * @csspart search__results - The list of what was found.
 * @csspart search__result - One line of it.
 * @csspart search__ask - The line that asks the chat.
 *
 * @cssprop [--cf-ai-chat-accent-color=#2f54eb] - Brand colour; the `accent` attribute wins, and it wins over the page's `theme-color`.
 * @cssprop [--cf-ai-chat-surface-color] - Background of the panel; all text on it keeps its contrast.
 * @cssprop [--cf-ai-chat-text-color] - Text.
 * @cssprop [--cf-ai-chat-muted-color] - Small print, notes and icons.
 * @cssprop [--cf-ai-chat-line-color] - Thin lines between and around things.
 * @cssprop [--cf-ai-chat-header-background] - Background of the header: a colour, or a picture beside `header-color`.
 * @cssprop [--cf-ai-chat-header-color] - Text and icons of the header.
 * @cssprop [--cf-ai-chat-bubble-background] - Background of the visitor's messages.
 * @cssprop [--cf-ai-chat-bubble-color] - Text of the visitor's messages.
 * @cssprop [--cf-ai-chat-code-background] - Background of code blocks.
 * @cssprop [--cf-ai-chat-code-font-family=ui-monospace] - Font of code.
 * @cssprop [--cf-ai-chat-font-family=system-ui] - Font of everything else.
 * @cssprop [--cf-ai-chat-font-size=15px] - Size of the text.
 * @cssprop [--cf-ai-chat-radius=18px] - Corner radius of the panel.
 * @cssprop [--cf-ai-chat-bubble-radius=18px] - Corner radius of the visitor's messages.
 * @cssprop [--cf-ai-chat-control-radius=10px] - Corner radius of buttons and cards.
 * @cssprop [--cf-ai-chat-shadow] - Shadow of the floating panel, such as `none`.
 * @cssprop [--cf-ai-chat-width=400px] - Width of the floating panel.
 * @cssprop [--cf-ai-chat-expanded-width=720px] - Width of the floating panel when a visitor makes it larger.
 * @cssprop [--cf-ai-chat-height=660px] - Height of the floating panel, at most.
 * @cssprop [--cf-ai-chat-offset-block=20px] - Distance of the launcher from the bottom.
 * @cssprop [--cf-ai-chat-offset-inline=20px] - Distance of the launcher from the side.
 */
export abstract class ChatSettingsElement extends PresetElement {
  /**
   * URL the transcript is POSTed to. The bare address of our Worker means its `/api/chat`; another backend at the top of a
   * host is `https://api.example.com/?`. Left out, it is `/api/chat` of the origin that served the script, when that script's
   * path is `/cf-ai-chat.js` or `/v/<version>/cf-ai-chat.js`. An address with `wss:` is that of a chat agent of
   * cloudflare/agents.
   *
   * @example
   * chat.endpoint = 'https://chat.example.com'; // POSTs to https://chat.example.com/api/chat
   */
  @property() endpoint = '';

  /**
   * `floating`: launcher and panel. `inline`: fills its box. `page`: fills the viewport. `search`: nothing on the page; `hotkey`,
   * `open-on` and `search()` open a dialog that searches, answers, and leads to the panel.
   */
  @property() mode: 'floating' | 'inline' | 'page' | 'search' = 'floating';

  /**
   * Keys that open the search, and close it, such as `mod+k`; `mod` is Command on Apple's devices and Control elsewhere. They do
   * nothing where the page has taken them for itself, or while a text field has the focus.
   *
   * @example
   * chat.hotkey = 'mod+k';
   */
  @property() hotkey = '';

  /**
   * CSS selector of the page's own search field, button or form: using it opens the search, with the text of the field.
   *
   * @example
   * chat.openOn = '#site-search, .search-button';
   */
  @property() openOn = '';

  /**
   * Where the search looks; by default the Worker at `endpoint`. The address of another index that answers in JSON (`{query}` in
   * it is the text, else it is sent as `q`), of a module such as `/pagefind/pagefind.js`, or of a folder, which ends with `/`,
   * that `npm run knowledge -- SOURCE --static FOLDER` has written.
   *
   * @example
   * chat.searchEndpoint = '/pagefind/pagefind.js';
   */
  @property() searchEndpoint = '';

  /** Whether the floating panel is open. */
  @property({ type: Boolean, reflect: true }) open = false;

  /** Keeps the visitor from writing and sending. */
  @property({ type: Boolean, reflect: true }) disabled = false;

  /** Corner of the launcher; mirrors in right-to-left pages. */
  @property() position: 'bottom-end' | 'bottom-start' = 'bottom-end';

  /** Title of the panel. Default: the name of the page (`application-name`, `og:site_name`), else localized. */
  @property() heading = '';

  /** One quiet line under the title, such as `Answers in seconds`. */
  @property() subtitle = '';

  /**
   * URL of a picture for the launcher, the header and the empty conversation. It is shown when it is on the page's own origin,
   * or where `image-sources` allows it. Without one, the header and the empty conversation show the first letter of the title.
   */
  @property() avatar = '';

  /** Markdown shown before the first message. Default: localized. */
  @property() greeting = '';

  /** Hint in the empty composer. Default: localized. */
  @property() placeholder = '';

  /** Small print under the composer. Default: localized. */
  @property() disclaimer = '';

  /** Accessible name of the launcher. Default: localized. */
  @property() launcherLabel = '';

  /**
   * Words of a small bubble beside the launcher, which opens the chat. Each visitor sees it once; nobody who has opened the chat
   * before, who is pressing something, or whose text box it would cover.
   */
  @property() teaser = '';

  /** Milliseconds after which the `teaser` may come. */
  @property({ type: Number }) teaserDelay = 8_000;

  /**
   * Starter questions: one per line, or an array (a JSON array in the attribute).
   *
   * @example
   * chat.suggestions = ['What do you ship?', 'Where is my order?'];
   */
  @property({ type: LIST }) suggestions: string | readonly string[] = '';

  /**
   * Brand colour, any CSS colour: launcher, buttons, links, the visitor's messages. Text on it and in it keeps its contrast.
   * Default: the page's `theme-color`, where it is no shade of grey and written as `#0a7d5a`.
   */
  @property() accent = '';

  /**
   * Colour scheme. `auto`: as the page is, by the scheme it declares (`color-scheme`), else by whether its background is
   * light or dark; follows the page when it changes. `system`: as the visitor's system is.
   */
  @property() theme: 'auto' | 'system' | 'light' | 'dark' = 'auto';

  /** `inherit` takes the page's font, `system` that of the system, or of `--cf-ai-chat-font-family`. */
  @property() font: 'system' | 'inherit' = 'system';

  /** Language of the interface. Default: the nearest `lang` of the page, which is followed when it changes, else English. */
  @property() override lang = '';

  /** Name of this chat's storage, when several live on one site. */
  @property() instance = 'default';

  /**
   * Where the transcript is kept: `session`, each tab has its own until it is closed; `local`, all tabs of the site show one
   * conversation, which outlives the browser; `none`, as long as the page.
   */
  @property() persist: 'session' | 'local' | 'none' = 'session';

  /**
   * `on`: conversations that the visitor left for a new one can be reached in the menu, 50 at most, for as long as `persist`
   * says. `off`: they are gone after ten seconds.
   */
  @property() history: 'on' | 'off' = 'on';

  /**
   * `before-first-message`: the visitor is asked for consent before the first message is sent. Until then nothing is sent, stored, or
   * loaded from other origins. The menu withdraws it, which deletes all that was stored, in all tabs. The box names `privacy-url`.
   */
  @property() consent: 'none' | 'before-first-message' = 'none';

  /**
   * `off`: session recorders of the page (rrweb and what builds on it, Sentry, PostHog, Clarity, Hotjar, FullStory, Datadog) are
   * told by their marks to leave the panel out. `on`: they record what visitors type and what they are answered. Set it before
   * the chat opens.
   */
  @property() recording: 'off' | 'on' = 'off';

  /**
   * What the page tells of itself with each question: any of `url`, `title` and `selection` (the text that is selected on the
   * page), separated by spaces, or as an array. It is sent as `metadata` of the request, of 2 KB at most; `metadata` in `body`
   * wins. The `url` goes without its fragment; a query that holds secrets is sent with it. The format `openai` has no place for it.
   *
   * @example
   * chat.pageContext = ['url', 'title']; // body.metadata: { url: 'https://shop.example/shoes', title: 'Shoes' }
   */
  @property({ type: LIST }) pageContext: string | readonly string[] = '';

  /**
   * Files that visitors may send with a question: any of `images`, `pdf` and `text`, separated by spaces, or as an array. Pictures are
   * made small in the browser, and lose what cameras write into them, such as the place. Our Worker has to allow them by
   * `ATTACHMENTS`, and pictures need a model that reads them, `VISION_MODEL`. Default: none.
   *
   * @example
   * chat.attachments = 'images pdf';
   */
  @property({ type: LIST }) attachments: string | readonly string[] = '';

  /** URL of the privacy notice, linked under the composer. */
  @property() privacyUrl = '';

  /**
   * URL of a way to a human (page, `mailto:` or `tel:`): offered in the menu, after a bad rating, on every failure, under a
   * question that asks for a human, and under an answer that found nothing. A mail begins with the conversation as its text.
   */
  @property() contactUrl = '';

  /**
   * Shape of the POSTed JSON: `messages` `{messages, key}`, `openai` `{messages, stream: true}`,
   * `openai-responses` `{input, stream: true}`, `prompt` `{prompt}`, `query` `{query}`, `ui-message` (AI SDK), `ag-ui`
   * (`RunAgentInput`), `n8n` `{chatInput, sessionId}`, `dify` `{query, conversation_id}`, `chatkit` (a server of OpenAI's ChatKit),
   * `a2a` (JSON-RPC, to an agent).
   *
   * @example
   * chat.requestFormat = 'openai'; // POSTs { messages: [{ role: 'user', content: 'Hi' }], stream: true }
   */
  @property() requestFormat: RequestFormat = 'messages';

  /**
   * Extra JSON for the request body, as text: `{"model":"gpt-5-mini"}`. Merged first; it can never replace the transcript.
   * `body` is the same for scripts, and wins.
   *
   * @example
   * chat.requestBody = '{"model":"gpt-5-mini"}'; // POSTs { model: 'gpt-5-mini', messages: […] }
   */
  @property() requestBody = '';

  /**
   * What is shown of the tools that an agent uses. `line`: one quiet line where they were used, which opens where there were
   * several. `details`: with their input and output, as text. `none`: nothing.
   *
   * @example
   * chat.showTools = 'details'; // a search shows what was searched for, and what it found
   */
  @property() showTools: 'line' | 'details' | 'none' = 'line';

  /**
   * Where ratings are POSTed, for backends whose answers have a `queryId` and that name no address themselves. On the
   * endpoint's origin only.
   */
  @property() feedbackUrl = '';

  /** How many messages are sent with a request, the newest ones. */
  @property({ type: Number }) historyLimit = 20;

  /** Milliseconds without a byte after which a turn becomes a recoverable error. */
  @property({ type: Number }) stallTimeout = 30_000;

  /**
   * Origins or path prefixes whose images may load, separated by spaces, or as an array. Exact hosts only; the page's
   * own origin is not implied. Every other image is a link.
   *
   * @example
   * chat.imageSources = ['https://cdn.example/pics/']; // https://cdn.example/pics/a.png loads, any other is a link
   */
  @property({ type: LIST }) imageSources: string | readonly string[] = '';

  /**
   * Sitekey of a Turnstile widget: turns the bot check on, which loads `challenges.cloudflare.com` with the first
   * message. Goes with the Worker's `TURNSTILE_SECRET`.
   */
  @property() turnstileSitekey = '';

  /**
   * When the panel's code is loaded: `lazy` on pointer, focus, touch or `show()`; `idle` when the page
   * is; `eager` at once. Inline and page chats load when within one viewport of view.
   */
  @property() loading: 'lazy' | 'idle' | 'eager' = 'lazy';

  /**
   * Extra request headers.
   *
   * @example
   * chat.headers = async () => ({ authorization: `Bearer ${await getToken()}` });
   */
  @property({ attribute: false, type: Object }) headers: Resolvable<Record<string, string>> | undefined;

  /**
   * Extra JSON for the request body. Merged first; it can never replace the transcript.
   *
   * @example
   * chat.body = () => ({ metadata: { plan: 'pro' } }); // POSTs { metadata: { plan: 'pro' }, messages: […] }
   */
  @property({ attribute: false, type: Object }) body: Resolvable<Record<string, unknown>> | undefined;

  /**
   * Credentials mode of the request.
   *
   * @example
   * chat.credentials = 'include'; // cookies go to an endpoint on another origin
   */
  @property({ attribute: false }) credentials: Resolvable<'same-origin' | 'include' | 'omit'> = 'same-origin';

  /**
   * Replaces words of the interface.
   *
   * @example
   * chat.strings = { newChat: 'Start over', errors: { offline: 'You are offline. We keep your message.' } };
   */
  @property({ attribute: false, type: Object }) strings: StringOverrides | undefined;

  /**
   * What the page can do for an agent. The visitor is asked before each call of a tool, unless it is `readOnly`; agents are told of
   * the tools with `request-format` `openai` and `ag-ui`, and over `wss:`.
   *
   * @example
   * chat.tools = [{ name: 'open_cart', title: 'Open the cart', readOnly: true, execute: () => cart.open() }];
   */
  @property({ attribute: false, type: Array }) tools: readonly PageTool[] | undefined;

  /**
   * Takes the files of questions, in place of sending them in the request: the backend gets the address that it gives, or the id by
   * which the backend knows the file. `signal` is aborted when the visitor stops the question; `progress` takes the part that is
   * done, from 0 to 1.
   *
   * @example
   * chat.upload = async (file, { signal }) => {
   *   const response = await fetch('/uploads', { method: 'POST', body: file, signal });
   *   return { url: await response.text() };
   * };
   */
  @property({ attribute: false }) upload: Upload | undefined;

  /**
   * Replaces how requests are sent and answers are read.
   *
   * @example
   * chat.transport = {
   *   async *send({ messages }) {
   *     yield { type: 'token', token: await askModel(messages) };
   *     yield { type: 'done' };
   *   },
   * };
   */
  @property({ attribute: false, type: Object }) transport: Transport | undefined;
}
