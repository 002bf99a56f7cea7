/** What stands between the name of a page and the name of its site in a title. */
export const TITLE_PARTS = / [|·•–—\-»«:]+ /;

/** The text under one heading. The anchor is empty where the document has none. */
export interface Section {
  readonly heading: string;
  readonly anchor: string;
  readonly blocks: string[];
}

/** A page as it is indexed. */
export interface WebPage {
  /** The address of the page at the end of redirects. */
  readonly url: string;
  /** The absolute address that the page names as its own; the same as `url` where it names none. */
  readonly canonical: string;
  readonly title: string;
  /** The `<title>` of the page. */
  readonly windowTitle?: string;
  /** Lines of the page's header and footer that tell how to reach the owner: telephone, address, opening hours. */
  readonly contact?: readonly string[];
  /** A BCP 47 tag such as `de-AT`; empty where the page does not say. */
  readonly language: string;
  readonly sections: readonly Section[];
}

/** The result of reading an address: a page, or why it is left out, and the links that may be followed. */
export interface PageReading {
  readonly page?: WebPage;
  /** Why the page is left out, for the report: `noindex`. */
  readonly reason?: string;
  /** The absolute address to which the server redirects, or to which a page without text redirects by itself. */
  readonly location?: string | undefined;
  readonly links: readonly string[];
  /** Its translations, and the address that it names as canonical. */
  readonly related: readonly string[];
}

/** An address that was read, but whose page is not in the index. */
export interface LeftOut {
  readonly url: string;
  /** Why the page is left out, for the report. */
  readonly reason: string;
}
