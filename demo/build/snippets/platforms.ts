import {
  attributesHtml,
  dataAttributes,
  loadingAttributes,
  scriptTag,
  type Settings,
  type Source,
} from './tags.ts';

/** One piece of code to copy. */
export interface Snippet {
  /** The file into which the code goes, where that is not obvious. */
  readonly file?: string;
  /** Language of the code block. */
  readonly language: string;
  readonly code: string;
}

/** How the chat is put on pages that one program makes, such as Drupal. */
export interface Platform {
  /** The file name of its page in the documentation, without `.md`. */
  readonly id: string;
  readonly title: string;
  /** Where the code goes, and what to mind. */
  readonly steps: readonly string[];
  snippets(source: Source, settings: Settings): readonly Snippet[];
}

const html = (source: Source, settings: Settings): readonly Snippet[] => [
  { language: 'html', code: scriptTag(source, settings) },
];

/** Every platform there is a page for. */
export const PLATFORMS: readonly Platform[] = [
  {
    id: 'html',
    title: 'Any HTML page',
    steps: [
      'Paste this code before `</body>`.',
      'For a chat inside the page and no launcher, put the element where it should stand.',
    ],
    snippets: (source, settings) => [
      ...html(source, settings),
      {
        language: 'html',
        code: `${scriptTag(source, { mount: 'none' })}\n<cf-ai-chat mode="inline"${attributesHtml(settings)} style="height: 600px"></cf-ai-chat>`,
      },
    ],
  },
  {
    id: 'google-tag-manager',
    title: 'Google Tag Manager',
    steps: [
      'Tags, New, Custom HTML. Paste this code, choose the trigger All Pages, save, submit.',
      'Tag Manager removes `data-*` attributes from script tags and does not run modules, so the tag is made by a script.',
    ],
    snippets: (source, settings) => [{ language: 'html', code: tagManagerCode(source, settings) }],
  },
  {
    id: 'drupal',
    title: 'Drupal',
    steps: [
      'Add the library to your theme or module, here `mytheme`, and attach it to every page.',
      'Text formats remove script tags and unknown elements from content: leave it to the library.',
    ],
    snippets: drupalSnippets,
  },
  {
    id: 'ghost',
    title: 'Ghost',
    steps: ['Settings, Code injection, Site footer: paste this code and save.'],
    snippets: html,
  },
  {
    id: 'shopify',
    title: 'Shopify',
    steps: [
      'Online Store, Themes, Edit code, `layout/theme.liquid`: paste this code before `</body>`.',
      'For one page only, use a section of the kind Custom Liquid. The checkout takes no scripts.',
    ],
    snippets: html,
  },
  {
    id: 'wix',
    title: 'Wix',
    steps: [
      'Settings, Custom Code, Add Custom Code: paste this code, place it in Body - end, category Functional.',
      'It runs on a published site with a domain of its own. An HTML component is a sandboxed frame: do not use that.',
    ],
    snippets: html,
  },
  {
    id: 'squarespace',
    title: 'Squarespace',
    steps: [
      'Settings, Advanced, Code Injection, Footer: paste this code and save. The plan must include code injection.',
    ],
    snippets: html,
  },
  {
    id: 'webflow',
    title: 'Webflow',
    steps: ['Site settings, Custom code, Footer code: paste this code, save, publish.'],
    snippets: html,
  },
  {
    id: 'joomla',
    title: 'Joomla',
    steps: [
      "Paste this code before `</body>` of your template's `index.php`. In a child template it survives updates.",
      'Editors and text filters remove script tags from articles and modules.',
    ],
    snippets: html,
  },
  {
    id: 'docusaurus',
    title: 'Docusaurus',
    steps: [
      'Add this code to the configuration. The chat stays while pages change.',
      'For a search box that also asks, see [Search](../search.md#docusaurus).',
    ],
    snippets: (source, settings) => [
      {
        file: 'docusaurus.config.js',
        language: 'js',
        code: `export default {\n  scripts: [\n    ${indent(toObject({ src: source.src, defer: true, ...attributesOf(source, settings) }), 4)},\n  ],\n};`,
      },
    ],
  },
  {
    id: 'vitepress',
    title: 'VitePress',
    steps: [
      'Add it to the configuration.',
      'For a search box that also asks, see [Search](../search.md#vitepress).',
    ],
    snippets: (source, settings) => [
      {
        file: '.vitepress/config.js',
        language: 'js',
        code: `export default {\n  head: [\n    [\n      'script',\n      ${indent(toObject({ src: source.src, defer: '', ...attributesOf(source, settings) }), 6)},\n    ],\n  ],\n};`,
      },
    ],
  },
  {
    id: 'mkdocs',
    title: 'MkDocs (Material)',
    steps: [
      'Name the folder in the configuration, and override the page: `extra_javascript` takes no `data-*` attributes.',
      'For a search box that also asks, see [Search](../search.md#mkdocs-material).',
    ],
    snippets: (source, settings) => [
      { file: 'mkdocs.yml', language: 'yaml', code: 'theme:\n  name: material\n  custom_dir: overrides' },
      {
        file: 'overrides/main.html',
        language: 'html',
        code: `{% extends "base.html" %}\n\n{% block scripts %}\n  {{ super() }}\n  ${scriptTag(source, settings)}\n{% endblock %}`,
      },
    ],
  },
  {
    id: 'hugo',
    title: 'Hugo',
    steps: [
      'Make the partial, and call it before `</body>` of `layouts/_default/baseof.html`.',
      'For a search box that also asks, see [Search](../search.md#hugo-eleventy-and-any-other-generator).',
    ],
    snippets: (source, settings) => [
      { file: 'layouts/partials/cf-ai-chat.html', language: 'html', code: scriptTag(source, settings) },
      {
        file: 'layouts/_default/baseof.html',
        language: 'html',
        code: '{{ partial "cf-ai-chat.html" . }}',
      },
    ],
  },
];

