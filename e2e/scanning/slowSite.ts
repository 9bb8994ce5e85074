import type { Site } from '#providers/scanner/sites/serve.ts';
import { serve } from '#providers/scanner/sites/serve.ts';

/** A website of a few pages that thinks about each answer: with sixty pages and a second each, a scan takes minutes. */
export function serveSlowSite({ pages = 60, thinkMs = 1000 } = {}): Promise<Site> {
  const links = Array.from(
    { length: pages },
    (_, at) => `<a href="/page-${'abcdefghij'[at % 10]}/${'x'.repeat(1 + Math.floor(at / 10))}">more</a>`,
  );
  return serve((visit, response) => {
    const known = visit.path === '/' || visit.path.startsWith('/page-');
    setTimeout(() => {
      if (response.destroyed) return;
      response.writeHead(known ? 200 : 404, { 'Content-Type': 'text/html' });
      const body = known ? links.join(' ') : '';
      response.end(
        `<!doctype html><html><head><title>${visit.path}</title></head><body><h1>${visit.path}</h1>${body}</body></html>`,
      );
    }, thinkMs);
    return null;
  });
}
