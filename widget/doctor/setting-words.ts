import { REQUEST_FORMATS } from '../protocol/request-format.ts';

/**
 * The values of a setting: a list of words, or any value of a kind. `contact` is an address, or another link to a person such
 * as `mailto:`.
 */
type SettingValues =
  | 'text'
  | 'number'
  | 'flag'
  | 'list'
  | 'json'
  | 'color'
  | 'address'
  | 'contact'
  | readonly string[];

/** Every setting, by attribute name. */
export const SETTING_VALUES: Readonly<Record<string, SettingValues>> = {
  endpoint: 'address',
  mode: ['floating', 'inline', 'page', 'search'],
  hotkey: 'text',
  'open-on': 'text',
  'search-endpoint': 'address',
  open: 'flag',
  disabled: 'flag',
  position: ['bottom-end', 'bottom-start'],
  heading: 'text',
  subtitle: 'text',
  avatar: 'address',
  greeting: 'text',
  placeholder: 'text',
  disclaimer: 'text',
  'launcher-label': 'text',
  teaser: 'text',
  'teaser-delay': 'number',
  suggestions: 'list',
  accent: 'color',
  theme: ['auto', 'system', 'light', 'dark'],
  font: ['system', 'inherit'],
  lang: 'text',
  instance: 'text',
  persist: ['session', 'local', 'none'],
  history: ['on', 'off'],
  consent: ['none', 'before-first-message'],
  recording: ['off', 'on'],
  'page-context': 'list',
  attachments: 'list',
  'privacy-url': 'address',
  'contact-url': 'contact',
  'request-format': REQUEST_FORMATS,
  'request-body': 'json',
  'show-tools': ['line', 'details', 'none'],
  'feedback-url': 'address',
  'history-limit': 'number',
  'stall-timeout': 'number',
  'image-sources': 'list',
  'turnstile-sitekey': 'text',
  loading: ['lazy', 'idle', 'eager'],
};
