import { describe } from 'node:test';
import { defineTests, TEXT, type HardPage } from './read.ts';

const MORE = `${TEXT} `.repeat(3).trim();
const MENU =
  '<ul><li><a href="/">Home</a></li><li><a href="/tea">Tea</a></li><li><a href="/cups">Cups</a></li></ul>';

/** Pages on which it is hard to find the content. */
const PAGES: readonly HardPage[] = [
  {
    name: 'a main of links alone is the content, beside a window with help',
    html: `<body><div id="help"><p>Press ← or → to turn pages, S to search, ? to show this help, and Esc to hide it.</p></div>
      <main><h1>Commands</h1><ul><li><a href="/build">build</a></li><li><a href="/test">test</a></li></ul></main>`,
    sections: [['Commands', '- [build](https://a.example/build)\n- [test](https://a.example/test)']],
  },
  {
    name: 'of two mains, one for small screens, the one that is shown is read',
    html: `<main hidden><h1>Tea</h1><p>Small.</p></main><main><h1>Tea</h1><p>${TEXT}</p></main>`,
    sections: [['Tea', TEXT]],
  },
  {
    name: 'a main with the search box alone is no content',
    html: `<main><p>Search</p></main><div><h1>Tea</h1><p>${MORE}</p></div>`,
    sections: [['Tea', MORE]],
  },
  {
    name: 'of several articles the long one is read, and no teaser of others',
    html: `<div><article><h1>Tea</h1><p>${MORE}</p></article><div class="related"><article><a href="/1">Green tea is new</a></article>
      <article><a href="/2">Black tea</a></article></div></div>`,
    sections: [['Tea', MORE]],
  },
  {
    name: 'one article as a teaser is not all of a start page',
    html: `<div><h1>Shop</h1><p>${MORE}</p></div><article><h2>News</h2><p>We have moved.</p></article>`,
    sections: [
      ['Shop', MORE],
      ['News', 'We have moved.'],
    ],
  },
  {
    name: 'a body whose class has "localnav" and "cookies" is read',
    html: `<body class="has-localnav cookies-enabled sidebar"><div><h1>Tea</h1><p>${TEXT}</p></div></body>`,
    sections: [['Tea', TEXT]],
  },
  {
    name: 'elements without meaning are told apart by their names and by their links',
    html: `<div class="site-header"><b>Shop of Ann</b>${MENU}</div><div id="wrap"><div id="sidebar"><h3>Topics</h3>${MENU}</div>
      <div id="col"><h1>Tea</h1><p>${MORE}</p>${MENU.replace('<ul>', '<ul class="more">')}</div></div><div id="footer">© Ann</div>`,
    sections: [['Tea', MORE]],
  },
  {
    name: 'an article of a list alone, without any paragraph, is read',
    html: `<main><article><h1>Rules</h1><div><ul><li><strong>${TEXT}</strong></li><li><span>Two.</span></li></ul></div></article></main>`,
    sections: [['Rules', `- **${TEXT}**\n- Two.`]],
  },
  {
    name: 'lists right in the body are read',
    html: `<title>Log</title><p>${TEXT}<ul><li>One.<li>Two.</ul>And more.`,
    sections: [['Log', TEXT, '- One.\n- Two.', 'And more.']],
  },
  {
    name: 'text right in the body, its paragraphs made of line breaks, is read',
    html: `<title>Log</title>${TEXT}<br><br>Two.<p>Three.`,
    sections: [['Log', `${TEXT}  \n  \nTwo.`, 'Three.']],
  },
  {
    name: 'one form around the whole page is read, and no form in it',
    html: `<form id="aspnetForm"><input type="hidden"><main><h1>Tea</h1><p>${TEXT}</p><form><label>Mail</label><input></form></main></form>`,
    sections: [['Tea', TEXT]],
  },
  {
    name: 'a consent bar without a telling name is not the page',
    html: `<div class="top"><p>We use some cookies to make this shop work. We would also like to measure its use.</p>
      <button>Accept all</button> <a href="/cookies">How we use cookies</a></div><div><h1>Tea</h1><p>${TEXT}</p></div>`,
    sections: [['Tea', TEXT]],
  },
  {
    name: 'a consent bar in the main is not its beginning',
    html: `<main><div class="cookie-banner" role="region"><h2>Cookies on this site</h2><p>${TEXT}</p></div><h1>Tea</h1><p>${TEXT}</p></main>`,
    sections: [['Tea', TEXT]],
  },
  {
    name: 'cookies of a bakery are no consent',
    html: `<div><h1>Bakery</h1><div class="card"><h2>Cookies</h2><p>Oat cookies, baked each morning.</p><button>Order</button></div><p>${TEXT}</p></div>`,
    sections: [['Cookies', 'Oat cookies, baked each morning.', TEXT]],
  },
  {
    name: 'a section about cookies in a privacy notice is read',
    html: `<div><h1>Privacy</h1><p>${TEXT}</p><section id="cookies"><h2>Cookies</h2><p>One, for the session.</p></section></div>`,
    sections: [
      ['Privacy', TEXT],
      ['Cookies #cookies', 'One, for the session.'],
    ],
  },
  {
    name: 'skip links, breadcrumbs, share buttons, dialogs and lists of related pages are no text',
    html: `<a class="skip-link" href="#c">Skip to content</a><main id="c"><nav>Home</nav><ol class="Breadcrumbs"><li>Home</li></ol><h1>Tea</h1>
      <div role="toolbar"><button>Share</button></div><p>${TEXT}</p><div class="modal" id="news"><h2>Newsletter</h2><p>Never miss a cup.</p></div>
      <aside><h2>Related</h2>${MENU}</aside></main>`,
    sections: [['Tea', TEXT]],
  },
  {
    name: 'a page that says without scripts only that it wants them is none',
    html: '<title>App</title><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/app.js"></script>',
    sections: [],
  },
  {
    name: 'the parts of a start page are all read',
    html: `<div class="hero"><h1>Shop</h1><p>${TEXT}</p></div><div><h2>Tea</h2><p>${TEXT}</p></div><div><h2>Cups</h2><p>${TEXT}</p></div>
      <div class="menu">${MENU}</div>`,
    sections: [
      ['Shop', TEXT],
      ['Tea', TEXT],
      ['Cups', TEXT],
    ],
  },
  {
    name: 'components in components show their shadow trees, with slots filled or as they are',
    html: `<main><h1>Tea</h1><x-page><template shadowrootmode="open"><x-card><template shadowrootmode="closed"><h2>Prices</h2>
      <slot name="price">On request.</slot><slot></slot></template><p slot="price">5 EUR.</p></x-card><slot name="note"><p>${TEXT}</p></slot></template></x-page></main>`,
    sections: [['Prices', '5 EUR.', TEXT]],
  },
  {
    name: 'hidden text is read where something opens it, and only there',
    html: `<main><h1>Tea</h1><p>${TEXT}</p><p hidden>Draft.</p><div style="color: red; display:none">Old price.</div><p hidden="until-found">Found.</p>
      <a href="#more" data-bs-toggle="collapse">More</a><div id="more" style="display:none">Much more.</div></main>`,
    sections: [['Tea', TEXT, 'Found.', '[More](https://a.example/tea#more)', 'Much more.']],
  },
];

describe('the content of a page: ', () => defineTests(PAGES));
