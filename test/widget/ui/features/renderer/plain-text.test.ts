import { expect } from 'chai';
import { renderMarkdown } from '../../../../../widget/markdown/index.ts';
import { drawPlain, isPlain } from '../../../../../widget/ui/features/renderer/plain-text.ts';
import { LANGUAGES } from '../../../../../widget/ui/strings/languages.ts';

const PLAIN = [
  '**Hi!** How can I help?',
  '**Hello**',
  '**Bonjour !** Bienvenue',
  'Hi! How can I help?',
  'Hello 👋🏽 (we’re here): ask away… e-mails, too.',
  '¿Qué tal? «Bien», dijo.',
  'こんにちは。何でも聞いてください！',
];
const MARKED = [
  'Hi **you**',
  '**Hi**you',
  '** Hi** you',
  '**Hi ** you',
  '***Hi*** you',
  '- a',
  '1. a',
  '# a',
  'a\nb',
  ' a',
  'a ',
  'a  b',
  'see www.a.test',
  'https://a.test',
  'a@b.test',
  'a_b_',
  '`a`',
  '<b>a</b>',
  'a &amp; b',
  '$a$',
  '[a](b)',
  'a~~b~~',
  '',
];

function drawnAsMarkdown(text: string): string {
  const box = document.createElement('div');
  box.append(renderMarkdown(text));
  return box.innerHTML.trimEnd();
}

describe('a text that needs no markdown renderer', () => {
  for (const text of PLAIN)
    it(`is drawn as the renderer would draw it: ${text}`, () => {
      expect(isPlain(text)).to.equal(true);
      expect(drawPlain(text).outerHTML).to.equal(drawnAsMarkdown(text));
    });

  it('is the greeting in every language', async () => {
    for (const load of Object.values(LANGUAGES)) {
      const { greeting } = (await load()).strings;
      expect(isPlain(greeting), greeting).to.equal(true);
      expect(drawPlain(greeting).outerHTML).to.equal(drawnAsMarkdown(greeting));
    }
  });

  for (const text of MARKED)
    it(`is none with marks: ${JSON.stringify(text)}`, () => expect(isPlain(text)).to.equal(false));
});
