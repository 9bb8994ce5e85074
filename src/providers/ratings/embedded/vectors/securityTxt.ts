import { bodyText, HttpFailure, mediaType } from '#probes/http/answer.ts';
import { makeFinding, measured, notMeasured } from '../finding.ts';
import type { Probe } from '../look/look.ts';

const place = '/.well-known/security.txt';

/** Fields of a security.txt by lower-case name (RFC 9116); a signature around it is passed over. */
export function readSecurityTxt(text: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const line of text.split(/\r?\n/).slice(0, 500)) {
    const [, name, value] = /^([A-Za-z][A-Za-z0-9-]*):[ \t]*(\S.*)$/.exec(line.trim()) ?? [];
    if (name && value)
      fields.set(name.toLowerCase(), [...(fields.get(name.toLowerCase()) ?? []), value.trim()]);
  }
  return fields;
}

export const securityTxt: Probe = async ({ site, reach }) => {
  const { primary, page, none } = await site();
  if (!primary) return notMeasured(none);
  const host = page ? new URL(page.url).host : primary.host;
  const now = reach.now();
  const asset = `${host}${place}`;
  let failure: HttpFailure | null = null;
  for (const url of [`https://${host}${place}`, `https://${host}/security.txt`]) {
    try {
      const answer = await reach.http.ask(url, { maxBytes: 100_000, cookies: false });
      const text = bodyText(answer);
      if (answer.status !== 200 || /html/.test(mediaType(answer))) continue;
      const fields = readSecurityTxt(text);
      const contacts = fields.get('contact') ?? [];
      const expires = fields.get('expires') ?? [];
      if (contacts.length === 0 && expires.length === 0) continue;
      const until = Date.parse(expires[0] ?? '');
      if (contacts.length === 0 || expires.length !== 1 || Number.isNaN(until)) {
        const lacks = contacts.length === 0 ? 'Contact' : 'one readable Expires';
        return measured([makeFinding('security-txt-invalid', asset, `The file has no ${lacks}.`, now)]);
      }
      const day = new Date(until).toISOString().slice(0, 10);
      if (until <= now.getTime())
        return measured([makeFinding('security-txt-expired', asset, `Expires: ${day}`, now)]);
      return measured([
        makeFinding('security-txt-valid', asset, `Contact: ${contacts[0]}; Expires: ${day}`, now),
      ]);
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      failure = error;
    }
  }
  if (failure && failure.code !== 'connect') return notMeasured(failure.message);
  return measured([makeFinding('security-txt-missing', asset, `There is no ${place}.`, now)]);
};
