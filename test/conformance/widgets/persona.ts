import { isVisible, lastWords, type WidgetUnderTest } from '../widget-under-test.ts';

/** https://www.npmjs.com/package/@runtypelabs/persona: a chat for agents and flows of Runtype. */
export const persona: WidgetUnderTest = {
  name: 'Persona',
  package: '@runtypelabs/persona',
  claims: (backend) => backend === 'Runtype',
  html: ({ endpoint }) =>
    `<link href="/packages/@runtypelabs/persona/dist/widget.css" rel="stylesheet"><div id="chat"></div>
    <script src="/packages/@runtypelabs/persona/dist/index.global.js"></script>
    <script>
      AgentWidget.initAgentWidget({ target: '#chat', config: { apiUrl: '${endpoint}', launcher: { enabled: false } } });
    </script>`,
  async ask(page, question) {
    await page.locator('#chat textarea').fill(question);
    await page.keyboard.press('Enter');
  },
  async see(page) {
    return {
      words: await lastWords(page, '.persona-message-assistant-bubble .persona-message-content'),
      end: (await isVisible(page, '#chat [role=alert]')) ? 'failed' : 'finished',
    };
  },
};
