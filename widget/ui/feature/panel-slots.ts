import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { MenuItem } from '../base/menu-item.ts';

/**
 * The slots in which features draw, from the top of the panel to its bottom, with the arguments of each. A result is anything
 * that lit-html can draw; `undefined` draws nothing.
 */
export interface PanelSlots {
  /** Above everything else in the panel, such as the list of earlier conversations. */
  overlay(): unknown;
  /** In the header, before the button that closes the panel. */
  header(): unknown;
  /** The lines of the menu. */
  menu(): readonly MenuItem[] | undefined;
  /** Adds elements to an answer, or to its blocks before they are inserted. The text must stay the same. */
  answer(answer: Element | DocumentFragment, message: ChatMessage): undefined;
  /** Replaces a question, such as the text box for editing it. Only the first feature that draws is used. */
  question(message: ChatMessage): unknown;
  /** Under a question. */
  underQuestion(message: ChatMessage): unknown;
  /** Replaces the line under a failed message. Only the first feature that draws is used. */
  failure(message: ChatMessage): unknown;
  /** In the alert of a failure, after its text. */
  wait(): unknown;
  /** In the alert of a failure, under its text. */
  reason(): unknown;
  /** In the line of the last failure, after the buttons such as Retry. */
  nextSteps(): unknown;
  /** The controls of a message: in the row under an answer, or beside a question. */
  tools(message: ChatMessage): unknown;
  /** Under the row of controls of an answer. */
  underAnswer(message: ChatMessage): unknown;
  /** Above the composer; on low screens at the end of the transcript instead. */
  hints(): unknown;
  /** Above the composer, also on low screens. */
  aboveComposer(): unknown;
  /** In the composer, beside its button. */
  composer(): unknown;
  /** The corner of a floating panel that is nearest to the centre of the page. */
  corner(): unknown;
}
