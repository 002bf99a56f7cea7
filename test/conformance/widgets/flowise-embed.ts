import type { WidgetUnderTest } from '../widget-under-test.ts';

const WELCOME = 'Welcome.';
const ERROR = 'Something went wrong.';

/** https://github.com/FlowiseAI/FlowiseChatEmbed: a chat for Flowise. */
export const flowiseEmbed: WidgetUnderTest = {
  name: 'Flowise',
  package: 'flowise-embed',
  claims: (backend) => backend === 'Flowise',
  html: ({ endpoint }) =>
    `<flowise-fullchatbot></flowise-fullchatbot>
    <script type="module">
      import Chatbot from '/packages/flowise-embed/dist/web.js';
      Chatbot.initFull({ chatflowid: '1', apiHost: '${new URL(endpoint).origin}', theme: { chatWindow: { welcomeMessage: '${WELCOME}', errorMessage: '${ERROR}' } } });
    </script>`,
  answers: {
    '/api/v1/chatflows-streaming/1': { isStreaming: true },
    '/api/v1/public-chatbotConfig/1': {},
  },
  async ask(page, question) {
    await page.locator('flowise-fullchatbot textarea').fill(question);
    await page.keyboard.press('Enter');
  },
  async see(page) {
    const bubbles = await page.locator('flowise-fullchatbot .chatbot-host-bubble').allInnerTexts();
    return {
      words: bubbles.filter((text) => text !== WELCOME && text !== ERROR).join('\n'),
      end: bubbles.includes(ERROR) ? 'failed' : 'finished',
    };
  },
};
