#!/usr/bin/env node
import { diagnose, type Diagnosis } from './doctor.ts';

const USAGE = `Usage: npx cf-ai-chat doctor URL [--no-question]

Looks at a page with <cf-ai-chat> and says what is wrong with it. It sends the endpoint
one question ("Say hello."); --no-question keeps it from doing so.`;

const [command, ...rest] = process.argv.slice(2);
const flags = rest.filter((argument) => argument.startsWith('--'));
const [url, ...surplus] = rest.filter((argument) => !argument.startsWith('--'));
const isKnown = flags.every((flag) => flag === '--no-question') && surplus.length === 0;

if (command === 'doctor' && url !== undefined && isKnown && /^https?:/.test(url) && URL.canParse(url)) {
  const diagnosis = await diagnose(new URL(url), {
    isAsked: flags.length === 0,
    // Apart from the diagnosis, which may be piped.
    handleStep: (step) => console.error(`… ${step}`),
  });
  console.log(describe(diagnosis));
  process.exitCode = diagnosis.findings.length === 0 ? 0 : 1;
} else {
  console.error(USAGE);
  process.exitCode = 2;
}

function describe({ looked, findings }: Diagnosis): string {
  const lines = findings.map(({ code, problem, remedy }) => `✖ ${code}\n  ${problem}\n  ${remedy}`);
  const seen = looked.map((href) => `  ${href}`);
  const verdict = findings.length === 0 ? 'Nothing is wrong with it.' : `${findings.length} found.`;
  return ['Looked at:', `  ${url}`, ...seen, ...lines, verdict].join('\n');
}
