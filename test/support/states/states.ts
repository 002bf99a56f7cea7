import { SEARCH_TITLE } from '../../../widget/protocol/search-tool.ts';
import { CfAiChatElement } from '../../../widget/index.ts';
import type { HarnessSettings } from '../chat-harness.ts';
import { sampleFiles } from './sample-files.ts';
import type { Stage } from './stage.ts';

/** Time limit of a state: longer than any takes on a busy machine. */
const TIMEOUT_MS = 20_000;

const HOUR_MS = 3_600_000;

/** All states of a chat by name. Each begins with a page without a chat. */
export const STATES: Readonly<Record<string, (stage: Stage) => Promise<unknown>>> = {
  closed: (stage) => stage.mount(),
  teaser: async (stage) => {
    await stage.mount({ teaser: stage.sample.teaser, teaserDelay: 1 });
    await stage.appeared('.teaser.touchable');
  },
  unread: async (stage) => {
    const turn = await stage.begin(stage.sample.short);
    stage.chat.element.hide();
    await turn.finish();
    await stage.appeared('.badge');
  },
  'load-failed': showLoadFailure,
  empty: (stage) => stage.open(),
  'empty-plain': (stage) => stage.open({ suggestions: '' }),
  draft: async (stage) => (await stage.open()).type(stage.sample.longQuestion.slice(0, 200)),
  'draft-too-long': async (stage) => (await stage.open()).type('word '.repeat(1_800)),
  disabled: (stage) => stage.open({ disabled: true }),
  waiting: (stage) => stage.ask(),
  streaming: (stage) =>
    stage.begin(stage.sample.long.slice(0, stage.sample.long.lastIndexOf('chat.endpoint'))),
  answer: (stage) => stage.answer(stage.sample.short),
  'long-answer': (stage) => stage.answer(stage.sample.long),
  'long-answer-start': async (stage) => {
    await stage.answer(stage.sample.long);
    await stage.scrollToStart();
  },
  'long-question': async (stage) => {
    await (await stage.ask(stage.sample.longQuestion)).say(stage.sample.short);
    await stage.settled();
  },
  stopped: async (stage) => {
    await stage.begin(stage.sample.short);
    stage.chat.element.stop();
  },
  citation: async (stage) => {
    await stage.answer(stage.sample.short);
    await stage.appeared('.citation');
    await stage.click('.citation');
    await stage.appeared('.source-card');
  },
  sources: async (stage) => {
    await stage.answer(stage.sample.short);
    await stage.appeared('.sources-toggle');
    await stage.click('.sources-toggle');
    await stage.appeared('.sources');
  },
  contact: async (stage) => {
    await (await stage.ask(stage.sample.wish)).say(stage.sample.short);
    await stage.appeared('.offer');
  },
  'follow-ups': (stage) => stage.answer(stage.sample.short, undefined, stage.sample.suggestions),
  file: (stage) => attach(stage, 1),
  files: async (stage) => {
    await attach(stage, 4);
    await stage.chat.type(stage.sample.question);
  },
  'files-asked': async (stage) => {
    await attach(stage, 3);
    const turn = await stage.ask();
    await stage.appeared('.asked-picture');
    await turn.say(stage.sample.short);
    await turn.finish();
    await stage.settled();
  },
  'file-sending': async (stage) => {
    await attach(stage, 1);
    await stage.ask();
    await stage.appeared('.asked-picture');
  },
  actions: async (stage) => {
    await stage.answer(stage.sample.short);
    await stage.hover('.message.assistant');
  },
  versions: async (stage) => {
    await stage.answer(stage.sample.short);
    await makeVersions(stage);
    await stage.appeared('.versions');
    await stage.hover('.message.user');
  },
  comment: async (stage) => {
    await stage.answer(stage.sample.short);
    await stage.appeared('.thumb.down');
    await stage.click('.thumb.down');
    await stage.appeared('.comment');
    await stage.click('.reason');
  },
  search: (stage) => showSearch(stage, stage.sample.question.slice(0, 12)),
  'search-empty': (stage) => showSearch(stage, ''),
  'search-waiting': async (stage) => {
    const { element } = await stage.mount({ mode: 'search', searchEndpoint: SILENT_INDEX });
    element.search('xyz');
    await stage.appeared('.search-note.late');
  },
  'search-offline': async (stage) => {
    const { element } = await stage.mount({ mode: 'search', searchEndpoint: 'http://127.0.0.1:1/search' });
    element.search('xyz');
    await stage.appeared('.search-retry');
  },
  'search-nothing': (stage) => showSearch(stage, 'xyz', '[]'),
  'search-failed': (stage) => showSearch(stage, 'xyz', 'no JSON'),
  'search-recent': async (stage) => {
    sessionStorage.setItem('cf-ai-chat:default:searches', JSON.stringify([stage.sample.question, 'xyz']));
    await showSearch(stage, '', '[]', { persist: 'session' });
  },
  'search-consent': (stage) => showSearch(stage, '', '[]', { consent: 'before-first-message' }),
  'search-answer': async (stage) => {
    await showSearch(stage, stage.sample.question);
    stage.find('.search-line.ask').click();
    const turn = await stage.transport.asked();
    await turn.say(stage.sample.short);
    await turn.finish({ queryId: 'q_1', sources: stage.sample.sources, suggestions: [] });
    await stage.settled();
  },
  error: async (stage) => (await stage.ask()).refuse('model-failed'),
  'error-cut': async (stage) => (await stage.begin(stage.sample.short)).cut(),
  'error-again': async (stage) => {
    await stage.answer(stage.sample.short);
    await (await stage.ask()).refuse('model-failed');
    await stage.settled();
    await (await stage.ask()).refuse('model-busy');
  },
  'failures-folded': async (stage) => {
    for (let count = 0; count < 2; count++) {
      await (await stage.ask()).refuse('model-failed');
      await stage.settled();
    }
    await stage.answer(stage.sample.short);
  },
  reading: async (stage) => {
    const turn = await stage.ask();
    await turn.emit({ type: 'sources', sources: stage.sample.sources });
  },
  thinking: async (stage) => {
    const turn = await stage.ask();
    await turn.emit({ type: 'reasoning', text: stage.sample.page });
  },
  thoughts: async (stage) => {
    const turn = await stage.ask();
    await turn.emit({ type: 'reasoning', text: stage.sample.page });
    await turn.say(stage.sample.short);
    await turn.finish();
    await stage.click('.thoughts summary');
  },
  'thoughts-between': async (stage) => {
    const turn = await stage.ask();
    const [first = '', second = ''] = stage.sample.short.split('\n\n');
    await turn.emit({ type: 'reasoning', text: stage.sample.longQuestion });
    await turn.say(first);
    await turn.emit({ type: 'reasoning', text: stage.sample.longQuestion });
    await turn.say(second || first);
    await turn.finish();
  },
  working: async (stage) => {
    const turn = await stage.ask();
    await turn.emit({ type: 'tool', id: 'a', name: 'look_up_order', state: 'done' });
    await turn.say(stage.sample.short);
    await turn.emit({ type: 'tool', id: 'b', name: 'search', title: SEARCH_TITLE, state: 'running' });
  },
  worked: async (stage) => {
    const turn = await stage.ask();
    await turn.emit({ type: 'sources', sources: stage.sample.sources });
    await turn.emit({ type: 'tool', id: 'a', name: 'search', title: SEARCH_TITLE, state: 'done' });
    await turn.emit({ type: 'tool', id: 'b', name: 'look_up_order', state: 'failed' });
    await turn.say(stage.sample.short);
    await turn.finish();
    await stage.click('.steps summary');
  },
  offline: async (stage) => {
    stage.goOffline();
    await (await stage.ask()).refuse('offline');
    await stage.appeared('.failure.waiting');
  },
  queued: async (stage) => {
    await stage.begin(stage.sample.short);
    for (const question of [stage.sample.question, stage.sample.longQuestion]) {
      await stage.chat.ask(question);
      await stage.appeared('.queue li');
    }
    await stage.chat.type(stage.sample.question);
    await stage.appeared('.send-next');
  },
  'other-draft': async (stage) => {
    const { instance } = document.createElement('cf-ai-chat');
    const draft = JSON.stringify({ text: stage.sample.longQuestion, at: Date.now() });
    localStorage.setItem(`cf-ai-chat:${instance}:v1:draft:other`, draft);
    await stage.open({ persist: 'local' });
    await stage.appeared('.other-draft');
  },
  wait: async (stage) => (await stage.ask()).refuse('rate-limited', 90),
  quota: async (stage) => {
    await stage.answer(stage.sample.short, { limit: 20, remaining: 0, resetsAt: Date.now() + HOUR_MS });
    await (await stage.ask()).refuse('quota-exceeded', 5_400);
  },
  'quota-low': (stage) =>
    stage.answer(stage.sample.short, { limit: 20, remaining: 1, resetsAt: Date.now() + HOUR_MS }),
  consent: async (stage) => {
    const chat = await stage.open({ consent: 'before-first-message', persist: 'session' });
    await chat.ask(stage.sample.question);
    await stage.appeared('.consent');
  },
  'consent-withdrawn': async (stage) => {
    const chat = await stage.open({ consent: 'before-first-message', persist: 'session' });
    chat.element.storage.allow();
    chat.element.storage.withdraw();
    await stage.appeared('.hint');
  },
  'new-chat': async (stage) => {
    await stage.answer(stage.sample.short);
    await startNewChat(stage);
  },
  menu: async (stage) => {
    await stage.answer(stage.sample.short);
    await openMenu(stage);
  },
  edit: async (stage) => {
    await (await stage.ask()).refuse('model-failed');
    await stage.settled();
    await stage.click('.next button:nth-of-type(2)');
    await stage.chat.until('a box', () => stage.chat.root.querySelector('.edit textarea'));
  },
  history: async (stage) => {
    for (const question of [stage.sample.question, stage.sample.longQuestion]) {
      await (await stage.ask(question)).finish();
      await startNewChat(stage);
    }
    await openMenu(stage);
    await stage.click('.menu-item:nth-child(2)');
    await stage.chat.until('the history', () => stage.chat.root.querySelector('.history-open'));
  },
  inline: async (stage) => {
    await stage.open({ mode: 'inline' });
    await stage.answer(stage.sample.short);
  },
  page: (stage) => stage.open({ mode: 'page' }),
  'page-answer': async (stage) => {
    await stage.open({ mode: 'page' });
    await stage.answer(stage.sample.long);
    await stage.scrollToStart();
  },
  'page-list': async (stage) => {
    await stage.open({ mode: 'page' });
    await (await stage.ask(stage.sample.longQuestion)).finish();
    await stage.chat.until('its button', () => stage.chat.root.querySelector('.new-chat'));
    await stage.click('.new-chat');
    await stage.answer(stage.sample.short);
  },
};

