import { Hono } from 'hono/tiny';
import { attachments, files } from './attachments/attachments.ts';
import { answerError, errorResponse, RequestError } from './error-response.ts';
import { feedback } from './feedback/feedback.ts';
import { postFeedback } from './feedback/post-feedback.ts';
import { followUps } from './follow-ups/follow-ups.ts';
import { botCheck, guard, sessions } from './guard/guard.ts';
import { getSearch } from './knowledge/get-search.ts';
import { knowledge } from './knowledge/knowledge.ts';
import type { AppEnv, Feature } from './ports.ts';
import { allowances, books } from './quota/quota.ts';
import { getRest, getStream, postStop, resume } from './resume/resume.ts';
import { turnObject } from './resume/turn-object.ts';
import { getChat, postChat, postCompletion } from './routes/chat.ts';
import { getHealth } from './routes/health.ts';
import { getModels } from './routes/models.ts';

/** What a turn does besides asking a model, within a request and in a Durable Object alike. */
const features: readonly Feature[] = [
  botCheck, // refuses visitors who fail the Turnstile check
  books, // counts the turns of a visitor and of the site
  files, // gives the model what a question brings
  knowledge, // searches documents before the model is asked
  feedback, // lets turns be rated
  followUps, // suggests what to ask next
];

const app = new Hono<AppEnv>();

for (const path of ['/api/*', '/v1/*']) {
  app.use(path, ...guard);
  app.use(path, attachments); // what a question may bring
  app.use(path, sessions); // who asks: reads the token of a visitor
  app.use(path, allowances); // which limits a turn counts against
  app.use(path, resume); // runs turns in Durable Objects
  app.use(path, async (c, next) => {
    c.set('features', features);
    await next();
  });
}

app.get('/api/chat', getChat);
app.post('/api/chat', postChat);
app.get('/api/chat/:queryId', getRest);
app.get('/api/chat/:chatId/stream', getStream);
app.post('/api/chat/:queryId/stop', postStop);
app.post('/v1/chat/completions', postCompletion);
app.get('/v1/models', getModels);
app.post('/api/feedback', postFeedback);
app.get('/api/search', getSearch);
app.get('/api/health', getHealth);

app.notFound((c) => {
  const here = app.routes.filter(({ path }) => path === c.req.path);
  if (here.length === 0)
    return errorResponse(c, new RequestError('not-configured', 'there is nothing here', 404));
  const allowed = here.map(({ method }) => method);
  c.header('Allow', allowed.join(', '));
  const message = `only ${allowed.join(' and ')}; a GET for a chat must accept text/event-stream`;
  return errorResponse(c, new RequestError('bad-request', message, 405));
});
app.onError(answerError);

export { Books } from './quota/books.ts';
export const RunningTurn = turnObject(features);
export default app;
