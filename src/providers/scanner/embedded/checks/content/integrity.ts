import { parse as parseDomain } from 'tldts';
import { defineRule, type Check } from '../../rule.ts';
import { isDocument } from '../documents.ts';

const noIntegrity = defineRule({
  id: 'content.sri-missing',
  title: 'Scripts from other companies run without a check of their content',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
  cwe: 'CWE-353',
  pci: '6.4.3',
  explanation:
    'The pages run scripts that other companies deliver, and trust whatever comes. If one of these companies is broken into, its script can read what your visitors enter.',
  fix: '1. Keep the script on your own website, or\n2. add its fingerprint, so that browsers refuse any other content:\n<script src="https://cdn.example.net/lib-1.2.3.js" integrity="sha384-…" crossorigin="anonymous"></script>\nThe fingerprint: openssl dgst -sha384 -binary lib-1.2.3.js | openssl base64 -A',
  references: ['https://developer.mozilla.org/docs/Web/Security/Subresource_Integrity'],
});

// Services whose scripts change by design: a fingerprint cannot work there.
const living =
  /(^|\.)(googletagmanager\.com|google-analytics\.com|googlesyndication\.com|googleadservices\.com|doubleclick\.net|google\.com|gstatic\.com|recaptcha\.net|youtube\.com|facebook\.net|stripe\.com|paypal\.com|braintreegateway\.com|squareup\.com|hcaptcha\.com|challenges\.cloudflare\.com|cloudflareinsights\.com|hotjar\.com|clarity\.ms|intercom\.io|intercomcdn\.com|hs-scripts\.com|hsforms\.net|hubspot\.com|hs-analytics\.net|segment\.com|linkedin\.com|licdn\.com|twitter\.com|platform\.x\.com|tiktok\.com|pinterest\.com|bing\.com|newrelic\.com|nr-data\.net|sentry-cdn\.com|cookiebot\.com|cookielaw\.org|onetrust\.com|usercentrics\.eu|crisp\.chat|zdassets\.com|tawk\.to|plausible\.io|matomo\.cloud|typekit\.net|fontawesome\.com|disqus\.com|addthis\.com|sharethis\.com|calendly\.com|typeform\.com|mapbox\.com|shopify\.com|shopifycdn\.com|wp\.com|wordpress\.com|squarespace\.com|wix\.com|parastorage\.com|webflow\.com|website-files\.com)$/i;
const mapsScript = /^maps\.googleapis\.com$/i;

function sameSite(a: string, b: string): boolean {
  const domain = parseDomain(a, { allowPrivateDomains: true }).domain;
  return a === b || (domain !== null && domain === parseDomain(b, { allowPrivateDomains: true }).domain);
}

export const integrity: Check = {
  name: 'Scripts of other companies',
  rules: [noIntegrity],
  level: 'safe',
  look: (seen, scan) => {
    if (!isDocument(seen)) return false;
    const host = new URL(seen.answer.url).hostname;
    for (const file of seen.page.scripts) {
      if (file.url === null) continue;
      const other = new URL(file.url).hostname;
      if (
        sameSite(host, other) ||
        /^\s*sha(256|384|512)-[\w+/=]+/.test(file.integrity) ||
        living.test(other) ||
        mapsScript.test(other)
      )
        continue;
      scan.report(noIntegrity, {
        answer: seen.answer,
        parameter: file.url.slice(0, 300),
        placeKey: file.url,
        evidence: `<script src="${file.raw.slice(0, 300)}"> has no integrity attribute.`,
        excerpt: file.raw,
      });
    }
    return undefined;
  },
};
