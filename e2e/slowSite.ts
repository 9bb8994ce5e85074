import type { Handler, Site } from '#providers/scanner/fixtures/serve.ts';
import { serve } from '#providers/scanner/fixtures/serve.ts';

const links = Array.from(
  { length: 60 },
  (_, at) => `<a href="/page-${'abcdefghij'[at % 10]}/${'x'.repeat(1 + Math.floor(at / 10))}">more</a>`,
).join(' ');

/** A website of sixty pages that thinks a second about each answer: a scan of it takes minutes. */
export function serveSlowSite(): Promise<Site> {
  const handler: Handler = (visit, response) => {
    const known = visit.path === '/' || visit.path.startsWith('/page-');
    setTimeout(() => {
      if (response.destroyed) return;
      response.writeHead(known ? 200 : 404, { 'Content-Type': 'text/html' });
      response.end(
        `<!doctype html><html><head><title>${visit.path}</title></head><body><h1>${visit.path}</h1>${known ? links : ''}</body></html>`,
      );
    }, 1000);
    return null;
  };
  return serve(handler);
}