function attributesOf(source: Source, settings: Settings): Record<string, string> {
  return { ...loadingAttributes(source), ...dataAttributes(settings) };
}

/** The code for Tag Manager, in ES5, since it refuses newer syntax. */
function tagManagerCode(source: Source, settings: Settings): string {
  const calls = Object.entries(attributesOf(source, settings)).map(
    ([name, value]) => `    script.setAttribute(${quote(name)}, ${quote(value)});`,
  );
  return [
    '<script>',
    '  (function () {',
    "    var script = document.createElement('script');",
    ...calls,
    `    script.src = ${quote(source.src)};`,
    '    document.head.appendChild(script);',
    '  })();',
    '</script>',
  ].join('\n');
}

function drupalSnippets(source: Source, settings: Settings): readonly Snippet[] {
  const attributes = Object.entries(attributesOf(source, settings)).map(
    ([name, value]) => `, ${name}: ${JSON.stringify(value)}`,
  );
  return [
    {
      file: 'mytheme.libraries.yml',
      language: 'yaml',
      code: `cf-ai-chat:\n  js:\n    ${source.src}:\n      type: external\n      attributes: { defer: true${attributes.join('')} }`,
    },
    { file: 'mytheme.info.yml', language: 'yaml', code: 'libraries:\n  - mytheme/cf-ai-chat' },
  ];
}

/** A string literal of JavaScript, without `<`, which the HTML parser could take for a tag. */
function quote(value: string): string {
  const escaped = value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n');
  return `'${escaped.replaceAll('<', '\\u003c')}'`;
}

function toObject(values: Readonly<Record<string, string | boolean>>): string {
  const lines = Object.entries(values).map(([name, value]) => {
    const key = /^\w+$/.test(name) ? name : quote(name);
    return `  ${key}: ${typeof value === 'string' ? quote(value) : String(value)},`;
  });
  return ['{', ...lines, '}'].join('\n');
}

function indent(text: string, width: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(width)}`);
}
