import { explainOrigins } from '../../widget/protocol/address.ts';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import { statusOf } from '../error-response.ts';
import { log } from '../log.ts';
import { selectModel } from '../model/select-model.ts';
import type { AppHandler } from '../ports.ts';
import { secretOf } from '../signature.ts';
import { VERSION } from '../version.ts';

/** `GET /api/health`: whether the configuration makes sense and who answers. Calls no model. */
export const getHealth: AppHandler = (c) => {
  c.header('Cache-Control', 'no-store');
  try {
    secretOf(c.env);
    const detail = explainOrigins(c.env.ALLOWED_ORIGINS);
    if (detail !== undefined) throw new ChatError('not-configured', detail);
    const { provider } = selectModel(c.env);
    const { accepts } = c.var.attachmentsOf?.() ?? {};
    return c.json({ ok: true, provider, version: VERSION, accepts });
  } catch (error) {
    if (!(error instanceof ChatError)) throw error;
    log(error.code, { path: c.req.path, detail: error.message });
    // Only on the owner's own machine: the detail names settings, which no visitor should read.
    const detail = c.env.LOCAL ? { detail: error.message } : {};
    return c.json({ ok: false, code: error.code, ...detail, version: VERSION }, statusOf(error.code));
  }
};
