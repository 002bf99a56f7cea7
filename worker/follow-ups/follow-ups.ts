import type { Feature } from '../ports.ts';
import { selectModel } from '../model/select-model.ts';
import { log } from '../log.ts';
import { askForFollowUps } from './ask-for-follow-ups.ts';

/** Asks the model after each answer for questions that the visitor may ask next, when `FOLLOW_UPS` is 1: `done` has them. */
export const followUps: Feature = ({ env }) => {
  if (env.FOLLOW_UPS !== '1') return {};
  return {
    async suggest(request, answer) {
      const { provider, model } = selectModel(env);
      // This provider quotes documents, and cannot write questions.
      if (provider === 'extractive') return {};
      try {
        const suggestions = await askForFollowUps(model, request, answer);
        return suggestions.length > 0 ? { suggestions } : {};
      } catch (error) {
        log('follow-ups-failed', { queryId: request.queryId, detail: String(error) });
        return {};
      }
    },
  };
};
