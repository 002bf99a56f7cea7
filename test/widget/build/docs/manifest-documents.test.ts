import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Manifest } from '../../../../widget/build/published-manifest.ts';
import { fillMarkers } from '../../../../widget/build/docs/manifest-documents.ts';
import { eventsTables, settingsTables } from '../../../../widget/build/docs/manifest-tables.ts';

const TABLES = new Map([['methods', '| a |\n| --- |']]);

describe('a document with generated parts', () => {
  it('gets the table between its markers and keeps the rest', () => {
    const stale = 'before\n<!-- manifest:methods -->\nold\n<!-- /manifest:methods -->\nafter\n';
    const fresh = fillMarkers(stale, TABLES);
    assert.equal(
      fresh,
      'before\n<!-- manifest:methods -->\n\n| a |\n| --- |\n\n<!-- /manifest:methods -->\nafter\n',
    );
    assert.equal(fillMarkers(fresh, TABLES), fresh);
  });

  it('is refused when it has no markers for one of the tables', () => {
    assert.throws(() => fillMarkers('no markers', TABLES), /there is no marker manifest:methods/);
  });

  it('is refused when its markers name a table that does not exist', () => {
    const text = '<!-- manifest:nonsense -->\n<!-- /manifest:nonsense -->';
    assert.throws(() => fillMarkers(text, TABLES), /nothing is generated for the marker manifest:nonsense/);
  });

  it('is refused when a marker is not closed', () => {
    const text = '<!-- manifest:methods -->\n<!-- /manifest:events -->';
    assert.throws(() => fillMarkers(text, TABLES), /the marker manifest:methods has no end/);
  });
});

describe('the tables made from the manifest', () => {
  const manifest: Manifest = {
    modules: [
      {
        kind: 'javascript-module',
        path: 'element.js',
        declarations: [
          {
            kind: 'class',
            name: 'CfAiChatElement',
            tagName: 'cf-ai-chat',
            attributes: [
              {
                name: 'mode',
                type: { text: "'a' | 'b'" },
                default: "'a'",
                description: 'How it\nlooks | is.',
              },
              { name: 'limit', type: { text: 'number' }, default: '30_000', description: 'Milliseconds.' },
            ],
            members: [
              { kind: 'field', name: 'mode', attribute: 'mode', description: 'Not listed twice.' },
              {
                kind: 'field',
                name: 'status',
                readonly: true,
                type: { text: 'string' },
                description: 'State.',
              },
              {
                kind: 'method',
                name: 'send',
                parameters: [{ name: 'text' }, { name: 'options', default: '{}' }],
                return: { type: { text: 'Promise<void>' } },
                description: 'Sends.',
              },
            ],
            events: [
              { name: 'cf-ai-chat-stop', type: { text: 'CfAiChatStopEvent' }, description: 'Stopped.' },
            ],
          },
          { kind: 'class', name: 'CfAiChatStopEvent', members: [{ kind: 'field', name: 'message' }] },
        ],
      },
    ],
  };
  const settings = settingsTables(manifest);
  const events = eventsTables(manifest);

  it('list attributes with plain defaults, one line each, under the group they belong to', () => {
    const rowsOf = (group: string): string[] | undefined => settings.get(group)?.split('\n').slice(2);
    assert.deepEqual(rowsOf('appearance'), ["| `mode` | `'a' \\| 'b'` | `a` | How it looks \\| is. |"]);
    assert.deepEqual(rowsOf('conversation'), ['| `limit` | `number` | `30000` | Milliseconds. |']);
    assert.equal(settings.get('words'), '');
  });

  it('list as properties only those without an attribute', () => {
    const rows = settings.get('properties')?.split('\n').slice(2);
    assert.deepEqual(rows, ['| `status` (read only) | `string` | State. |']);
  });

  it('list methods with their parameters and result', () => {
    const rows = events.get('methods')?.split('\n').slice(2);
    assert.deepEqual(rows, ['| `send(text, options?)` → `Promise<void>` | Sends. |']);
  });

  it('list events with the fields of their classes', () => {
    const rows = events.get('events')?.split('\n').slice(2);
    assert.deepEqual(rows, ['| `cf-ai-chat-stop` | `message` | Stopped. |']);
  });
});
