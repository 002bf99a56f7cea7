import { ReactiveElement } from '@lit/reactive-element';
import type { PageTool } from '../../interrupts/page-tool.ts';
import type { RequestFormat } from '../../protocol/request-format.ts';
import type { Upload } from '../../protocol/upload.ts';
import type { Transport } from '../../protocol/transport.ts';
import { applySettings } from './apply-settings.ts';
import type { ElementPreset } from './element-preset.ts';
import { property } from './property.ts';
import { LIST } from './read-setting.ts';
import type { StringOverrides } from '../strings/strings.ts';

/**
 * A value, or a function that returns it for each request. Promises are awaited.
 *
 * @example
 * const headers: Resolvable<Record<string, string>> = async () => ({ authorization: `Bearer ${await getToken()}` });
 */
export type Resolvable<T> = T | (() => T | Promise<T>);

/**
 * Applies the environment's defaults before any property has a value. Lit restores a property's first value when its attribute
 * is removed, so that value must be the default.
 */
abstract class PresetElement extends ReactiveElement {
  /** Set by the entry that defines the element. @internal */
  static environment: ElementPreset;

  constructor() {
    super();
    applySettings(this, (this.constructor as typeof PresetElement).environment.defaults);
  }
}

/**
 * All settings of the chat, each declared and documented here. The manifest, the README tables and every other list of
 * settings are generated from this class.
 *
 * @csspart base - The frame around everything.
 * @csspart launcher - The button that opens the panel.
 * @csspart launcher__badge - The number of answers on the launcher that were not read.
 * @csspart teaser - The bubble beside the launcher.
 * @csspart teaser__text - The teaser's text, which opens the chat.
 * @csspart teaser__close - The button that dismisses the teaser.
 * @csspart panel - The panel.
 * @csspart header - The panel's header.
 * @csspart mark - The avatar picture, or a letter or icon instead, in the header and above the greeting.
 * @csspart avatar - The picture in the mark.
 * @csspart heading - The title in the header.
 * @csspart subtitle - The status line under the title.
 * @csspart menu-button - The button that opens the menu.
 * @csspart menu - The open menu.
 * @csspart menu-item - One line of the menu.
 * @csspart corner - The corner by which the floating panel is resized.
 * @csspart close - The button that closes the panel.
 * @csspart transcript - The scrolling list of messages.
 * @csspart message - One message; `message--user` or `message--assistant` as well.
 * @csspart message__body - The text of a message; `message__body--user` or `message__body--assistant` as well.
 * @csspart empty - The content of an empty conversation: picture, greeting, suggestions.
 * @csspart suggestions - A list of questions: starter questions, or those under an answer.
 * @csspart typing - The dots while an answer is awaited.
 * @csspart latest - The button that scrolls to the newest text.
 * @csspart steps - The line about the tools used for an answer, and their list.
 * @csspart thoughts - The model's thoughts, as one line that can be opened.
 * @csspart actions - The controls under an answer.
 * @csspart versions - The arrows between the versions of an answer or a question.
 * @csspart sources-toggle - The button that opens the sources of an answer.
 * @csspart sources - The opened list of sources.
 * @csspart source-card - The card with the source that a number in an answer refers to.
 * @csspart contact - A link to a human, outside the menu.
 * @csspart files - The list of the files of a message.
 * @csspart file - One file of a message: a picture, a link, or its name.
 * @csspart attach - The button that adds files to a question.
 * @csspart attachments - The list of added files above the text box.
 * @csspart attachment - One added file.
 * @csspart follow-ups - The questions that the backend suggests under the last answer.
 * @csspart feedback-form - The form after a bad rating.
 * @csspart suggestion - A starter question, or one that may follow an answer.
 * @csspart rating - The thumbs under an answer.
 * @csspart citation - The number in an answer that refers to a source.
 * @csspart consent - The box that asks for consent, above the composer.
 * @csspart disclaimer - The small print under the composer.
 * @csspart notice - The row above the composer: the bot check, and the number of questions left.
 * @csspart error - The text of a failure.
 * @csspart composer - The form under the transcript.
 * @csspart input - The text box.
 * @csspart send - The button that sends, or stops a streaming answer.
 * @csspart send-next - The button that sends a message after the streaming answer.
 * @csspart queue - Messages above the composer that wait for the end of an answer.
 * @csspart search - The search dialog.
 * @csspart search__field - The text field of the search.
 * @csspart search__results - The list of results.
 * @csspart search__result - One result.
 * @csspart search__ask - The line that sends the text to the chat.
 *
 * @cssprop [--cf-ai-chat-accent-color=#2f54eb] - Brand colour. It has precedence over the page's `theme-color`; the `accent`
 * attribute has precedence over it.
 * @cssprop [--cf-ai-chat-surface-color] - Background of the panel; all text on it keeps its contrast.
 * @cssprop [--cf-ai-chat-text-color] - Text.
 * @cssprop [--cf-ai-chat-muted-color] - Small print, notes and icons.
 * @cssprop [--cf-ai-chat-line-color] - Thin lines and borders.
 * @cssprop [--cf-ai-chat-header-background] - Background of the header: a colour, or, together with `header-color`, a picture.
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
 * @cssprop [--cf-ai-chat-expanded-width=720px] - Width of the floating panel when a visitor has enlarged it.
 * @cssprop [--cf-ai-chat-height=660px] - Height of the floating panel, at most.
 * @cssprop [--cf-ai-chat-offset-block=20px] - Distance of the launcher from the bottom.
 * @cssprop [--cf-ai-chat-offset-inline=20px] - Distance of the launcher from the side.
 */
