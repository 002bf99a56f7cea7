import { expect } from 'chai';
import { trustedTypesPolicy } from '../../../widget/markdown/trusted-types.ts';

interface PolicyWindow extends Window {
  readonly policy: unknown;
}

/**
 * Evaluates the module again, in a frame whose Content Security Policy lists the allowed Trusted Types
 * policies.
 */
async function policyUnder(csp: string): Promise<unknown> {
  const frame = document.createElement('iframe');
  const module = new URL('../../../widget/markdown/trusted-types.ts', import.meta.url).href;
  frame.srcdoc =
    `<meta http-equiv="Content-Security-Policy" content="${csp}">` +
    `<script type="module">import { trustedTypesPolicy } from "${module}"; window.policy = trustedTypesPolicy ?? null;` +
    'parent.postMessage("ready", "*");</script>';
  const ready = new Promise((resolve) => window.addEventListener('message', resolve, { once: true }));
  document.body.append(frame);
  await ready;
  const { policy } = frame.contentWindow as unknown as PolicyWindow;
  frame.remove();
  return policy;
}

describe('trustedTypesPolicy', () => {
  it('is the policy named cf-ai-chat, and DOMPurify can use it', () => {
    if (!('trustedTypes' in globalThis)) return;
    expect(trustedTypesPolicy?.name).to.equal('cf-ai-chat');
    expect(trustedTypesPolicy?.createHTML).to.be.a('function');
    expect(trustedTypesPolicy?.createScriptURL).to.be.a('function');
  });

  it('is undefined, without an exception, where the page does not allow the name', async () => {
    expect(await policyUnder('trusted-types other')).to.equal(null);
  });

  it('exists where the page allows the name', async () => {
    if (!('trustedTypes' in globalThis)) return;
    expect(await policyUnder("trusted-types cf-ai-chat; require-trusted-types-for 'script'")).not.to.equal(
      null,
    );
  });
});
