import { ChatError } from '../../widget/protocol/chat-error.ts';
import { MAX_TEXT_FILE_BYTES } from '../../widget/protocol/limits.ts';
import { listOf, type Env } from '../env.ts';
import type { CheckedQuestion, AskedFile } from '../checked-question.ts';
import type { PreparedFiles } from '../model-port.ts';
import { orAborted } from '../turn/ask-briefly.ts';
import { Base64Bytes } from './base64.ts';

const PDF = 'application/pdf';

/** Whether Workers AI can take the text out of PDF files here. */
export function canConvert({ AI, LOCAL }: Env): boolean {
  return LOCAL !== '1' && AI?.toMarkdown !== undefined;
}

/** Prepares the files of a question for a model. Texts become text, which every model reads; pictures go to `VISION_MODEL` only. */
export function prepareFiles(
  { files = [], messages }: Pick<CheckedQuestion, 'files' | 'messages'>,
  env: Env,
): PreparedFiles {
  const isText = ({ mediaType }: AskedFile): boolean =>
    mediaType === 'text/plain' || (mediaType === PDF && canConvert(env));
  const [MODEL = '', ...fallback] = listOf(env.VISION_MODEL);
  const vision = files.every(isText) ? {} : { MODEL, MODEL_FALLBACK: fallback.join(' ') };
  // Two questions without an answer between them are one message of the prompt.
  const isOneMessage = messages.at(-2)?.role === 'user';
  return {
    env: { ...env, ...vision },
    async attach(prompt, signal) {
      const read = await Promise.all(
        files.map(async (file) => ({
          place: prompt.length - (file.isEarlier && !isOneMessage ? 3 : 1),
          text: isText(file) ? await textOf(file, env, signal) : undefined,
          part: isText(file) ? undefined : toPart(file),
        })),
      );
      return prompt.map((message, index) => {
        const own = read.filter(({ place }) => place === index);
        const texts = own.map(({ text }) => text).filter((text) => text !== undefined);
        const parts = own.map(({ part }) => part).filter((part) => part !== undefined);
        const text = [...texts, message.content].join('\n\n');
        return { ...message, content: parts.length > 0 ? [{ type: 'text', text }, ...parts] : text };
      });
    },
  };
}

/** A file as a part of a message, as in OpenAI's chat completions, which Workers AI reads, too. The type is that of the bytes. */
function toPart({ mediaType, name, data }: AskedFile): object {
  const url = `data:${mediaType};base64,${data}`;
  if (mediaType === PDF) return { type: 'file', file: { filename: name, file_data: url } };
  return { type: 'image_url', image_url: { url } };
}

/** The text of a file between tags, since strangers may have written it. */
async function textOf({ mediaType, name, data }: AskedFile, env: Env, signal: AbortSignal): Promise<string> {
  const bytes = Base64Bytes.of(data)?.at(0) ?? new Uint8Array();
  const text = mediaType === PDF ? await convert(bytes, env, signal) : new TextDecoder().decode(bytes);
  const fenced = text.slice(0, MAX_TEXT_FILE_BYTES).replaceAll(/<(?=\/?file\b)/gi, '&lt;');
  return `<file name="${name}">\n${fenced}\n</file>`;
}

/** https://developers.cloudflare.com/workers-ai/features/markdown-conversion/ */
async function convert(bytes: Uint8Array<ArrayBuffer>, { AI }: Env, signal: AbortSignal): Promise<string> {
  const blob = new Blob([bytes], { type: PDF });
  const work = AI?.toMarkdown?.([{ name: 'file.pdf', blob }]) ?? Promise.resolve([]);
  const [converted] = await orAborted(work, signal);
  if (converted?.format === 'markdown') return converted.data ?? '';
  throw new ChatError('unsupported-content', 'no text can be read in a PDF', { cause: converted?.error });
}
