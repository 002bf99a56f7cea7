import { readEndpoint } from '../../protocol/endpoint.ts';
import { askAgainIfBuffered } from '../check-answer.ts';
import { askQuestion, examinePage } from './examine-page.ts';
import { findChats } from './read-document.ts';
import { DoctorReport } from './doctor-report.ts';

/** Looks at the chat on this page once it has loaded, and shows what is wrong. A question is sent only on demand. */
export async function reportPage(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  }
  // Two releases on a page bring a doctor each.
  if (document.getElementById('cf-ai-chat-doctor')) return;
  const chat = findChats().find(
    ({ endpoint }) => endpoint !== '' && readEndpoint(endpoint, document.baseURI),
  );
  const report = new DoctorReport(chat && (() => askAgainIfBuffered(() => askQuestion(chat))));
  await report.show('The page', examinePage());
}
