import { isVisible, lastWords, type WidgetUnderTest } from '../widget-under-test.ts';

/** https://github.com/cloudflare/ai-search-snippet: a chat for AI Search. */
export const cloudflareSnippet: WidgetUnderTest = {
  name: 'AI Search snippet',
  package: '@cloudflare/ai-search-snippet',
  claims: (backend) => backend === 'Cloudflare AI Search',
  html: ({ endpoint }) =>
    `<script type="module" src="/packages/@cloudflare/ai-search-snippet/dist/search-snippet.chat.es.js"></script>
    <chat-page-snippet api-url="${endpoint}"></chat-page-snippet>`,
  async ask(page, question) {
    await page.locator('chat-page-snippet textarea').fill(question);
    await page.keyboard.press('Enter');
  },
  async see(page) {
    return {
      words: await lastWords(page, 'chat-page-snippet .chat-message-assistant .chat-message-text'),
      end: (await isVisible(page, 'chat-page-snippet .chat-error')) ? 'failed' : 'finished',
    };
  },
};