/** Shows a state on a page that may show another one, and waits until it is drawn. */
export async function showState(stage: Stage, name: string): Promise<void> {
  const show = STATES[name];
  if (!show) throw new Error(`there is no state "${name}": ${Object.keys(STATES).join(', ')}`);
  stage.clear();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`the state "${name}" never came`)), TIMEOUT_MS);
  });
  await Promise.race([show(stage).then(() => stage.settled()), late]);
  clearTimeout(timer);
}

/** A module that has an index, and never finds anything. */
const SILENT_INDEX = `data:text/javascript,${encodeURIComponent('export const search = () => new Promise(() => {});//')}.js`;

/** The panel's code does not load, as without a network. */
async function showLoadFailure(stage: Stage): Promise<void> {
  const { environment } = CfAiChatElement;
  CfAiChatElement.environment = { ...environment, loadPanel: () => Promise.reject(new Error('no network')) };
  const { element } = await stage.mount();
  element.show();
  await stage.settled();
  CfAiChatElement.environment = environment;
}

/** Opens the search with a text. `json`: the response of its index; by default the sources of a sample, as pages. */
async function showSearch(
  stage: Stage,
  text: string,
  json = JSON.stringify(
    stage.sample.sources.map(({ snippet, ...page }) => ({ ...page, text: `<em>${snippet}</em>` })),
  ),
  settings: HarnessSettings = {},
): Promise<void> {
  const searchEndpoint = `data:application/json,${encodeURIComponent(json)}`;
  const { element } = await stage.mount({ mode: 'search', searchEndpoint, ...settings });
  element.search(text);
  await stage.appeared(text ? '.search-results[aria-busy=false], .search-retry' : '[role=combobox]');
  await stage.settled();
}

