import { ChatElementEvent } from './events.ts';

/**
 * The visitor has allowed or refused a tool call, and the agent is about to be told. Cancelable: the question to the visitor
 * stays.
 *
 * @example
 * chat.addEventListener('cf-ai-chat-approval', (event) => {
 *   if (event.tool === 'delete_account' && !isSignedIn()) event.preventDefault();
 * });
 */
export class CfAiChatApprovalEvent extends ChatElementEvent {
  /** The name of the tool. */
  readonly tool: string;
  /** The input of the call. */
  readonly input: unknown;
  readonly isAllowed: boolean;
  constructor(tool: string, input: unknown, isAllowed: boolean) {
    super('cf-ai-chat-approval', { cancelable: true });
    this.tool = tool;
    this.input = input;
    this.isAllowed = isAllowed;
  }
}
