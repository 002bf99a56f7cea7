import { describe } from 'node:test';
import { defineTests, TEXT, type HardPage } from './read.ts';

const page = (content: string): string => `<main><h1>Tea</h1><p>${TEXT}</p>${content}</main>`;
const FIRST = ['Tea', TEXT] as const;

/** Pages on which it is hard to find where sections begin, their headings and their anchors. */
const PAGES: readonly HardPage[] = [
  {
    name: 'a heading with a widget for its anchor in it keeps its words',
    html: page(
      '<h2 class="header-with-anchor-widget">1. A model<div id="§a-model" class="header-anchor-widget"><div class="header-anchor-widget-button" href="x"><svg></svg></div></div></h2><p>One.</p>',
    ),
    sections: [FIRST, ['1. A model #%C2%A7a-model', 'One.']],
  },
  {
    name: 'each h1 of a text begins a section',
    html: page('<h1 id="a">Depth</h1><p>One.</p><h1 id="b">Breadth</h1><p>Two.</p>'),
    sections: [FIRST, ['Depth #a', 'One.'], ['Breadth #b', 'Two.']],
  },
  {
    name: 'a heading that is a link keeps its words',
    html: page('<h2><a href="/x">Green tea</a></h2><p>One.</p>'),
    sections: [FIRST, ['Green tea', 'One.']],
  },
  {
    name: 'a link of invisible letters, and one that says where it leads, are no part of a heading',
    html: page(
      `<h2 id="a">Green<a href="#a" class="hash-link" aria-label="Direct link to Green">\u200B</a></h2><p>One.</p>
      <section id="b"><span id="old"></span><h2>Black<a class="headerlink" href="#b" title="Link to this heading">¶</a></h2><p>Two.</p></section>`,
    ),
    sections: [FIRST, ['Green #a', 'One.'], ['Black #old', 'Two.']],
  },
  {
    name: 'the root of an application is no anchor of its first heading',
    html: `<div id="__next"><div><h1>Tea</h1><p>${TEXT}</p></div></div>`,
    sections: [FIRST],
  },
  {
    name: 'a badge in a heading is a word of its own',
    html: page('<h2>Assistants<div class="badge">Beta</div></h2><p>One.</p>'),
    sections: [FIRST, ['Assistants Beta', 'One.']],
  },
  {
    name: 'headings by role have a level, too',
    html: page(
      '<div role="heading" aria-level="2">Prices</div><div role="heading" aria-level="3">Small</div><p>5 EUR.</p><div role="heading" aria-level="2">Cups</div><p>One.</p>',
    ),
    sections: [FIRST, ['Prices: Small', '5 EUR.'], ['Cups', 'One.']],
  },
  {
    name: 'a heading in a summary begins the section, in open details, too',
    html: page(
      '<details open><summary><h2 id="a">Green</h2></summary><p>One.</p></details><details><summary>Black?</summary>Two.</details><p>Of green.</p>',
    ),
    sections: [FIRST, ['Green #a', 'One.', 'Of green.'], ['Black? #a', 'Two.']],
  },
  {
    name: 'questions that are terms have their answers',
    html: page(
      '<dl class="accordion"><dt>How long?</dt><dd>Two days.</dd><dt>How much?</dt><dd>5 EUR.</dd></dl><dl><dt>Cup</dt><dd>0.2 l</dd></dl>',
    ),
    sections: [FIRST, ['How long?', 'Two days.'], ['How much?', '5 EUR.', 'Cup', '0.2 l']],
  },
  {
    name: 'a button names what it opens, though it asks nothing and its panel is hidden',
    html: page(
      '<div><div><button aria-expanded="false" aria-controls="p" id="b">Shipping</button></div><div id="p" hidden>Two days.</div></div>',
    ),
    sections: [FIRST, ['Shipping #b', 'Two days.']],
  },
  {
    name: 'an element as a button asks a question, too',
    html: page('<div role="button" tabindex="0">And abroad？</div><div style="display: none">A week.</div>'),
    sections: [FIRST, ['And abroad？', 'A week.']],
  },
  {
    name: 'a button that shows the rest of a text, or copies it, names nothing',
    html: page(
      '<p id="rest">The rest.</p><button aria-controls="rest">Show less</button><h2>Code <button>Copy</button></h2><pre>a</pre>',
    ),
    sections: [
      ['Tea', TEXT, 'The rest.'],
      ['Code', '```\na\n```'],
    ],
  },
  {
    name: 'tabs are told apart by their names, found by ids',
    html: page(
      `<ul role="tablist"><li><button role="tab" id="t1" aria-controls="p1">npm</button></li><li><button role="tab" id="t2">yarn</button></li></ul>
      <div role="tabpanel" id="p1"><pre>npm i tea</pre></div><div role="tabpanel" aria-labelledby="t2" hidden><pre>yarn add tea</pre></div>`,
    ),
    sections: [['Tea', TEXT, '**npm**', '```\nnpm i tea\n```', '**yarn**', '```\nyarn add tea\n```']],
  },
  {
    name: 'tabs without ids are told apart in their order',
    html: page(
      '<div><ul role="tablist"><li role="tab">Models</li><li role="tab">Seeds</li></ul><div><div role="tabpanel"><p>One.</p></div><div role="tabpanel" hidden><p>Two.</p></div></div></div>',
    ),
    sections: [['Tea', TEXT, '**Models**', 'One.', '**Seeds**', 'Two.']],
  },
  {
    name: 'a link to a place, left open around headings, is an anchor and no link',
    html: page('<a name="old"><h2>Green</h2><p>One.</p>'),
    sections: [FIRST, ['Green #old', 'One.']],
  },
  {
    name: 'a part for small screens and the same for large ones is one',
    html: page(
      '<div class="large"><h2 id="a">Green</h2><p>One.</p></div><div class="small"><h2 id="b">Green</h2><p>One.</p></div>',
    ),
    sections: [FIRST, ['Green #a', 'One.']],
  },
  {
    name: 'questions for search engines keep the paragraphs of their answers apart',
    html: page(
      `<script type="application/ld+json">[{"@type":["WebPage","FAQPage"],"mainEntity":{"name":"Is it fair?","acceptedAnswer":{"text":"<p>Yes.</p><ul><li>Always.</li></ul>"}}}]</script>`,
    ),
    sections: [FIRST, ['Is it fair?', 'Yes. Always.']],
  },
];

describe('the sections of a page: ', () => defineTests(PAGES));
