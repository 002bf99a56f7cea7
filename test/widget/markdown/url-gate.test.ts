import { expect } from 'chai';
import { renderMarkdown } from '../../../widget/markdown/index.ts';
import { loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import { createImage, gateLink } from '../../../widget/markdown/gated-links.ts';
import { linkAttributes } from '../../../widget/markdown/url-gate.ts';
import { HONEST, NAMES, POSING, POSING_HTML, TURNING_HTML } from './link-texts.ts';
import { eachFrame } from './streamed.ts';

function gated(href: string, text: string, baseUrl?: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.setAttribute('href', href);
  link.textContent = text;
  gateLink(link, baseUrl === undefined ? {} : { baseUrl });
  return link;
}

describe('linkAttributes', () => {
  for (const url of [
    'https://a.example/x?y#z',
    'http://a.example',
    'mailto:a@b.example',
    'tel:+123',
    '/x',
    '#y',
    '?q',
  ]) {
    it(`returns ${url} unchanged`, () => {
      expect(linkAttributes(url)?.href).to.equal(url);
    });
  }

  const refused = [
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'blob:https://a.example/x',
    'ftp://a.example',
    'ws://a.example',
    'intent://x',
    'https://',
    '',
  ];
  for (const url of refused) {
    it(`refuses ${JSON.stringify(url)}`, () => {
      expect(linkAttributes(url)).to.equal(undefined);
    });
  }

  it('resolves relative addresses against the base URL', () => {
    expect(linkAttributes('../x', { baseUrl: 'https://docs.example/a/b/c' })?.href).to.equal(
      'https://docs.example/a/x',
    );
  });

  it('refuses relative addresses where the base URL is not http or https', () => {
    expect(linkAttributes('x', { baseUrl: 'file:///home/' })).to.equal(undefined);
  });
});

describe('gateLink', () => {
  it('opens links to other origins in a new tab', () => {
    expect(gated('https://other.example/', 'x').target).to.equal('_blank');
  });

  it('opens links to the own origin, to mail and to telephone numbers in the same tab', () => {
    for (const href of ['/x', 'mailto:a@b.example', 'tel:1']) expect(gated(href, 'x').target).to.equal('');
  });

  it('sends no referrer', () => {
    expect(gated('/x', 'x').rel).to.equal('noopener noreferrer nofollow');
  });

  it('removes an unusable address and keeps the text', () => {
    expect(gated('javascript:alert(1)', 'x').outerHTML).to.equal('<a>x</a>');
  });

  it('adds no address to link texts that are names of code and files', () => {
    for (const name of NAMES) expect(gated('https://docs.example/x', name).textContent).to.equal(name);
  });

  it('shows the real address beside a link text that looks like another address', () => {
    for (const text of POSING)
      expect(gated('https://evil.test/', text).textContent).to.equal(`${text} (evil.test)`);
  });

  for (const html of POSING_HTML) {
    it(`recognises the address that the link text ${html} shows`, () => {
      const link = renderMarkdown(`<a href="https://evil.test/">${html}</a>`).querySelector('a');
      expect(link?.lastElementChild?.outerHTML).to.equal('<small dir="ltr"> (evil.test)</small>');
    });
  }

  it('shows tags as text that would hide or reverse letters of a link text', async () => {
    await loadSanitizer();
    for (const html of TURNING_HTML) {
      const link = `<a href="https://evil.test/">${html}</a>`;
      for (const markdown of [link, `<p>${link}</p>`, `<bdo dir=rtl>${link}</bdo>`])
        expect(renderMarkdown(markdown).textContent).to.contain(html);
    }
  });

  it('adds no address where the link text names the same registrable domain', () => {
    for (const [href, text] of HONEST) expect(gated(href, text).textContent).to.equal(text);
  });

  const others: [href: string, text: string, real: string][] = [
    ['mailto:eve@evil.test', 'help@bank.test', 'eve@evil.test'],
    ['https://evil.test:8443/', 'https://bank.test', 'evil.test:8443'],
    ['https://xn--bnk-5cd.test/', 'https://bank.test', 'xn--bnk-5cd.test'],
    ['https://xn--bnk-5cd.test/', 'https://b\u0430nk.test', 'xn--bnk-5cd.test'],
    ['https://evil.github.io/', 'bank.github.io', 'evil.github.io'],
    ['https://evil.co.uk/', 'bank.co.uk', 'evil.co.uk'],
    ['https://bank.md.evil.test/', 'bank.md/login', 'bank.md.evil.test'],
    ['tel:+49123', 'bank.test', '+49123'],
  ];
  for (const [href, text, real] of others) {
    it(`shows the real address beside ${JSON.stringify(text)} -> ${href}`, () => {
      expect(gated(href, text).textContent).to.equal(`${text} (${real})`);
    });
  }

  it('adds no address while a growing link text only begins like another address', () => {
    for (const [href, text] of HONEST) {
      for (const markdown of [`See ${href} now`, `See <${href}> now`, `See [${text}](${href}) now`]) {
        if (renderMarkdown(markdown).querySelector('small')) throw new Error(`a note in ${markdown}`);
        eachFrame(markdown, 1, (box, received) =>
          expect(box.querySelector('small')?.textContent, received).to.equal(undefined),
        );
      }
    }
  });
});

describe('createImage', () => {
  const image = { src: 'https://img.example/a/b.png', alt: 'A chart', title: '' };
  const load = (src: string, imageSources: string[]): string =>
    createImage({ ...image, src }, { imageSources }, false).nodeName;

  it('loads an image from a listed origin, lazily and without a referrer', () => {
    const node = createImage(image, { imageSources: ['https://img.example'] }, false) as HTMLImageElement;
    expect(node.outerHTML).to.equal(
      '<img alt="A chart" referrerpolicy="no-referrer" loading="lazy" src="https://img.example/a/b.png">',
    );
  });

  it('loads an image only from below a path where the list has a path', () => {
    expect(load('https://img.example/a/b.png', ['https://img.example/a'])).to.equal('IMG');
    expect(load('https://img.example/ab.png', ['https://img.example/a'])).to.equal('A');
    expect(load('https://img.example/a/../c.png', ['https://img.example/a/'])).to.equal('A');
    expect(load('https://img.example/a/..%2fc.png', ['https://img.example/a/'])).to.equal('A');
  });

  it('compares scheme, host and port exactly', () => {
    for (const source of [
      'https://example',
      'https://x.img.example',
      'http://img.example',
      'https://img.example:444',
      '*',
    ]) {
      expect(load(image.src, [source])).to.equal('A');
    }
    expect(load('https://img.example@evil.example/', ['https://img.example'])).to.equal('A');
    expect(load('https://u:p@img.example/', ['https://img.example'])).to.equal('A');
    expect(load('https://u@img.example/', ['https://img.example'])).to.equal('A');
    expect(load('https://u@img.example/', ['https://u@img.example'])).to.equal('A');
  });

  it('does not load from the own origin unless the list has it', () => {
    expect(load('/x.png', [])).to.equal('A');
  });

  it('returns a link with the alternative text for other images', () => {
    const node = createImage(image, {}, false) as HTMLAnchorElement;
    expect([node.localName, node.href, node.textContent]).to.deep.equal(['a', image.src, 'A chart']);
  });

  it('uses the address as the text of such a link where there is no alternative text', () => {
    expect(createImage({ ...image, alt: '' }, {}, false).textContent).to.equal(image.src);
  });

  it('returns plain text inside of a link, and for an unusable address', () => {
    expect(createImage(image, {}, true).nodeType).to.equal(Node.TEXT_NODE);
    expect(createImage({ ...image, src: 'data:image/png;base64,x' }, {}, false).nodeType).to.equal(
      Node.TEXT_NODE,
    );
  });
});
