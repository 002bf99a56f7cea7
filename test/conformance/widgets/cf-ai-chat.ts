import { isVisible, type WidgetUnderTest } from '../widget-under-test.ts';

const BODY = 'cf-ai-chat [part~="message__body--assistant"]';

/** The built chat of this project. Its documentation says that every backend is read without a setting. */
export const cfAiChat: WidgetUnderTest = {
  name: 'cf-ai-chat',
  package: 'cf-ai-chat',
  claims: () => true,
  html: ({ endpoint }) =>
    `<script src="/cf-ai-chat/dist/cf-ai-chat.js" data-endpoint="${endpoint}" data-open data-persist="none" defer></script>`,
  async ask(page, question) {
    await page.locator('cf-ai-chat [part=input]').fill(question);
    await page.keyboard.press('Enter');
  },
  async see(page) {
    const bodies = page.locator(BODY);
    return {
      words: (await bodies.allInnerTexts()).join('\n'),
      end: (await isVisible(page, 'cf-ai-chat [part=error]')) ? 'failed' : 'finished',
    };
  },
};
