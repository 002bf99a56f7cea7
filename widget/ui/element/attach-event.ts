import { ChatElementEvent } from './events.ts';

/**
 * A file is about to be added to a question; `file` may be replaced. Cancelable: the file is not added.
 *
 * @example
 * chat.addEventListener('cf-ai-chat-attach', (event) => {
 *   if (event.file.size > 1_000_000) event.preventDefault();
 * });
 */
export class CfAiChatAttachEvent extends ChatElementEvent {
  file: File;
  constructor(file: File) {
    super('cf-ai-chat-attach', { cancelable: true });
    this.file = file;
  }
}
