import { readEndpoint } from '../../protocol/endpoint.ts';
import { askAgainIfBuffered } from '../check-answer.ts';
import { askQuestion, examinePage } from './examine-page.ts';
import { findChats } from './read-document.ts';
import { DoctorReport } from './doctor-report.ts';

/** Examines the chat once the page has loaded, and shows the problems. Sends a question only when somebody asks for it. */
export async function reportPage(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  }
  // If two releases are on one page, each has a doctor: only the first one reports.
  if (document.getElementById('cf-ai-chat-doctor')) return;
  const chat = findChats().find(
    ({ endpoint }) => endpoint !== '' && readEndpoint(endpoint, document.baseURI),
  );
  const report = new DoctorReport(chat && (() => askAgainIfBuffered(() => askQuestion(chat))));
  await report.show('The page', examinePage());
}
