import { selectModel } from '../model/select-model.ts';
import type { AppHandler } from '../ports.ts';

/**
 * `GET /v1/models`: for OpenAI clients that list models. The list has one: the model that answers, whatever model a request names.
 */
export const getModels: AppHandler = (c) => {
  const { model, provider } = selectModel(c.env);
  const data = [{ id: model.name, object: 'model', created: 0, owned_by: provider }];
  return c.json({ object: 'list', data });
};
