import type { WireMessage } from '../../protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../protocol/limits.ts';
import type { ChatRequest } from '../../protocol/transport.ts';
import { type Question, questionParts } from '../../protocol/question.ts';
import type { TurnFacts } from '../../conversation/conversation-options.ts';
import { conversationId } from '../../conversation/line.ts';
import { CfAiChatSendEvent } from '../element/events.ts';
import type { Chat } from '../feature/chat.ts';
import { openFeature } from '../feature/open-feature.ts';
import { botCheck } from '../features/bot-check/feature.ts';
import { consent } from '../features/consent/feature.ts';
import { interrupts } from '../features/interrupts/feature.ts';
import { addPageContext } from '../features/page-context/feature.ts';
import { buildRequest, type RequestExtras } from './request-builder.ts';

/**
 * The gate before a question leaves, from top to bottom. First, before it is in the transcript ({@link mayAsk}): its text, the
 * visitor's consent, the page's `cf-ai-chat-send`. Then, for each request ({@link prepareRequest}): the facts about the page, the
 * page's `cf-ai-chat-request`. Last, where the backend or a sitekey asks for it, the bot check ({@link passBotCheck}).
 */
export function mayAsk(chat: Chat, question?: Question): boolean {
  const text = typeof question === 'object' ? question.text : question;
  if (question !== undefined && questionParts(question).length === 0) return false;
  if (!chat.host.storage.isAllowed) {
    askForConsent(chat, question);
    return false;
  }
  // One over the limit is not about to be sent: the conversation refuses it, and keeps it as the draft.
  const isSent = text !== undefined && text.trim().length <= MAX_MESSAGE_CHARACTERS;
  return !isSent || chat.host.dispatchEvent(new CfAiChatSendEvent(text));
}

/** Makes the request of one turn. Null when the page cancelled it. */
export function prepareRequest(
  chat: Chat,
  messages: readonly WireMessage[],
  turn: TurnFacts & { readonly signal: AbortSignal },
): Promise<ChatRequest | null> {
  return buildRequest(chat.host, messages, {
    key: turn.key,
    signal: turn.signal,
    conversationId: conversationId(chat.state),
    threadId: chat.state.messages.findLast((message) => message.threadId !== undefined)?.threadId,
    addContext: (body) => addPageContext(chat, body),
    complete: completer(chat, turn),
  });
}

/** Undefined where the page has no tools, and nothing was asked. */
function completer(
  chat: Chat,
  turn: TurnFacts & { readonly signal: AbortSignal },
): RequestExtras['complete'] {
  const lazy = interrupts.of(chat);
  const isNeeded = turn.answered !== undefined || chat.host.tools !== undefined || lazy.current !== undefined;
  return isNeeded ? async (request) => (await lazy.load()).complete(request, turn) : undefined;
}

/** Passes the bot check. Resolves with a token for one request. */
export async function passBotCheck(chat: Chat, signal: AbortSignal): Promise<string> {
  return (await botCheck.of(chat).load()).solve(signal);
}

/** A text waits until the visitor agrees: in the composer, unless something else is being typed there. */
function askForConsent(chat: Chat, question: Question | undefined): void {
  const { state, conversation } = chat;
  const { text, files } = typeof question === 'object' ? question : { text: question };
  const typed = state.draft.trim();
  const isOther = typed !== '' && text !== undefined && typed !== text.trim();
  if (text !== undefined && !isOther) conversation.type(text, files);
  void openFeature(chat, consent.of(chat), (loaded) => loaded.ask(isOther ? text : undefined));
}
