#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkAddress } from '../doctor/check-address.ts';
import { completeAddress } from '../protocol/address.ts';
import { isSocketUrl } from '../protocol/transport.ts';
import { diagnose, diagnoseSocket, EMPTY_DIAGNOSIS, type Diagnosis } from './doctor.ts';

// Replaced by the build.
declare const __CF_AI_CHAT_VERSION__: string;

const USAGE = `Usage: npx cf-ai-chat doctor URL [--no-question]

Looks at a page with <cf-ai-chat>, at its address or in a file, and says what is wrong with it. It sends the
endpoint one question ("Say hello."); --no-question keeps it from doing so.
An address such as wss://chat.example.dev/agents/chat is that of an agent, which is asked without a page.`;

const [command = '', ...rest] = process.argv.slice(2);
const flags = rest.filter((argument) => argument.startsWith('-'));
const [url = '', ...surplus] = rest
  .filter((argument) => !argument.startsWith('-'))
  .map((text) => text.trim());
const isKnown = flags.every((flag) => flag === '--no-question') && surplus.length === 0;

if ([command, ...flags].some((argument) => /^(?:--?h(?:elp)?|help)$/.test(argument))) console.log(USAGE);
else if (/^(?:-v|--version)$/.test(command)) console.log(__CF_AI_CHAT_VERSION__);
else if (command === 'doctor' && url !== '' && isKnown) {
  const diagnosis = await examine(url);
  console.log(describe(diagnosis));
  process.exitCode = diagnosis.findings.length === 0 ? 0 : 1;
} else {
  console.error(USAGE);
  process.exitCode = 2;
}

/** Examines a page or an agent by the typed address, which may be a file. An address without a scheme gets https. */
async function examine(typed: string): Promise<Diagnosis> {
  const address = toAddress(typed);
  const page = URL.canParse(address) ? new URL(address) : new URL('https://page.invalid');
  const problem = page.protocol === 'file:' ? undefined : checkAddress('URL', address, page);
  if (problem) return { ...EMPTY_DIAGNOSIS, findings: [problem] };
  const look = isSocketUrl(page.href) ? diagnoseSocket : diagnose;
  return look(page, {
    sendsQuestion: flags.length === 0,
    // Steps are printed to stderr, because stdout may be piped.
    handleStep: (step) => console.error(`… ${step}`),
  });
}

/** The URL of what was typed: a URL, a path of a file, or a host without `https://`. */
function toAddress(typed: string): string {
  if (/^[a-z]+:\/\//i.test(typed)) return typed;
  return existsSync(typed) || /^[./~\\]|^[a-z]:\\/i.test(typed)
    ? pathToFileURL(resolve(typed)).href
    : completeAddress(typed);
}

function describe({ examined, findings, read }: Diagnosis): string {
  const lines = findings.map(({ code, problem, remedy }) => `✖ ${code}\n  ${problem}\n  ${remedy}`);
  const seen = examined.map((href) => `  ${href}`);
  const formats = read.length > 0 ? ['Read besides text:', ...read.map((line) => `  ${line}`)] : [];
  const verdict = findings.length === 0 ? 'Nothing is wrong with it.' : `${findings.length} found.`;
  return ['Looked at:', `  ${url}`, ...seen, ...formats, ...lines, verdict].join('\n');
}