/** A new answer was requested, and the question was edited twice; its second version is shown. */
async function makeVersions(stage: Stage): Promise<void> {
  const { element } = stage.chat;
  const done = { queryId: 'q_1', sources: stage.sample.sources };
  const again = element.regenerate();
  await stage.transport.answer(stage.sample.short, done);
  await again;
  for (const length of [40, 120]) {
    const edited = element.edit(element.messages[0]?.id ?? '', stage.sample.longQuestion.slice(0, length));
    await stage.transport.answer(stage.sample.short, done);
    await edited;
  }
  const more = element.regenerate();
  await stage.transport.answer(stage.sample.short, done);
  await more;
}

async function openMenu(stage: Stage): Promise<void> {
  await stage.click('.menu-button');
  await stage.chat.until('the menu', () => stage.chat.root.querySelector('.menu-item'));
}

async function startNewChat(stage: Stage): Promise<void> {
  await openMenu(stage);
  await stage.click('.menu-item');
  await stage.chat.until('a line that takes it back', () => stage.chat.root.querySelector('.undo'));
}

/** A chat with the first of the sample files in its composer. */
async function attach(stage: Stage, count: number): Promise<void> {
  const { element } = await stage.open({ attachments: 'images pdf text' });
  await element.attach((await sampleFiles()).slice(0, count));
  await element.updateComplete;
}
