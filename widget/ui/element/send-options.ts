/**
 * Options of `CfAiChatElement.send`.
 *
 * @example
 * await chat.send('Where is my order?', { draft: true }); // puts the text into the text box, and does not send it
 * await chat.send('What is this?', { files: [photo] });
 */
export interface SendOptions {
  /** Puts the text into the composer for the visitor to finish, and does not send it. */
  readonly draft?: boolean;
  /**
   * Files to send with the text, if `attachments` allows them. If one of them cannot be sent, text and files become the draft.
   */
  readonly files?: readonly File[];
}
