import { lastWords, type WidgetUnderTest } from '../widget-under-test.ts';

/** https://www.npmjs.com/package/@n8n/chat: a chat for n8n's workflows; streams where `enableStreaming` is set. */
export const n8nChat: WidgetUnderTest = {
  name: 'n8n',
  package: '@n8n/chat',
  claims: (backend) => backend === 'n8n',
  html: ({ endpoint, isStream }) =>
    `<link href="/packages/@n8n/chat/dist/style.css" rel="stylesheet">
    <script type="module">
      import { createChat } from '/packages/@n8n/chat/dist/chat.bundle.es.js';
      createChat({ webhookUrl: '${endpoint}', enableStreaming: ${isStream}, loadPreviousSession: false, initialMessages: [], mode: 'fullscreen' });
    </script>`,
  async ask(page, question) {
    await page.locator('#n8n-chat textarea').fill(question);
    await page.keyboard.press('Enter');
  },
  async see(page) {
    const words = await lastWords(page, '.chat-message-from-bot .chat-message-markdown');
    // The widget writes an error into the answer.
    return { words, end: /\bError: /.test(words) ? 'failed' : 'finished' };
  },
};