export abstract class ChatSettingsElement extends PresetElement {
  /**
   * URL the transcript is POSTed to. The bare address of our Worker means its `/api/chat`; for another backend at the root of
   * a host write `https://api.example.com/?`. Default: `/api/chat` of the origin that served the script, if the script's path
   * is `/cf-ai-chat.js` or `/v/<version>/cf-ai-chat.js`. An address with `wss:` is a chat agent of cloudflare/agents.
   *
   * @example
   * chat.endpoint = 'https://chat.example.com'; // POSTs to https://chat.example.com/api/chat
   */
  @property() endpoint = '';

  /**
   * `floating`: launcher and panel. `inline`: fills the element's box. `page`: fills the viewport. `search`: shows nothing on
   * the page; `hotkey`, `open-on` and `search()` open a dialog that searches, answers, and leads to the panel.
   */
  @property() mode: 'floating' | 'inline' | 'page' | 'search' = 'floating';

  /**
   * Keys that open and close the search, such as `mod+k`; `mod` is Command on Apple devices and Control elsewhere. They do
   * nothing where the page handles them itself, or while a text field has focus.
   *
   * @example
   * chat.hotkey = 'mod+k';
   */
  @property() hotkey = '';

  /**
   * CSS selector of the page's own search field, button or form. Using that element opens the search with the text of the
   * field.
   *
   * @example
   * chat.openOn = '#site-search, .search-button';
   */
  @property() openOn = '';

  /**
   * The index to search. Default: that of the Worker at `endpoint`. It is the address of another index that answers in JSON
   * (`{query}` in it is replaced by the text, otherwise the text is sent as `q`), of a module such as `/pagefind/pagefind.js`,
   * or of a folder that `npm run knowledge -- SOURCE --static FOLDER` has written; a folder's address ends with `/`.
   *
   * @example
   * chat.searchEndpoint = '/pagefind/pagefind.js';
   */
  @property() searchEndpoint = '';

  /** Whether the floating panel is open. */
  @property({ type: Boolean, reflect: true }) open = false;

  /** Prevents the visitor from writing and sending. */
  @property({ type: Boolean, reflect: true }) disabled = false;

  /** Corner of the launcher; mirrored in right-to-left pages. */
  @property() position: 'bottom-end' | 'bottom-start' = 'bottom-end';

  /**
   * Title of the panel. Default: the name of the page (`application-name`, `og:site_name`), else a text in the interface's
   * language.
   */
  @property() heading = '';

  /** A short line under the title, such as `Answers in seconds`. */
  @property() subtitle = '';

  /**
   * URL of a picture for the launcher, the header and the empty conversation. It must be on the page's own origin, or allowed
   * by `image-sources`. Without it, the header and the empty conversation show the first letter of the title.
   */
  @property() avatar = '';

  /** Markdown shown before the first message. Default: a text in the interface's language. */
  @property() greeting = '';

