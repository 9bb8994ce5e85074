import { makeFinding, measured, notMeasured } from '#providers/ratings/embedded/finding.ts';
import type { FactId } from '#providers/ratings/embedded/facts.ts';
import type { MeasuredVector, Measurement, RatedAsset, Ratings } from '#providers/ratings/port.ts';
import { vectorIds, type VectorId } from '#providers/ratings/vectors.ts';

/** The domain of the example company, which is in no DNS: what can be seen of it is told here. */
export const ratedDomain = 'harborlamps.example';
const www = `www.${ratedDomain}`;
const shop = `shop.${ratedDomain}`;
const files = `files.${ratedDomain}`;
const mx = `mx1.${ratedDomain}`;

const web = { part: { name: 'web', weight: 1 } };
const mail = { part: { name: 'mail', weight: 0.5 } };

/** Something that was so from one day to another, in days before today; `until` left out: it still is. */
type Chapter = {
  fact: FactId;
  asset: string;
  evidence: string;
  from?: number;
  until?: number;
  effect?: Parameters<typeof makeFinding>[4];
};

/** Days before today on which the company proved that the domain is its own. */
export const proved = 236;

const story: Partial<Record<VectorId, Chapter[]>> = {
  spf: [
    { fact: 'spf-soft-fail', asset: ratedDomain, evidence: 'v=spf1 include:mail.example ~all', until: 121 },
    { fact: 'spf-hard-fail', asset: ratedDomain, evidence: 'v=spf1 include:mail.example -all', from: 121 },
  ],
  dkim: [
    {
      fact: 'dkim-short-key',
      asset: `mail._domainkey.${ratedDomain}`,
      evidence: 'RSA with 1024 bits.',
      until: 93,
    },
    {
      fact: 'dkim-strong',
      asset: `mail2._domainkey.${ratedDomain}`,
      evidence: 'RSA with 2048 bits.',
      from: 93,
    },
  ],
  dmarc: [
    { fact: 'dmarc-missing', asset: ratedDomain, evidence: 'No record at _dmarc.', until: 302 },
    {
      fact: 'dmarc-none',
      asset: ratedDomain,
      evidence: `v=DMARC1; p=none; rua=mailto:reports@${ratedDomain}`,
      from: 302,
      until: 142,
    },
    {
      fact: 'dmarc-quarantine',
      asset: ratedDomain,
      evidence: `v=DMARC1; p=quarantine; rua=mailto:reports@${ratedDomain}`,
      from: 142,
    },
  ],
  ssl_certificates: [
    { fact: 'cert-valid', asset: `${www}:443`, evidence: 'Issued for 90 days and renewed by itself.' },
    { fact: 'cert-valid', asset: `${shop}:443`, evidence: 'Issued for 90 days.', until: 46 },
    {
      fact: 'cert-expired',
      asset: `${shop}:443`,
      evidence: 'The certificate ran out and was not renewed.',
      from: 46,
      until: 43,
    },
    {
      fact: 'cert-valid',
      asset: `${shop}:443`,
      evidence: 'Issued for 90 days and renewed by itself.',
      from: 43,
    },
  ],
  ssl_configurations: [
    { fact: 'tls-modern', asset: `${www}:443`, evidence: 'TLS 1.2 and TLS 1.3 are offered.', effect: web },
    {
      fact: 'tls-old-versions',
      asset: `${shop}:443`,
      evidence: 'Beside newer versions the server accepts TLS 1.0 and TLS 1.1.',
      until: 205,
      effect: web,
    },
    {
      fact: 'tls12-strong',
      asset: `${shop}:443`,
      evidence: 'TLS 1.2 with strong ciphers.',
      from: 205,
      effect: web,
    },
    { fact: 'tls-modern', asset: `${mx}:25`, evidence: 'STARTTLS with TLS 1.3.', effect: mail },
  ],
  open_ports: [
    { fact: 'port-expected', asset: `${www}:443`, evidence: 'HTTPS', from: proved },
    {
      fact: 'port-rdp',
      asset: `${files}:3389`,
      evidence: 'Remote Desktop answered.',
      from: proved,
      until: 231,
    },
    { fact: 'port-ssh', asset: `${files}:22`, evidence: 'SSH-2.0-OpenSSH_9.6', from: proved },
  ],
  application_security: [
    { fact: 'hsts-missing', asset: www, evidence: 'No Strict-Transport-Security.', until: 158 },
    { fact: 'csp-missing', asset: www, evidence: 'No Content-Security-Policy.' },
    { fact: 'nosniff-missing', asset: www, evidence: 'No X-Content-Type-Options.', until: 158 },
    {
      fact: 'library-medium',
      asset: www,
      evidence: 'jQuery 3.4.1: a flaw that is fixed in 3.5.0.',
      until: 61,
    },
    { fact: 'library-current', asset: www, evidence: 'jQuery 3.7.1', from: 61 },
  ],
  insecure_systems: [
    {
      fact: 'default-page',
      asset: `dev.${ratedDomain}`,
      evidence: 'The page of a fresh web server.',
      from: proved,
      until: 222,
    },
    { fact: 'systems-clean', asset: ratedDomain, evidence: 'Looked at www, shop and files.', from: 222 },
  ],
  server_software: [
    {
      fact: 'software-eol-recent',
      asset: shop,
      evidence: 'PHP 8.1, supported until December 31, 2025.',
      until: 76,
    },
    { fact: 'software-version-shown', asset: shop, evidence: 'PHP 8.3', from: 76 },
  ],
  dnssec: [{ fact: 'dnssec-unsigned', asset: ratedDomain, evidence: 'No DNSKEY.' }],
  caa: [
    { fact: 'caa-missing', asset: ratedDomain, evidence: 'No CAA record.', until: 104 },
    { fact: 'caa-present', asset: ratedDomain, evidence: '0 issue "authority.example"', from: 104 },
  ],
  mta_sts_tls_rpt: [{ fact: 'mta-sts-missing', asset: ratedDomain, evidence: 'No record at _mta-sts.' }],
  security_txt: [
    { fact: 'security-txt-missing', asset: www, evidence: '404 at /.well-known/security.txt', until: 82 },
    { fact: 'security-txt-valid', asset: www, evidence: 'Contact and Expires are there.', from: 82 },
  ],
};

