import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkScriptSettings } from '../../../widget/doctor/check-settings.ts';
import { checkTools, readBesidesText, SOCKET } from '../../../widget/doctor/formats.ts';
import { REQUEST_FORMATS } from '../../../widget/protocol/request-format.ts';

describe('the abilities of a request format', () => {
  it('equal what the documentation says for each backend of the format', () => {
    assert.deepEqual(readBesidesText('a2a'), ['A2A agent: errors, thinking, tools, sources, files']);
    assert.ok(readBesidesText('openai').includes('Workers AI: text alone'));
    assert.match(readBesidesText(SOCKET).join(), /^Agents of cloudflare\/agents: .*page tools/);
  });

  it("are the reason why a backend is not sent the page's tools", () => {
    const told = [...REQUEST_FORMATS, SOCKET].filter((format) => checkTools(format).length === 0);
    assert.deepEqual(told, ['openai', 'ui-message', 'ag-ui', SOCKET]);
    const [finding] = checkTools('messages');
    assert.match(finding?.problem ?? '', /request-format="messages"/);
    assert.match(finding?.remedy ?? '', /AG-UI: request-format="ag-ui"/);
  });

  it('are not checked for a page whose script sets tools, since only the setting can be read', () => {
    const page = new URL('https://shop.test');
    assert.deepEqual(
      checkScriptSettings(`window.cfAiChat = { tools: [], requestFormat: 'ag-ui' };`, page),
      [],
    );
  });
});
