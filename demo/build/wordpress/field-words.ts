/** How a setting is called in WordPress. Its readers own a site, and need not know what an attribute is. */
export interface FieldWords {
  /** The name that is shown, instead of the attribute's. */
  readonly label?: string;
  readonly help: string;
  /** What each value of a list is called. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** The words of each setting, by the attribute's name. An attribute that is missing here shows its description in the manifest. */
export const FIELD_WORDS: Readonly<Record<string, FieldWords>> = {
  endpoint: {
    label: 'Address of your Worker',
    help: 'As Cloudflare shows it, such as https://chat.example.workers.dev. For another service, the whole address that takes questions. Visitors see no chat until an address is saved.',
  },
  mode: {
    label: 'Place',
    help: 'Where the chat stands.',
    choices: {
      floating: 'Launcher in a corner',
      inline: 'Inside the page',
      page: 'Fills the window',
      search: 'Nothing is shown: keys or a search field open a search',
    },
  },
  open: { label: 'Open at once', help: 'Opens the chat together with the page.' },
  position: {
    help: 'Corner of the launcher. Pages that are written from right to left have it on the other side.',
    choices: { 'bottom-end': 'Bottom right', 'bottom-start': 'Bottom left' },
  },
  heading: { help: 'Title of the chat. Empty: the usual words in the language of the chat.' },
  subtitle: { help: 'One quiet line under the title.' },
  avatar: {
    help: 'Address of a picture beside the title, from this site or from an address under "Pictures in answers".',
  },
  greeting: {
    help: 'Shown before the first message. Markdown works, such as **bold** and [our shop](https://www.example.com/).',
  },
  placeholder: { help: 'Hint in the empty text field.' },
  disclaimer: { label: 'Small print', help: 'Shown under the text field.' },
  'launcher-label': { label: 'Name of the launcher', help: 'How screen readers call the launcher.' },
  teaser: {
    label: 'Bubble beside the launcher',
    help: 'Words in a small bubble beside the launcher, which each visitor sees once.',
  },
  'teaser-delay': { label: 'Delay of the bubble', help: 'Milliseconds after which the bubble comes.' },
  suggestions: { help: 'Questions to begin with, one per line.' },
  accent: {
    label: 'Colour',
    help: 'Colour of the launcher and of buttons, such as #0a7d5a. Text on it stays readable.',
  },
  theme: {
    label: 'Light or dark',
    help: 'Looks of the chat.',
    choices: {
      auto: 'As the page',
      system: 'As the visitor has set the device',
      light: 'Light',
      dark: 'Dark',
    },
  },
  font: { help: 'Typeface of the chat.', choices: { inherit: 'As the page', system: 'As the device' } },
  lang: { label: 'Language', help: 'Language of the chat, such as de or pt-BR. Empty: that of the site.' },
  persist: {
    label: 'Conversations',
    help: 'How long a conversation stays in the browser of the visitor.',
    choices: {
      session: 'As long as the tab is open',
      local: 'Until the visitor deletes it',
      none: 'Not at all',
    },
  },
  history: {
    label: 'Earlier conversations',
    help: 'Whether visitors find the conversations again that they have left for a new one.',
    choices: { on: 'In the menu of the chat', off: 'Not at all' },
  },
  consent: {
    help: 'Whether visitors are asked before their first message is sent. Until they agree, nothing is sent or stored. The question names the privacy policy.',
    choices: { none: 'Not asked for', 'before-first-message': 'Asked for before the first message' },
  },
  hotkey: {
    label: 'Keys of the search',
    help: 'Keys that open a search of this site, which can also ask the chat, such as mod+k: Ctrl+K, and Command+K on Apple devices. Empty: none.',
  },
  'open-on': {
    label: 'Search form',
    help: 'Takes over search fields and buttons of the theme, by a CSS selector such as .wp-block-search, .search-form. Without scripts they search as before. Empty: the theme keeps them.',
  },
  'search-endpoint': {
    label: 'Index of the search',
    help: 'Where the search looks. Empty: the Worker. Else the address of another index, as the documentation tells.',
  },
  'page-context': {
    label: 'Facts about the page',
    help: 'What the assistant is told of the page with each question: "url", "title" and "selection", the text that the visitor has selected, separated by spaces. Empty: nothing.',
  },
  attachments: {
    label: 'Files of visitors',
    help: 'Files that visitors may send with a question: "images", "pdf" and "text", separated by spaces. The Worker has to allow them, and pictures need a model that reads them. Empty: none.',
  },
  'privacy-url': { label: 'Privacy policy', help: 'Its address, linked under the text field.' },
  'contact-url': {
    label: 'Contact',
    help: 'A way to reach a person: the address of a page, mailto: or tel:. It is offered in the menu, when something fails, after a bad rating, and to visitors who ask for a person.',
  },
  'request-format': {
    label: 'Kind of service',
    help: 'What the endpoint understands.',
    choices: {
      messages: 'The Worker of this chat',
      openai: 'A server that is compatible with OpenAI',
      'openai-responses': 'OpenAI Responses',
      dify: 'Dify',
      chatkit: 'A ChatKit server',
      prompt: 'The question alone, as "prompt"',
      query: 'The question alone, as "query"',
      'ui-message': 'AI SDK',
      'ag-ui': 'An agent that speaks AG-UI',
      n8n: 'n8n',
      a2a: 'An agent that speaks A2A',
    },
  },
  'request-body': {
    label: 'Added to each request',
    help: 'For services that want to know more than the conversation, such as which model answers: {"model":"gpt-5-mini"}.',
  },
  'show-tools': {
    label: 'Tools of an agent',
    help: 'What visitors see of the tools that an agent uses for an answer.',
    choices: { line: 'One quiet line', details: 'With input and output', none: 'Nothing' },
  },
  recording: {
    label: 'Recorders of visits',
    help: 'Whether tools that record visits, such as Hotjar or Clarity, see the chat. Where they do, your privacy policy has to say so.',
    choices: { off: 'They leave the chat out', on: 'They record the chat, too' },
  },
  'feedback-url': {
    label: 'Ratings',
    help: 'Address that ratings are sent to, on the server of the endpoint. Empty: where the endpoint says.',
  },
  'history-limit': {
    label: 'Messages sent',
    help: 'How many of the newest messages are sent with a question.',
  },
  'stall-timeout': {
    label: 'Longest silence',
    help: 'After so many milliseconds without any data the visitor is offered to try again.',
  },
  'image-sources': {
    label: 'Pictures in answers',
    help: 'Addresses from which pictures in answers may load, separated by spaces. Other pictures are shown as links.',
  },
  'turnstile-sitekey': {
    label: 'Bot check',
    help: 'Sitekey of Cloudflare Turnstile, which is then loaded with a first message. The Worker needs the matching secret.',
  },
  loading: {
    label: 'When it loads',
    help: 'When the larger part of the chat is loaded.',
    choices: { lazy: 'When a visitor turns to it', idle: 'When the page is complete', eager: 'At once' },
  },
};
