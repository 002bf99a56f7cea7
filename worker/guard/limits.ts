import { bodyLimit } from 'hono/body-limit';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import { MAX_BODY_BYTES } from '../../widget/protocol/limits.ts';

/** Refuses a body over the cap before it is parsed, with or without a `Content-Length`. */
export const bodyCap = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new ChatError('too-large', `the body is larger than ${MAX_BODY_BYTES} bytes`);
  },
});
