import type { ChatRequest, Transport } from '../../../widget/protocol/transport.ts';
import { ChatHarness, type HarnessSettings } from '../chat-harness.ts';

/** The type of a picture that is drawn anew: Safari writes no WebP. */
export const WRITTEN = document.createElement('canvas').toDataURL('image/webp').startsWith('data:image/webp')
  ? 'image/webp'
  : 'image/jpeg';

/** A picture that browsers can decode. */
export async function picture(name = 'cat.png'): Promise<File> {
  const canvas = new OffscreenCanvas(40, 30);
  const context = canvas.getContext('2d');
  if (context) context.fillStyle = 'teal';
  context?.fillRect(0, 0, 40, 30);
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
}

/** A text file, as a file dialog returns it. */
export function text(name: string, content = 'a;b'): File {
  return new File([content], name);
}

/** The data of a drag or of the clipboard. */
export function transferOf(files: readonly File[], plain?: string): DataTransfer {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  if (plain !== undefined) transfer.setData('text/plain', plain);
  return transfer;
}

/** Opens a chat that accepts files. Resolves when the button for files is there. */
export async function openWithFiles(
  transport: Transport,
  settings: HarnessSettings = {},
): Promise<ChatHarness> {
  const chat = await ChatHarness.open(transport, { attachments: 'images pdf text', ...settings });
  await chat.until('a button', () => chat.root.querySelector('[part=attach]'));
  return chat;
}

/** Chooses files in the browser's dialog, and waits until all are ready. */
export async function chooseFiles(chat: ChatHarness, ...files: readonly File[]): Promise<void> {
  const input = chat.root.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('expected a file input');
  input.files = transferOf(files).files;
  input.dispatchEvent(new Event('change'));
  await filesSettled(chat);
}

/** Resolves when all files are ready. */
export async function filesSettled(chat: ChatHarness): Promise<void> {
  await chat.until('files', () => chat.root.querySelector('.attachment, .asked-files'));
  await chat.until('an end', () => !chat.root.querySelector('.attachment.preparing'));
  await chat.drawn();
}

/** The names of the files above the text box. */
export function attachedNames(chat: ChatHarness): readonly string[] {
  return [...chat.root.querySelectorAll('.attachment .name')].map(({ textContent }) => textContent);
}

/** The contents of the text files in the newest question of a request. */
export function sentTexts({ messages }: ChatRequest): readonly string[] {
  return (messages.at(-1)?.files ?? []).map(({ url }) => atob(url.replace(/^data:text\/plain;base64,/, '')));
}
