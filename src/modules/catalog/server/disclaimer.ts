import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { isDatabaseAway } from '#platform/server/database/database.ts';
import { requestCtx } from '#platform/server/http/http.ts';
import { chooseBrand, type CatalogBrand } from './catalog.ts';
import { catalogOf } from './liveCatalog.ts';
import { brandOfVisit } from './portalConfig.ts';

type Words = { name: string; support: string; terms: string; privacy: string; accent: string };

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

const sections = ({ name }: Words): [title: string, text: string][] => [
  [
    'What the portal is',
    `${name} helps administrators of companies to find and fix weak spots in their cyber security. It informs and measures. It is not legal, insurance or accounting advice, and not a promise that a company is secure or will not be attacked.`,
  ],
  [
    'Website scans',
    'A scan looks at a website from outside, at one moment, for weaknesses that are known. It cannot see everything: a website without findings may still have weaknesses, and a finding may turn out to be harmless. Scan only websites that you own or have permission to scan. Reports that follow the structure of PCI DSS are a preparation; they are not the attestation of an Approved Scanning Vendor.',
  ],
  [
    'Ratings, maturity and policies',
    'Ratings are estimates from what can be observed from outside. The maturity assessment rests on what you answer. Policies are texts to start from: read them, adapt them to your company, and have them checked where the law asks for it.',
  ],
  [
    'Services of others',
    'Offers in the marketplace and links to other websites are the responsibility of those who make them. An insurance notice informs; cover is given by an insurance contract alone.',
  ],
  [
    'Your data',
    'What you enter and what is measured belongs to your organization. It is seen by its administrators and, while they help you, by support staff; each such visit is written down in the activity log of your organization.',
  ],
];

const page = (words: Words): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Disclaimer · ${escapeHtml(words.name)}</title>
<style>
:root { color-scheme: light dark }
body { font: 400 16px/1.6 Inter, system-ui, sans-serif; max-width: 42rem; margin: 0 auto; padding: 48px 20px 80px; color: light-dark(#1b2430, #e6eaf0); background: light-dark(#fff, #12171e) }
h1 { font-size: 28px; line-height: 1.25; font-weight: 600; margin: 0 0 8px; padding-top: 20px; border-top: 4px solid ${escapeHtml(words.accent)} }
h2 { font-size: 18px; font-weight: 600; margin: 32px 0 4px }
p { margin: 0 0 12px }
a { color: inherit; text-underline-offset: 3px }
footer { margin-top: 40px; font-size: 14px }
</style>
</head>
<body>
<main>
<h1>Disclaimer</h1>
${sections(words)
  .map(([title, text]) => `<h2>${escapeHtml(title)}</h2>\n<p>${escapeHtml(text)}</p>`)
  .join('\n')}
</main>
<footer>
<p>Questions? Write to <a href="mailto:${escapeHtml(words.support)}">${escapeHtml(words.support)}</a>. See also the <a href="${escapeHtml(words.terms)}">terms</a> and the <a href="${escapeHtml(words.privacy)}">privacy notice</a>.</p>
</footer>
</body>
</html>
`;

/** Whose words are read: chosen as the portal's pages choose, and by the address alone while nobody can be asked who is signed in. */
async function brandOf(base: BaseCtx, request: FastifyRequest, reply: FastifyReply): Promise<CatalogBrand> {
  const { subscriptionId } = request.query as { subscriptionId?: unknown };
  const id = typeof subscriptionId === 'string' && subscriptionId.length <= 100 ? subscriptionId.trim() : '';
  try {
    const ctx = await requestCtx(base, request, reply, { background: true, reads: true });
    return await brandOfVisit(ctx, id === '' ? undefined : id);
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    return chooseBrand(catalogOf(base.settings), { host: request.hostname, signUpCode: id });
  }
}

/** Serves the legal words of a brand (platform.md 1 and 7) as `/disclaimer.html` and below `/api`; `?subscriptionId=` names the channel at sign-up. */
export function registerDisclaimer(app: FastifyInstance, base: BaseCtx): void {
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const { wire } = await brandOf(base, request, reply);
    return (
      reply
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        )
        // another person at this browser may be of another brand
        .header('cache-control', 'private, no-cache')
        .header('vary', 'host, cookie')
        .type('text/html; charset=utf-8')
        .send(
          page({
            name: wire.brandNameLong,
            support: `support@${wire.emailDomain}`,
            terms: wire.links.terms,
            privacy: wire.links.privacy,
            accent: wire.accent,
          }),
        )
    );
  };
  app.get('/disclaimer.html', send);
  app.get('/api/disclaimer.html', send);
}
