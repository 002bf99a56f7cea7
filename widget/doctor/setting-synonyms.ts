/** For each setting, the other names under which owners look for it. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  endpoint:
    'action api api-base api-endpoint api-url backend base-url host server server-url url webhook webhook-url worker worker-url',
  mode: 'display layout variant view',
  open: 'auto-open expanded is-open opened start-open visible',
  position: 'align alignment corner placement side',
  heading: 'chat-name chat-title header header-text header-title title window-title',
  subtitle: 'description header-subtitle slogan status tagline',
  avatar: 'avatar-url bot-avatar icon icon-url image logo logo-url picture',
  greeting:
    'first-message greeting-message hello initial-message intro introduction message welcome welcome-message welcome-text',
  placeholder: 'hint input-placeholder placeholder-text prompt-placeholder',
  disclaimer: 'footer footer-text legal notice small-print',
  'launcher-label': 'aria-label button-label button-text label launcher launcher-text',
  teaser: 'bubble callout popup teaser-text tooltip',
  'teaser-delay': 'delay',
  suggestions:
    'conversation-starters examples questions quick-replies starter-prompts starters suggested-questions suggestion',
  accent:
    'accent-color background brand brand-color button-color color main-color primary primary-color theme-color',
  theme: 'appearance color-mode color-scheme dark dark-mode scheme skin',
  font: 'font-family typeface',
  lang: 'language locale',
  instance: 'chat-id namespace',
  persist: 'persistence remember storage',
  consent: 'cookie-consent gdpr',
  'page-context': 'context page-info',
  attachments:
    'allow-attachments allow-files allow-uploads attachment file-upload files multimodal upload-files uploads vision',
  'privacy-url': 'privacy privacy-link privacy-policy privacy-policy-url terms',
  'contact-url': 'contact email help-url human mail phone support support-email support-url',
  'request-format': 'api-format api-type dialect format protocol provider',
  'request-body': 'body extra-body max-tokens metadata model model-id model-name params temperature',
  'show-tools': 'tools',
  'feedback-url': 'feedback rating-url ratings',
  'history-limit': 'limit max-history max-messages',
  'stall-timeout': 'timeout',
  'image-sources': 'allowed-images image-domains image-hosts images',
  'turnstile-sitekey': 'site-key sitekey turnstile turnstile-key turnstile-site-key',
  loading: 'lazy load preload',
};

/** Names that owners expect among the settings, and where they find these instead. */
const OTHER_PLACES: readonly (readonly [names: string, place: string])[] = [
  [
    'api-key auth authorization headers key token',
    'A script sets headers, a property of the element; a key that others must not know belongs into a server of yours.',
  ],
  [
    'instructions persona prompt system system-message system-prompt',
    'The server says it: our Worker reads SYSTEM_PROMPT, another one what its body takes.',
  ],
  [
    'container element el mount-point parent root selector target',
    'Put <cf-ai-chat mode="inline"></cf-ai-chat> where the chat belongs.',
  ],
  [
    'border-radius bottom css height left offset radius right style width z-index',
    'Style sheets of the page set sizes, such as cf-ai-chat { --cf-ai-chat-width: 420px }.',
  ],
];

/** Words that owners put before the name of a setting. */
const PREFIX = /^(?:cfaichat|chatbot|chat|bot|widget)/;

const SETTING_BY_NAME = new Map(
  Object.entries(OTHER_NAMES).flatMap(([setting, names]) =>
    names.split(' ').map((name) => [normalizeName(name), setting]),
  ),
);
const PLACE_BY_NAME = new Map(
  OTHER_PLACES.flatMap(([names, place]) => names.split(' ').map((name) => [normalizeName(name), place])),
);

/** The setting that a name probably means; undefined if none is known. */
export function guessSetting(name: string): string | undefined {
  return (
    SETTING_BY_NAME.get(normalizeName(name)) ?? SETTING_BY_NAME.get(normalizeName(name).replace(PREFIX, ''))
  );
}

/** Where to find something that is not a setting. */
export function findOtherPlace(name: string): string | undefined {
  return PLACE_BY_NAME.get(normalizeName(name)) ?? PLACE_BY_NAME.get(normalizeName(name).replace(PREFIX, ''));
}

/** A name for comparison: without capitals and hyphens, with American spelling. */
export function normalizeName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[-_.\s]/g, '')
    .replaceAll('colour', 'color');
}
