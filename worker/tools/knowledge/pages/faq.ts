import { parseFragment } from 'parse5';
import { parseJson, readList, readObject, readString } from '../../../../widget/protocol/json.ts';
import { plainOf } from '../../../../widget/protocol/plain-text.ts';
import { blocksOf } from './blocks.ts';
import { findAll } from './selectors.ts';
import { rawTextOf, textOfHtml, type Parent } from './tree.ts';
import type { Section } from './web-page.ts';

/**
 * The questions and answers that a page has for search engines, as `FAQPage` of schema.org. Often scripts draw them in the browser,
 * and the HTML has them nowhere else.
 */
export function readFaq(document: Parent): readonly Section[] {
  const data = findAll(document, 'script[type="application/ld+json"]').map((script) =>
    parseJson(rawTextOf(script)),
  );
  return data.flatMap(questionsIn).filter(({ heading, blocks: [answer] }) => heading !== '' && answer !== '');
}

/** The questions that do not stand in the text of the page. */
export function missingFrom(questions: readonly Section[], sections: readonly Section[]): readonly Section[] {
  const said = sections.map(({ heading, blocks }) => [heading, ...blocks].join(' ')).join(' ');
  return questions.filter(({ heading }) => !said.includes(heading));
}

function questionsIn(data: unknown): readonly Section[] {
  if (Array.isArray(data)) return data.flatMap(questionsIn);
  const { '@graph': graph, '@type': type, mainEntity } = readObject(data);
  if (graph !== undefined) return questionsIn(graph);
  if (![type].flat().includes('FAQPage')) return [];
  return readList([mainEntity].flat()).map((entry) => {
    const { name, acceptedAnswer } = readObject(entry);
    const { text } = readObject([acceptedAnswer].flat()[0]);
    return {
      heading: textOfHtml(readString(name) ?? ''),
      anchor: '',
      blocks: [plainOf(blocksOf(parseFragment(readString(text) ?? '').childNodes).join('\n\n'))],
    };
  });
}
