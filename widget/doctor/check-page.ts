import {
  allowsAddedScript,
  allowsConnection,
  allowsFrame,
  allowsPictures,
  allowsScript,
  allowsTrustedTypes,
} from './content-security-policy.ts';
import { checkJsonSettings } from './check-settings.ts';
import { isLocal } from '../protocol/endpoint.ts';
import { acceptsFiles } from '../protocol/request-format.ts';
import type { Finding } from './finding.ts';
import type { Installation } from './installation.ts';

const POLICY_NAME = 'cf-ai-chat';

const TURNSTILE = new URL('https://challenges.cloudflare.com/turnstile/v0/api.js');

/** Problems of a page that can be found without requests. */
export function checkPage(installation: Installation): Finding[] {
  return [
    ...installation.mistakes,
    ...checkMixedContent(installation),
    ...checkScriptSources(installation),
    ...checkConnections(installation),
    ...checkBotCheck(installation),
    ...checkAttachments(installation),
    ...checkTrustedTypes(installation),
    ...checkSettings(installation),
  ];
}

function checkMixedContent({ page, scripts, endpoints }: Installation): Finding[] {
  if (page.protocol !== 'https:') return [];
  const insecure = [...scripts.map(({ src }) => src), ...endpoints].filter(isInsecure);
  return insecure.map((url) => ({
    code: 'mixed-content',
    problem: `The page is served by https and uses ${url.href}; browsers refuse that.`,
    remedy: `Serve it by https, and write ${url.href.replace(/^(http|ws):/, '$1s:')}.`,
  }));
}

/** Browsers accept insecure requests to the machine on which they run. */
function isInsecure(url: URL): boolean {
  return /^(?:http|ws):$/.test(url.protocol) && !isLocal(url);
}

function checkScriptSources({ page, policies, scripts }: Installation): Finding[] {
  const refused = scripts.filter(({ src, nonce }) =>
    policies.some((policy) => !allowsScript(policy, src, page, nonce)),
  );
  return refused.map(({ src }) => ({
    code: 'csp-script-src',
    problem: `The content security policy of the page does not allow ${src.href}.`,
    remedy: `Add ${src.origin} to script-src, or give the tag the nonce of the policy.`,
  }));
}

function checkConnections({ page, policies, endpoints }: Installation): Finding[] {
  const refused = endpoints.filter((url) => policies.some((policy) => !allowsConnection(policy, url, page)));
  return refused.map((url) => ({
    code: 'csp-connect-src',
    problem: `The content security policy of the page does not allow requests to ${url.href}.`,
    remedy: `Add ${url.origin} to connect-src.`,
  }));
}

/** Whether policies allow Turnstile, to whose script the chat gives its own nonce. */
function checkBotCheck({ page, policies, scripts, hasBotCheck }: Installation): Finding[] {
  if (!hasBotCheck) return [];
  const nonce = scripts.find((script) => script.nonce !== '')?.nonce;
  const isAllowed = {
    script: policies.every((policy) => allowsAddedScript(policy, TURNSTILE, page, nonce)),
    frame: policies.every((policy) => allowsFrame(policy, TURNSTILE, page)),
  };
  return Object.entries(isAllowed)
    .filter(([, allowed]) => !allowed)
    .map(([what]) => ({
      code: 'csp-turnstile',
      problem: `The content security policy of the page does not allow the ${what} of the bot check.`,
      remedy: `Add ${TURNSTILE.origin} to ${what}-src.`,
    }));
}

/** Whether policies allow pictures of visitors' files: previews are `data:` addresses, large pictures `blob:` addresses. */
function checkAttachments({ policies, fileFormats }: Installation): Finding[] {
  const without = fileFormats.filter((format) => !acceptsFiles(format));
  const refused = ['data:', 'blob:'].filter((scheme) =>
    policies.some((policy) => !allowsPictures(policy, scheme)),
  );
  return [
    ...without.map((format): Finding => ({
      code: 'setting-ignored',
      problem: `The chat has no button for files: request-format="${format}" has no place for them.`,
      remedy: 'Remove attachments, or use a backend and a request-format that take files.',
    })),
    ...(without.length < fileFormats.length && refused.length > 0
      ? [
          {
            code: 'csp-img-src',
            problem: `The content security policy of the page does not allow pictures of ${refused.join(' and ')}: of files that visitors send there are names in their place.`,
            remedy: `Add ${refused.join(' ')} to img-src.`,
          } as const,
        ]
      : []),
  ];
}

function checkTrustedTypes({ policies }: Installation): Finding[] {
  if (policies.every((policy) => allowsTrustedTypes(policy, POLICY_NAME))) return [];
  return [
    {
      code: 'csp-trusted-types',
      problem:
        'The content security policy of the page names the Trusted Types policies it allows, and not ours.',
      remedy: `Add ${POLICY_NAME} to trusted-types.`,
    },
  ];
}

function checkSettings({ jsonSettings, page }: Installation): Finding[] {
  return jsonSettings.flatMap((text): Finding[] => {
    const reason = whyNoJson(text);
    if (reason === undefined) return checkJsonSettings(text, page);
    return [
      {
        code: 'settings-broken',
        problem: `The JSON inside of <cf-ai-chat> cannot be read, so none of its settings apply: ${reason}`,
        remedy: 'Correct the JSON: double quotes around names and texts, no comma after the last one.',
      },
    ];
  });
}

function whyNoJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
