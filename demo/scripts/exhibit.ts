import { answerTo } from './recorded/answers.ts';
import { RecordedServer } from './recorded/recorded-server.ts';
import { serveOnThisPage } from './recorded/serve-on-this-page.ts';

// The exhibits: pages with hostile style sheets or a strict policy. The answers of the chat are recorded. Violations of the content
// security policy are counted.
serveOnThisPage(new RecordedServer({ path: '/recorded/exhibit', answerTo }));

const output = document.querySelector<HTMLElement>('#violations');
if (output) {
  let violations = 0;
  output.textContent = '0';
  document.addEventListener('securitypolicyviolation', () => {
    violations += 1;
    output.textContent = String(violations);
    output.dataset['bad'] = '';
  });
}