  /** Hint in the empty composer. Default: a text in the interface's language. */
  @property() placeholder = '';

  /** Small print under the composer. Default: a text in the interface's language. */
  @property() disclaimer = '';

  /** Accessible name of the launcher. Default: a text in the interface's language. */
  @property() launcherLabel = '';

  /**
   * Text of a small bubble beside the launcher; pressing it opens the chat. Each visitor sees it once. Not shown to visitors
   * who have opened the chat before, while they press something, or where it would cover a text box in use.
   */
  @property() teaser = '';

  /** Milliseconds to wait before the `teaser` is shown. */
  @property({ type: Number }) teaserDelay = 8_000;

  /**
   * Starter questions: one per line, or an array (a JSON array in the attribute).
   *
   * @example
   * chat.suggestions = ['What do you ship?', 'Where is my order?'];
   */
  @property({ type: LIST }) suggestions: string | readonly string[] = '';

  /**
   * Brand colour, any CSS colour: for launcher, buttons, links, the visitor's messages. Text on it, and text in it, always has
   * enough contrast. Default: the page's `theme-color`, if it is not grey and written like `#0a7d5a`.
   */
  @property() accent = '';

  /**
   * Colour scheme. `auto`: like the page, whose scheme is the one it declares (`color-scheme`), else follows from its
   * background; changes with the page. `system`: like the visitor's system.
   */
  @property() theme: 'auto' | 'system' | 'light' | 'dark' = 'auto';

  /** `inherit`: the page's font. `system`: the system's font, or `--cf-ai-chat-font-family`. */
  @property() font: 'system' | 'inherit' = 'system';

  /** Language of the interface. Default: the page's language (the nearest `lang`), also when that changes; else English. */
  @property() override lang = '';

  /** Name under which this chat stores its data, for sites with several chats. */
  @property() instance = 'default';

  /**
   * Where the transcript is stored. `session`: each tab has its own until it is closed. `local`: all tabs of the site show one
   * conversation, which is kept when the browser is closed. `none`: only as long as the page.
   */
  @property() persist: 'session' | 'local' | 'none' = 'session';

  /**
   * `on`: the menu lists earlier conversations, at most 50, stored according to `persist`. `off`: when a new conversation
   * begins, the old one is deleted after ten seconds.
   */
  @property() history: 'on' | 'off' = 'on';

  /**
   * `before-first-message`: the visitor is asked for consent before the first message is sent. Until then nothing is sent,
   * stored, or loaded from other origins. The menu has a line to withdraw consent, which deletes all stored data in all tabs.
   * The question for consent links `privacy-url`.
   */
  @property() consent: 'none' | 'before-first-message' = 'none';

  /**
   * `off`: marks the panel so that session recorders of the page leave it out (rrweb and tools based on it, Sentry, PostHog,
   * Clarity, Hotjar, FullStory, Datadog). `on`: they record what visitors type and the answers. Set it before the chat opens.
   */
  @property() recording: 'off' | 'on' = 'off';

  /**
   * Facts about the page that are sent with each question: any of `url`, `title` and `selection` (the text selected on the
   * page), separated by spaces, or as an array. They are sent as `metadata` of the request, at most 2 KB; `metadata` in `body`
   * has precedence. The `url` is sent without its fragment, but with its query, secrets included. The format `openai` has no
   * field for them.
   *
   * @example
   * chat.pageContext = ['url', 'title']; // body.metadata: { url: 'https://shop.example/shoes', title: 'Shoes' }
   */
  @property({ type: LIST }) pageContext: string | readonly string[] = '';

  /**
   * Files that visitors may send with a question: any of `images`, `pdf` and `text`, separated by spaces, or as an array. The
   * browser reduces pictures, which also removes camera data such as the location. Our Worker must allow them with
   * `ATTACHMENTS`; pictures need a model that reads them, `VISION_MODEL`. Default: none.
   *
   * @example
   * chat.attachments = 'images pdf';
   */
  @property({ type: LIST }) attachments: string | readonly string[] = '';

  /** URL of the privacy notice, linked under the composer. */
  @property() privacyUrl = '';

