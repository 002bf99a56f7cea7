/** Another chat for any site, as its package is published. */
export interface Peer {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  /** HTML of the page, as in the chat's documentation. The site serves the package at `/`. */
  readonly html: string;
  /** CSS selector of an element that exists when the chat has drawn itself. */
  readonly selector: string;
  /** CSS selector of the button that opens the chat; absent if it is open from the start. */
  readonly launcher?: string;
  /** CSS selector of the text box. */
  readonly input: string;
  /** Responses to the chat's requests: the first one whose path matches. Other requests get `{}`. */
  readonly replies: readonly Reply[];
}

/** A server's response: JSON, or a stream of `test/conformance/streams`. */
export interface Reply {
  readonly path: RegExp;
  readonly json?: unknown;
  readonly stream?: string;
}

/** Matches a text that each of the answers contains. */
export const ANSWER = /Boots (?:ship|are shipped)|1\+1=20/;

const SHIPPED = 'Boots are shipped for free.';

/** Other chats that any site can add with a script tag, and whose package is on npm. */
export const PEERS: readonly Peer[] = [
  {
    name: 'Cloudflare AI Search snippet',
    package: '@cloudflare/ai-search-snippet',
    version: '0.0.42',
    html: `<script type="module" src="/dist/search-snippet.chat.es.js"></script><chat-bubble-snippet api-url="/api"></chat-bubble-snippet>`,
    selector: 'chat-bubble-snippet:defined',
    launcher: 'chat-bubble-snippet .bubble-button',
    input: 'chat-bubble-snippet textarea',
    replies: [{ path: /completions/, stream: 'ai-search.txt' }],
  },
  {
    name: 'Open Chat Studio widget',
    package: 'open-chat-studio-widget',
    version: '0.6.0',
    html: `<script type="module" src="/dist/open-chat-studio-widget/open-chat-studio-widget.esm.js"></script><open-chat-studio-widget chatbot-id="1"></open-chat-studio-widget><script>document.querySelector('open-chat-studio-widget').setAttribute('api-base-url', location.origin)</script>`,
    selector: 'open-chat-studio-widget.hydrated',
    launcher: 'open-chat-studio-widget button',
    input: 'open-chat-studio-widget textarea',
    replies: [
      { path: /start/, json: { session_id: 's', chatbot: { id: '1' }, participant: { identifier: 'p' } } },
      { path: /message/, json: { task_id: 't', status: 'processing' } },
      {
        path: /\/t\/poll/,
        json: {
          status: 'complete',
          message: { role: 'assistant', content: SHIPPED, created_at: '2026-01-01T00:00:00Z' },
        },
      },
    ],
  },
  {
    name: 'Deep Chat',
    package: 'deep-chat',
    version: '2.4.2',
    html: `<script type="module" src="/dist/deepChat.bundle.js"></script><deep-chat connect='{"url":"/api"}'></deep-chat>`,
    selector: 'deep-chat:defined',
    input: 'deep-chat #text-input',
    replies: [{ path: /api/, json: { text: SHIPPED } }],
  },
  {
    name: 'Flowise embed',
    package: 'flowise-embed',
    version: '3.1.6',
    html: `<script type="module">import Chatbot from '/dist/web.js'; Chatbot.init({ chatflowid: '1', apiHost: location.origin })</script>`,
    selector: 'flowise-chatbot',
    launcher: 'flowise-chatbot button',
    input: 'flowise-chatbot textarea',
    replies: [
      { path: /chatflows-streaming/, json: { isStreaming: true } },
      { path: /prediction/, stream: 'flowise.txt' },
    ],
  },
  {
    name: 'n8n chat',
    package: '@n8n/chat',
    version: '1.37.0',
    html: `<link href="/dist/style.css" rel="stylesheet"><script type="module">import { createChat } from '/dist/chat.bundle.es.js'; createChat({ webhookUrl: '/webhook', loadPreviousSession: false })</script>`,
    selector: '#n8n-chat *',
    launcher: '.chat-window-toggle',
    input: '#n8n-chat textarea',
    replies: [{ path: /webhook/, json: { output: SHIPPED } }],
  },
];

/** Our chat, measured in the same way. */
export const OURS: Omit<Peer, 'package' | 'version'> = {
  name: 'cf-ai-chat',
  html: `<script src="/cf-ai-chat.js" data-endpoint="/api/chat" defer></script>`,
  selector: 'cf-ai-chat:defined',
  launcher: 'cf-ai-chat [part=launcher]',
  input: 'cf-ai-chat [part=input]',
  replies: [{ path: /api/, stream: 'ours.txt' }],
};
