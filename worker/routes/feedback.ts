import type { Handler } from 'hono';
import * as v from 'valibot';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import { keepRating } from '../feedback.ts';
import type { AppEnv } from '../ports.ts';
import { isQueryId } from '../signature.ts';

const MAX_COMMENT_CHARACTERS = 500;

const Feedback = v.object({
  queryId: v.string(),
  rating: v.picklist([1, -1]),
  comment: v.optional(v.pipe(v.string(), v.trim()), ''),
});

/** `POST /api/feedback`: `{queryId, rating: 1 | -1, comment?}` for a turn of ours; a later one replaces the earlier. */
export const postFeedback: Handler<AppEnv> = async (c) => {
  const { queryId, rating, comment } = await readFeedback(c.req.text());
  if (comment.length > MAX_COMMENT_CHARACTERS) {
    throw new ChatError('too-large', `the comment is longer than ${MAX_COMMENT_CHARACTERS} characters`);
  }
  if (!(await isQueryId(c.env, queryId))) throw new ChatError('bad-request', 'there was no such turn');
  const gatewayLogId = await keepRating(c.env, { queryId, rating, comment });
  const { AI, AI_GATEWAY_ID } = c.env;
  if (AI && AI_GATEWAY_ID && gatewayLogId)
    await AI.gateway(AI_GATEWAY_ID).patchLog(gatewayLogId, { feedback: rating });
  return c.body(null, 204);
};

async function readFeedback(text: Promise<string>): Promise<v.InferOutput<typeof Feedback>> {
  try {
    return v.parse(Feedback, JSON.parse(await text));
  } catch (cause) {
    throw new ChatError('bad-request', 'the body must be {queryId, rating: 1 or -1, comment?}', { cause });
  }
}
