import { isVisible, lastWords, type WidgetUnderTest } from '../widget-under-test.ts';

/** https://ai-sdk.dev/docs/ai-sdk-ui/chatbot: `useChat` in the first page of its documentation. */
export const useChat: WidgetUnderTest = {
  name: 'useChat',
  package: '@ai-sdk/react',
  claims: (backend) => backend === 'AI SDK 5 to 7' || backend === 'Plain text',
  bundle: 'use-chat.js',
  html: ({ endpoint, backend }) =>
    `<div id="root"></div>
    <script type="module">
      import { start } from '/bundle.js';
      start({ api: '${endpoint}', isText: ${backend === 'Plain text'} });
    </script>`,
  async ask(page, question) {
    await page.locator('input').fill(question);
    await page.keyboard.press('Enter');
  },
  async see(page) {
    return {
      words: await lastWords(page, '.assistant'),
      end: (await isVisible(page, '[role=alert]')) ? 'failed' : 'finished',
    };
  },
};
