import { expect } from 'chai';
import { findOwnScript, isServedByWorker } from '../../../widget/embed/own-script.ts';

describe("the search for the script's own tag", () => {
  const added: HTMLScriptElement[] = [];
  afterEach(() => added.splice(0).forEach((script) => script.remove()));

  /** Adds a script tag that never runs, since its type is data. */
  function add(src: string): HTMLScriptElement {
    const script = Object.assign(document.createElement('script'), { type: 'text/plain', src });
    document.head.append(script);
    added.push(script);
    return script;
  }

  it('finds the last tag whose address names the file', () => {
    add('https://a.example/cf-ai-chat.js');
    const last = add('https://b.example/v/1.2.3/cf-ai-chat.js?position=bottom-start');
    add('https://c.example/other.js');
    add('https://c.example/not-cf-ai-chat.json');
    expect(findOwnScript()).to.equal(last);
  });

  it('finds the tag on a page where an image named "scripts" shadows document.scripts', () => {
    const own = add('https://a.example/cf-ai-chat.js');
    const image = Object.assign(document.createElement('img'), { name: 'scripts' });
    document.body.append(image);
    try {
      expect(findOwnScript()).to.equal(own);
    } finally {
      image.remove();
    }
  });

  it('finds none where no tag names the file, as when a module or a tag manager runs the code', () => {
    expect(findOwnScript()).to.equal(null);
  });

  for (const [url, isServed] of [
    ['https://chat.example/cf-ai-chat.js', true],
    ['https://chat.example/cf-ai-chat.js?lang=de', true],
    ['https://chat.example/v/1.2.3/cf-ai-chat.js', true],
    ['https://chat.example/v/1.2.3/chunks/cf-ai-chat.js', false],
    ['https://cdn.example/npm/cf-ai-chat@1/dist/cf-ai-chat.js', false],
    ['https://chat.example/assets/cf-ai-chat.js', false],
    ['https://chat.example/cf-ai-chat.mjs', false],
  ] as const) {
    it(`says that the script ${isServed ? 'comes' : 'does not come'} from our Worker at ${url}`, () => {
      expect(isServedByWorker(new URL(url))).to.equal(isServed);
    });
  }
});
