import { UNRECORDED } from './recorded/answers.ts';
import { RecordedServer } from './recorded/recorded-server.ts';
import { serveOnThisPage } from './recorded/serve-on-this-page.ts';

const WORDS: Readonly<Record<string, string>> = {
  extractive:
    'It has no language model here: it shows what it finds in the documentation, and says so. So no model reads pictures here.',
  openai: 'It asks an OpenAI-compatible server.',
  'workers-ai': 'It asks Workers AI.',
};
const NO_WORKER =
  'This copy of the page has no Worker behind it, so that the chat in the corner is a recording too.';

/** The text under the live chat, where it has no language model. The usual one says that AI generates the answers. */
const QUOTED_DISCLAIMER = 'Answers are quotes from the documentation, found without a language model.';

/** Questions that the live chat suggests to begin with. */
const QUESTIONS = ['How do I embed the widget?', 'What does it cost?', 'How do I connect Ollama?'];

/** Says who answers in the floating chat. On a host without our Worker, recorded answers do. */
export async function showProvider(note: HTMLElement): Promise<void> {
  const provider = await readProvider();
  if (provider === 'extractive') floatingChat()?.setAttribute('disclaimer', QUOTED_DISCLAIMER);
  if (provider === undefined) useRecording();
  else floatingChat()?.setAttribute('suggestions', JSON.stringify(QUESTIONS));
  note.textContent =
    provider === undefined ? NO_WORKER : `The chat in the corner is live. ${WORDS[provider] ?? ''}`;
}

async function readProvider(): Promise<string | undefined> {
  try {
    const response = await fetch('/api/health');
    const { provider } = (await response.json()) as { provider?: string };
    return provider;
  } catch {
    return undefined;
  }
}

function useRecording(): void {
  const answer = { ...UNRECORDED, answer: UNRECORDED.answer.split('\n\n')[0] ?? '' };
  const server = new RecordedServer({ path: '/recorded/floating', answerTo: () => answer });
  serveOnThisPage(server);
  const endpoint = new URL(server.endpoint, location.href).href;
  floatingChat()?.setAttribute('endpoint', endpoint);
}

function floatingChat(): Element | null {
  return document.querySelector('cf-ai-chat:not([mode])');
}
