import type { Buffer } from 'node:buffer';
import type { SiteRequest } from '../points/point.ts';

/**
 * What the checks and the crawler may ask of the browser. Everything in an answer is text of a hostile site. Pictures with
 * a usual ending (`.png`) are not asked for but answered by an empty one; `<img src=x>` is asked for and fails.
 */

export type BrowserVisitOptions = {
  /** Runs before any script of the page, in every frame. It may call `window.__zqTell(value)` with plain JSON. */
  initScript?: string;
  windowName?: string;
  referrer?: string;
  /** Sets off what a visitor would do with elements that carry this text: hover, focus, click. The page cannot be left then. */
  touch?: string;
  /** Clicks what looks harmless and waits for what it brings. */
  explore?: boolean;
  /** Longest stay on the page, milliseconds; 8,000 by default. */
  atMostMs?: number;
  /** Without news for so long, the page counts as quiet: longer than usual where something is known to be still to come. */
  restMs?: number;
  /** `kind` of what the `initScript` tells last: a page that has loaded does not count as quiet before that came. */
  lastReport?: string;
  /** A picture of the page: when our script ran, or never. */
  screenshot?: boolean;
};

export type BrowserVisit = {
  url: string;
  status: number;
  /** What our payloads called: `window[mark](id)`, and texts of alert, confirm and prompt. */
  executed: string[];
  reports: unknown[];
  html: string;
  /** Calls that the page made to its own site, each once: method, address, headers that matter and body. */
  requests: SiteRequest[];
  links: string[];
  /** Addresses of other websites that the page wanted to open, in itself, a frame or a window; none was asked. */
  left: string[];
  webSockets: string[];
  libraries: Record<string, string>;
  errors: string[];
  /** JPEG, when asked for and our script ran. */
  screenshot: Buffer | null;
};

export type BrowserTools = {
  visit: (
    request: Pick<SiteRequest, 'url'> & Partial<Pick<SiteRequest, 'method' | 'headers' | 'body'>>,
    options?: BrowserVisitOptions,
  ) => Promise<BrowserVisit | null>;
  close: () => Promise<void>;
};
