import { expect } from 'chai';
import { ChatError } from '../../widget/protocol/chat-error.ts';

/** What a promise rejects with. */
export async function catchError(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('expected a rejection');
}

/** The ChatError that a promise rejects with. */
export async function catchChatError(promise: Promise<unknown>): Promise<ChatError> {
  const error = await catchError(promise);
  expect(error).to.be.instanceOf(ChatError);
  return error as ChatError;
}
