import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { elementNames } from './public-api.ts';

describe('the listed names of the element', () => {
  it('have types and defaults; methods have their parameters', () => {
    const manifest = {
      modules: [
        {
          kind: 'javascript-module',
          path: 'element.js',
          declarations: [
            {
              kind: 'class',
              name: 'ChatElement',
              attributes: [{ name: 'history-limit', type: { text: 'number' }, default: '20' }],
              members: [
                {
                  kind: 'field' as const,
                  name: 'status',
                  type: { text: 'Status' },
                  readonly: true,
                  default: 'start',
                },
                { kind: 'method' as const, name: 'stop', return: { type: { text: 'void' } } },
                {
                  kind: 'method' as const,
                  name: 'send',
                  parameters: [{ name: 'text', type: { text: 'string' } }],
                  return: { type: { text: 'Promise<void>' } },
                },
              ],
              cssParts: [{ name: 'launcher' }],
            },
          ],
        },
      ],
    };
    assert.deepEqual(elementNames(manifest), [
      'ChatElement attribute history-limit: number = 20',
      'ChatElement member readonly status: Status',
      'ChatElement member stop(): void',
      'ChatElement member send(text: string): Promise<void>',
      'ChatElement part launcher',
    ]);
  });
});
