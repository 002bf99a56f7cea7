#!/usr/bin/env node
import { checkAddress, withScheme } from '../doctor/check-address.ts';
import { isSocketUrl } from '../protocol/transport.ts';
import { diagnose, diagnoseSocket, type Diagnosis } from './doctor.ts';

const USAGE = `Usage: npx cf-ai-chat doctor URL [--no-question]

Looks at a page with <cf-ai-chat> and says what is wrong with it. It sends the endpoint
one question ("Say hello."); --no-question keeps it from doing so.
An address such as wss://chat.example.dev/agents/chat is that of an agent, which is asked without a page.`;

const [command, ...rest] = process.argv.slice(2);
const flags = rest.filter((argument) => argument.startsWith('--'));
const [url, ...surplus] = rest.filter((argument) => !argument.startsWith('--'));
const isKnown = flags.every((flag) => flag === '--no-question') && surplus.length === 0;

if (command === 'doctor' && url !== undefined && url.trim() !== '' && isKnown) {
  const diagnosis = await examine(url.trim());
  console.log(describe(diagnosis));
  process.exitCode = diagnosis.findings.length === 0 ? 0 : 1;
} else {
  console.error(USAGE);
  process.exitCode = 2;
}

/** Looks at a page, or asks an agent, whose address somebody typed: one without a scheme is one of https. */
async function examine(typed: string): Promise<Diagnosis> {
  const address = /^[a-z]+:\/\//i.test(typed) ? typed : withScheme(typed);
  const page = URL.canParse(address) ? new URL(address) : new URL('https://page.invalid');
  const problem = checkAddress('URL', address, page);
  if (problem) return { looked: [], findings: [problem] };
  const look = isSocketUrl(page.href) ? diagnoseSocket : diagnose;
  return look(page, {
    isAsked: flags.length === 0,
    // Apart from the diagnosis, which may be piped.
    handleStep: (step) => console.error(`… ${step}`),
  });
}

function describe({ looked, findings }: Diagnosis): string {
  const lines = findings.map(({ code, problem, remedy }) => `✖ ${code}\n  ${problem}\n  ${remedy}`);
  const seen = looked.map((href) => `  ${href}`);
  const verdict = findings.length === 0 ? 'Nothing is wrong with it.' : `${findings.length} found.`;
  return ['Looked at:', `  ${url}`, ...seen, ...lines, verdict].join('\n');
}
