import { ChatElementEvent } from './events.ts';

/**
 * The visitor has allowed the call of a tool, or has not, and the agent is about to be told. Cancelable: the visitor is asked on.
 *
 * @example
 * chat.addEventListener('cf-ai-chat-approval', (event) => {
 *   if (event.tool === 'delete_account' && !isSignedIn()) event.preventDefault();
 * });
 */
export class CfAiChatApprovalEvent extends ChatElementEvent {
  /** The name of the tool. */
  readonly tool: string;
  /** What it is called with. */
  readonly input: unknown;
  readonly isAllowed: boolean;
  constructor(tool: string, input: unknown, isAllowed: boolean) {
    super('cf-ai-chat-approval', { cancelable: true });
    this.tool = tool;
    this.input = input;
    this.isAllowed = isAllowed;
  }
}