const notes: Partial<Record<VectorId, string>> = {
  open_ports: 'Open ports are looked at once the domain is proved to be yours.',
  insecure_systems: 'Looked at once the domain is proved to be yours.',
  desktop_software: 'It cannot be seen from outside.',
  mobile_software: 'It cannot be seen from outside.',
  patching_cadence: 'It is judged from what earlier measurements saw.',
};
const noFeed = 'There is no feed of such reports here.';

const assets: RatedAsset[] = [
  { asset: ratedDomain, kind: 'domain', because: 'The website address of the company is in it.' },
  { asset: www, kind: 'website', because: 'It is the website address of the company.' },
  { asset: shop, kind: 'host', because: 'The website leads there.' },
  { asset: files, kind: 'host', because: 'It is a name in the domain.' },
  { asset: mx, kind: 'mail-server', because: 'The DNS names it as a mail server of the domain.' },
];

function vectorAt(id: VectorId, at: Date, daysAgo: number): MeasuredVector {
  const now = (story[id] ?? []).filter(
    ({ from = Infinity, until = -Infinity }) => daysAgo <= from && daysAgo > until,
  );
  if (now.length === 0) return notMeasured(notes[id] ?? noFeed);
  return measured(
    now.map(({ fact, asset, evidence, effect }) => makeFinding(fact, asset, evidence, at, effect)),
  );
}

/** What could be seen of the example company on a day, so many days before today. */
export const measurementAt = (at: Date, daysAgo: number): Measurement => ({
  kind: 'measured',
  domain: ratedDomain,
  measuredAt: at.toISOString(),
  vectors: Object.fromEntries(vectorIds.map((id) => [id, vectorAt(id, at, daysAgo)])),
  assets,
});

/**
 * Ratings that know the example company by its story, as of `today` days before now, and measure everybody else.
 * @param daysAgo how long before today a moment is
 */
export const storytold = (real: Ratings, daysAgo: (at: Date) => number): Ratings => ({
  ...real,
  rate: async (request, options) =>
    request.url.toLowerCase().includes(ratedDomain)
      ? measurementAt(options.now(), daysAgo(options.now()))
      : real.rate(request, options),
  ...(real.prove
    ? {
        prove: async (input, options) =>
          input.domain === ratedDomain
            ? { by: 'dns' as const, seen: 'The record is there.' }
            : real.prove!(input, options),
      }
    : {}),
});
