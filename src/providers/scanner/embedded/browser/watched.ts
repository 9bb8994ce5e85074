import type { BrowserContext, Frame, Page } from 'playwright-core';
import type { BrowserVisitOptions } from './tools.ts';
import type { Visitor } from './traffic.ts';

const most = {
  reports: 300,
  reportBytes: 20_000,
  executed: 100,
  text: 500,
  routes: 2000,
  pages: 4,
  errors: 30,
};
// A page counts as loaded when nothing came or went for so long, milliseconds.
export const quietFor = 150;
const quietAtMost = 1500;
const provedFor = 60;
// One whose loading was broken off by its own wish to go elsewhere never says that it is loaded.
const unloadedFor = 700;

/** What happens on one page: what ran, what our script told, where it went, and whether it has come to rest. */
export function watchPage(
  { initScript, lastReport, explore, restMs = 0 }: BrowserVisitOptions,
  visitor: Visitor,
  status: number,
) {
  const executed: string[] = [];
  const reports: unknown[] = [];
  const errors: string[] = [];
  const routes = new Set<string>();
  const now = { status, crashed: false, loaded: false };
  let awaited = lastReport !== undefined && initScript !== undefined;
  let pages = 0;

  const touch = () => {
    visitor.changedAt = performance.now();
  };
  const ran = (value: unknown) => {
    const text = String(value).slice(0, most.text);
    if (executed.length < most.executed && !executed.includes(text)) executed.push(text);
  };
  function keep(value: unknown): void {
    if (lastReport !== undefined && (value as { kind?: unknown } | null)?.kind === lastReport) {
      if (awaited) touch();
      awaited = false;
      return;
    }
    if (reports.length >= most.reports) return;
    const text = JSON.stringify(value) as string | undefined;
    if (text !== undefined && text.length <= most.reportBytes) reports.push(value);
  }

  return {
    executed,
    reports,
    errors,
    routes,
    now,
    /** Before the page is there: what scripts call by name. */
    async expose(context: BrowserContext, mark: string): Promise<void> {
      await context.exposeBinding(mark, (_source, value: unknown) => ran(value));
      if (initScript !== undefined)
        await context.exposeBinding('__zqTell', (_source, value: unknown) => keep(value));
    },
    follow(context: BrowserContext, page: Page): void {
      context.on('page', (opened) => {
        // Windows that the page opens may prove something, but not without end.
        if ((pages += 1) > most.pages) void opened.close().catch(() => undefined);
      });
      context.on('dialog', (dialog) => {
        if (dialog.type() !== 'beforeunload') ran(dialog.message());
        void dialog.dismiss().catch(() => undefined);
      });
      context.on('weberror', (error) => {
        if (errors.length < most.errors) errors.push(error.error().message.slice(0, most.text));
      });
      page.on('framenavigated', (frame: Frame) => {
        if (frame === page.mainFrame() && routes.size < most.routes && /^https?:/.test(frame.url()))
          routes.add(frame.url());
      });
      page.on('crash', () => {
        now.crashed = true;
      });
      page.on('response', (response) => {
        // The way somewhere else, refused: the page is still the one that it was.
        if (response.status() === 204) return;
        if (response.request().isNavigationRequest() && response.frame() === page.mainFrame())
          now.status = response.status();
      });
      page.on('load', () => {
        now.loaded = true;
        touch();
      });
    },
    async quiet(left: () => number, limit = quietAtMost): Promise<void> {
      const until = performance.now() + Math.min(limit, left());
      while (performance.now() < until && !now.crashed && left() > 0) {
        const still = performance.now() - visitor.changedAt;
        // What was to be proved is proved: what else the page loads is of no interest.
        const proved = executed.length > 0 && !explore;
        const enough = proved ? provedFor : now.loaded ? Math.max(quietFor, restMs) : unloadedFor;
        const open = visitor.active > 0 || (now.loaded && awaited);
        if ((!open || proved) && still >= enough) return;
        await new Promise((resolve) =>
          setTimeout(resolve, visitor.active > 0 ? 50 : Math.max(10, Math.min(50, enough - still))),
        );
      }
    },
  };
}
