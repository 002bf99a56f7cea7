import { isVisible, lastWords, type Setup, type WidgetUnderTest } from '../widget-under-test.ts';

/**
 * The key in `directConnection` for each backend, see https://deepchat.dev/docs/directConnection; an API key
 * must be given.
 */
const CONNECTIONS: Readonly<Record<string, object>> = {
  'OpenAI chat, and servers like it': { openAI: { key: 'k', completions: true } },
  'OpenAI Responses': { openAI: { key: 'k', chat: true } },
  'Open WebUI': { openWebUI: { key: 'k', model: 'm' } },
  OpenRouter: { openRouter: { key: 'k', model: 'm' } },
  Perplexity: { perplexity: { key: 'k', model: 'm' } },
  Anthropic: { claude: { key: 'k' } },
  Gemini: { gemini: { key: 'k' } },
  'Cohere v2': { cohere: { key: 'k' } },
  Ollama: { ollama: { model: 'm' } },
  Dify: { dify: { key: 'k' } },
};
const OWN_FORMAT = 'Deep Chat, a server of yours';

/** https://deepchat.dev: `connect` is for servers in its own format, `directConnection` for services of vendors. */
export const deepChat: WidgetUnderTest = {
  name: 'Deep Chat',
  package: 'deep-chat',
  claims: (backend) => backend === OWN_FORMAT || backend in CONNECTIONS,
  html: (setup) =>
    `<script type="module" src="/packages/deep-chat/dist/deepChat.bundle.js"></script>
    <deep-chat ${attributesOf(setup)}></deep-chat>`,
  async ask(page, question) {
    await page.locator('deep-chat #text-input').fill(question);
    await page.keyboard.press('Enter');
  },
  async see(page) {
    return {
      words: await lastWords(page, 'deep-chat .ai-message-text:not(.error-message-text)'),
      end: (await isVisible(page, 'deep-chat .error-message-text')) ? 'failed' : 'finished',
    };
  },
};

function attributesOf({ endpoint, backend, isStream: stream }: Setup): string {
  const connection = CONNECTIONS[backend];
  return connection
    ? `directConnection='${JSON.stringify(connection)}' connect='${JSON.stringify({ stream })}'`
    : `connect='${JSON.stringify({ url: endpoint, stream })}'`;
}
