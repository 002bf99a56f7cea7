import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { MenuItem } from '../base/menu-item.ts';

/**
 * The slots of the panel in which features draw, from its top to its bottom, with what each is given. A result is anything
 * that lit-html draws; `undefined` draws nothing.
 */
export interface PanelSlots {
  /** Over everything else in the panel, such as the list of earlier conversations. */
  overlay(): unknown;
  /** In the header, before the button that closes the panel. */
  header(): unknown;
  /** The lines of the menu. */
  menu(): readonly MenuItem[] | undefined;
  /** Adds elements to an answer, or to blocks before they come into it; its text stays the same. */
  answer(answer: Element | DocumentFragment, message: ChatMessage): undefined;
  /** In place of a question, such as the text box in which it is edited. The first feature that draws fills it. */
  question(message: ChatMessage): unknown;
  /** Under a question. */
  underQuestion(message: ChatMessage): unknown;
  /** In place of the line under a message that failed. The first feature that draws fills it. */
  failure(message: ChatMessage): unknown;
  /** In the alert of a failure, behind its words. */
  wait(): unknown;
  /** In the alert of a failure, under its words. */
  reason(): unknown;
  /** In the line of the last failure, behind the ways to go on. */
  nextSteps(): unknown;
  /** The controls of a message: the row under an answer, the tools of a question. */
  tools(message: ChatMessage): unknown;
  /** Under the row of an answer. */
  underAnswer(message: ChatMessage): unknown;
  /** Above the composer; on low screens at the end of the transcript. */
  hints(): unknown;
  /** Above the composer, on low screens too. */
  aboveComposer(): unknown;
  /** In the composer, beside its button. */
  composer(): unknown;
  /** The corner of a floating panel that points to the middle of the page. */
  corner(): unknown;
}