  /**
   * URL of a way to reach a human (page, `mailto:` or `tel:`). It is offered in the menu, after a bad rating, on every
   * failure, under a question that asks for a human, and under an answer that found nothing. A mail starts with the
   * conversation as its text.
   */
  @property() contactUrl = '';

  /**
   * Format of the POSTed JSON: `messages` `{messages, key}`, `openai` `{messages, stream: true}`, `openai-responses` `{input,
   * stream: true}`, `prompt` `{prompt}`, `query` `{query}`, `ui-message` (AI SDK), `ag-ui` (`RunAgentInput`), `n8n`
   * `{chatInput, sessionId}`, `dify` `{query, conversation_id}`, `chatkit` (a server of OpenAI's ChatKit), `a2a` (JSON-RPC to
   * an A2A agent).
   *
   * @example
   * chat.requestFormat = 'openai'; // POSTs { messages: [{ role: 'user', content: 'Hi' }], stream: true }
   */
  @property() requestFormat: RequestFormat = 'messages';

  /**
   * Extra JSON for the request body, as text: `{"model":"gpt-5-mini"}`. It cannot replace the transcript. Scripts use `body`
   * instead, which has precedence.
   *
   * @example
   * chat.requestBody = '{"model":"gpt-5-mini"}'; // POSTs { model: 'gpt-5-mini', messages: […] }
   */
  @property() requestBody = '';

  /**
   * How the tools that an agent uses are shown. `line`: as one small line, which can be opened if there were several tools.
   * `details`: with input and output as text. `none`: not at all.
   *
   * @example
   * chat.showTools = 'details'; // a search shows what was searched for, and what it found
   */
  @property() showTools: 'line' | 'details' | 'none' = 'line';

  /**
   * Address to which ratings are POSTed, for backends whose answers have a `queryId` but give no such address. Must be on the
   * endpoint's origin.
   */
  @property() feedbackUrl = '';

  /** How many messages are sent with a request: the newest ones. */
  @property({ type: Number }) historyLimit = 20;

  /** Milliseconds without a byte after which a turn fails; the visitor can then try again. */
  @property({ type: Number }) stallTimeout = 30_000;

  /**
   * Origins or path prefixes whose images may load, separated by spaces, or as an array. Hosts must match exactly, and the
   * page's own origin is not included. Every other image is shown as a link.
   *
   * @example
   * chat.imageSources = ['https://cdn.example/pics/']; // https://cdn.example/pics/a.png loads, any other is a link
   */
  @property({ type: LIST }) imageSources: string | readonly string[] = '';

  /**
   * Sitekey of a Turnstile widget: turns the bot check on, which loads `challenges.cloudflare.com` with the first message. The
   * Worker needs `TURNSTILE_SECRET`.
   */
  @property() turnstileSitekey = '';

  /**
   * When the panel's code is loaded. `lazy`: on hover, focus, touch or `show()`; `idle`: when the page is idle; `eager`: at
   * once. Inline and page chats load it when they are within one viewport of the view.
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
   * Extra JSON for the request body. It cannot replace the transcript.
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
   * Replaces strings of the interface.
   *
   * @example
   * chat.strings = { newChat: 'Start over', errors: { offline: 'You are offline. We keep your message.' } };
   */
  @property({ attribute: false, type: Object }) strings: StringOverrides | undefined;

  /**
   * Functions of the page that an agent may call. The visitor is asked before each call, unless the tool is `readOnly`. The
   * list of tools is sent with `request-format` `openai` and `ag-ui`, and over `wss:`.
   *
   * @example
   * chat.tools = [{ name: 'open_cart', title: 'Open the cart', readOnly: true, execute: () => cart.open() }];
   */
  @property({ attribute: false, type: Array }) tools: readonly PageTool[] | undefined;

  /**
   * Uploads the files of questions, instead of sending them in the request. Returns the file's address, or the id by which the
   * backend knows it, which is then sent. `signal` is aborted when the visitor stops the question; call `progress` with the
   * share that is done, from 0 to 1.
   *
   * @example
   * chat.upload = async (file, { signal }) => {
   *   const response = await fetch('/uploads', { method: 'POST', body: file, signal });
   *   return { url: await response.text() };
   * };
   */
  @property({ attribute: false }) upload: Upload | undefined;

  /**
   * Replaces the code that sends requests and reads answers.
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
