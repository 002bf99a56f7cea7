import { type ChatMessage, textOf } from '../../../protocol/chat-message.ts';
import { speakerLabel } from '../../base/speaker.ts';
import type { Strings } from '../../strings/strings.ts';

/** Each message as text, under its speaker; the oldest first. */
export function toTurns(messages: readonly ChatMessage[], strings: Strings): readonly string[] {
  return messages.map((message) => `${speakerLabel(message, strings)}\n${textOf(message).trim()}`);
}
