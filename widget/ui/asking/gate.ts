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
 * The gate that every question passes before it is sent. Step 1, before the question is in the transcript ({@link mayAsk}):
 * text, consent, the page's `cf-ai-chat-send`. Step 2, for each request ({@link prepareRequest}): page facts, the page's
 * `cf-ai-chat-request`. Step 3, if the backend or a sitekey requires it: the bot check ({@link passBotCheck}).
 */
export function mayAsk(chat: Chat, question?: Question): boolean {
  const text = typeof question === 'object' ? question.text : question;
  if (question !== undefined && questionParts(question).length === 0) return false;
  if (!chat.host.storage.isAllowed) {
    askForConsent(chat, question);
    return false;
  }
  // No event for a text that is too long: it is not sent, the conversation refuses it and keeps it as the draft.
  const isSent = text !== undefined && text.trim().length <= MAX_MESSAGE_CHARACTERS;
  return !isSent || chat.host.dispatchEvent(new CfAiChatSendEvent(text));
}

/** Builds the request of one turn; null when the page cancels it. */
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
    complete: requestCompleter(chat, turn),
  });
}

/**
 * The function that adds the page's tools and the visitor's decisions, such as an approval, to a request. Undefined if the page
 * has no tools and no interrupt was answered.
 */
function requestCompleter(
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

/** Asks for consent. Meanwhile the text waits in the composer, unless the visitor is typing something else there. */
function askForConsent(chat: Chat, question: Question | undefined): void {
  const { state, conversation } = chat;
  const { text, files } = typeof question === 'object' ? question : { text: question };
  const typed = state.draft.trim();
  const isOther = typed !== '' && text !== undefined && typed !== text.trim();
  if (text !== undefined && !isOther) conversation.type(text, files);
  void openFeature(chat, consent.of(chat), (loaded) => loaded.ask(isOther ? text : undefined));
}
