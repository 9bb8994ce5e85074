import type { TlsReport } from '#probes/tls/inspect.ts';
import { defineRule, type Check, type Report } from '../../rule.ts';

const renew =
  "1. Get a certificate from a public authority; Let's Encrypt issues them free of charge.\n2. Let it renew by itself, for example: certbot --nginx -d example.com -d www.example.com\n3. Reload the server and look at the padlock in a browser.";
const references = [
  'https://letsencrypt.org/getting-started/',
  'https://cabforum.org/working-groups/server/baseline-requirements/',
];
const common = { pci: '4.2.1', references };

const expired = defineRule({
  ...common,
  id: 'tls.certificate-expired',
  title: 'The certificate has expired',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N',
  cwe: 'CWE-298',
  explanation:
    'Browsers show visitors a full-page warning instead of the website. Whoever gets used to clicking it away will not notice a real attack either.',
  fix: renew,
});
const expiring = defineRule({
  ...common,
  id: 'tls.certificate-expiring',
  title: 'The certificate expires soon',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:N/A:L',
  cwe: 'CWE-298',
  explanation:
    'In a few days browsers will refuse the website with a warning. Automatic renewal should have replaced the certificate by now, so it may have stopped working.',
  fix: '1. Renew the certificate now, for example: certbot renew\n2. Find out why it was not renewed by itself: certbot renew --dry-run\n3. Reload the server.',
});
const early = defineRule({
  ...common,
  id: 'tls.certificate-not-yet-valid',
  title: 'The certificate is not valid yet',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N',
  cwe: 'CWE-298',
  explanation:
    'The certificate begins in the future, so browsers show visitors a full-page warning instead of the website. Whoever gets used to clicking it away will not notice a real attack either.',
  fix: '1. Put the certificate before it back into use until then.\n2. Check that the clock of the machine that requests certificates is right.',
});
const wrongName = defineRule({
  ...common,
  id: 'tls.certificate-name',
  title: 'The certificate was made for another name',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N',
  cwe: 'CWE-297',
  explanation:
    'Browsers cannot tell this website from an impostor and warn visitors, because the certificate names other websites than this one.',
  fix: '1. Request a certificate that lists every name of the website, with and without www: certbot --nginx -d example.com -d www.example.com\n2. Check that the server has a virtual host with this certificate for the name; otherwise it shows its default one.',
});
const selfSigned = defineRule({
  ...common,
  id: 'tls.certificate-self-signed',
  title: 'The certificate is self-signed',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N',
  cwe: 'CWE-295',
  explanation:
    'Nobody but the server itself vouches for this certificate. An attacker can make one just like it, so browsers warn visitors.',
  fix: renew,
});
const untrusted = defineRule({
  ...common,
  id: 'tls.certificate-untrusted',
  title: 'The certificate comes from an authority that browsers do not trust',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N',
  cwe: 'CWE-295',
  explanation:
    'The authority that signed the certificate is not among those that browsers know, so visitors see a warning and cannot tell the real website from a copy.',
  fix: renew,
});
const incomplete = defineRule({
  ...common,
  id: 'tls.chain-incomplete',
  title: 'The server does not send its intermediate certificate',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
  cwe: 'CWE-296',
  explanation:
    'Some browsers find the missing certificate by themselves, but phones, older devices and other programs fail to connect or warn. People then learn to ignore warnings.',
  fix: '1. Give the server the full chain, not only its own certificate.\nnginx: ssl_certificate /etc/letsencrypt/live/example.com/fullchain.pem;\nApache: SSLCertificateFile /etc/letsencrypt/live/example.com/fullchain.pem\n2. Reload the server.',
});
const weakKey = defineRule({
  ...common,
  id: 'tls.certificate-weak-key',
  title: 'The key of the certificate is too short',
  vector: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: 'CWE-326',
  explanation:
    'A key of this length can be broken with affordable computers. Whoever does it can read the traffic and pretend to be this website.',
  fix: '1. Make a new key: EC P-256, or RSA with at least 2048 bits.\n2. Request a new certificate for it: certbot certonly --key-type ecdsa -d example.com\n3. Install it and have the old one revoked.',
});
const weakSignature = defineRule({
  ...common,
  id: 'tls.certificate-weak-signature',
  title: 'The certificate is signed with an outdated method',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N',
  cwe: 'CWE-328',
  explanation:
    'Signatures made with MD5 or SHA-1 can be forged, so this certificate proves little. Browsers no longer accept it.',
  fix: renew,
});

// Public authorities renew about 30 days before the end; two weeks left means that this did not work.
const soonDays = 14;

const day = (instant: string) => instant.slice(0, 10);

/** Judges the certificate of one TLS endpoint; one cause gives one finding. */
export function judgeCertificate(tls: TlsReport, host: string, url: string, report: Report, now: Date): void {
  const certificate = tls.certificate;
  if (!certificate) return;
  const place = { url, method: 'TLS', parameter: certificate.subject };
  const over = certificate.daysLeft < 0;
  if (over)
    report(expired, {
      ...place,
      evidence: `Valid until ${day(certificate.validTo)}, ${Math.abs(certificate.daysLeft)} days ago.`,
    });
  else if (certificate.daysLeft < soonDays)
    report(expiring, {
      ...place,
      evidence: `Valid until ${day(certificate.validTo)}, ${certificate.daysLeft} days from now.`,
    });
  if (Date.parse(certificate.validFrom) > now.getTime())
    report(early, { ...place, evidence: `Valid from ${day(certificate.validFrom)}.` });
  if (!certificate.nameMatches)
    report(wrongName, {
      ...place,
      evidence: `${host} is not among its names: ${certificate.names.slice(0, 8).join(', ') || certificate.subject}.`,
    });
  if (certificate.selfSigned)
    report(selfSigned, { ...place, evidence: `Subject and issuer are the same: ${certificate.subject}.` });
  else if (!certificate.chainComplete && (certificate.trusted || certificate.issuerUrl !== undefined))
    report(incomplete, {
      ...place,
      evidence: `The server sent ${certificate.chainLength} certificate${certificate.chainLength === 1 ? '' : 's'}; the one of the issuer ${certificate.issuer} is missing.`,
    });
  else if (!certificate.trusted)
    report(untrusted, {
      ...place,
      evidence: `Issuer: ${certificate.issuer}. ${certificate.trustError ?? ''}`.trim(),
    });
  const type = certificate.keyType.toLowerCase();
  const weak =
    certificate.keyBits > 0 &&
    (/^(rsa|dsa|dh)/.test(type)
      ? certificate.keyBits < 2048
      : type.startsWith('ec') && certificate.keyBits < 224);
  if (weak)
    report(weakKey, {
      ...place,
      evidence: `${certificate.keyType.toUpperCase()} key of ${certificate.keyBits} bits.`,
    });
  if (/md[245]|sha-?1(?!\d)/i.test(certificate.signatureAlgorithm) && !certificate.selfSigned)
    report(weakSignature, { ...place, evidence: `Signed with ${certificate.signatureAlgorithm}.` });
}

export const certificates: Check = {
  name: 'TLS certificate',
  rules: [expired, expiring, early, wrongName, selfSigned, untrusted, incomplete, weakKey, weakSignature],
  level: 'lightning',
  activity: 'Checking the certificate',
  run: async (scan) => {
    const tls = await scan.tls();
    if (!tls?.report.certificate) return 'not-run';
    judgeCertificate(tls.report, new URL(tls.url).hostname, tls.url, scan.report, scan.now());
    return undefined;
  },
};
