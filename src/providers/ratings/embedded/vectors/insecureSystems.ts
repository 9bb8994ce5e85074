import { bodyText, HttpFailure, type HttpAnswer } from '#probes/http/answer.ts';
import { defaultPageOf } from '#probes/web/defaultPage.ts';
import { isBucketListing, listingKind } from '#probes/web/listing.ts';
import type { RatingFinding } from '../../port.ts';
import { makeFinding, measured, notMeasured } from '../finding.ts';
import type { Look, Probe } from '../look/look.ts';
import type { Reach } from '../look/reach.ts';

const git = '/.git/HEAD';
const gitHead = /^(?:ref: refs\/[\w./-]+|[0-9a-f]{40})\s*$/;

/** What was found, and in which answer. */
type Seen = { finding: RatingFinding; answer: HttpAnswer };

/** Whether the source code lies open; looked for only where the company proved that the domain is its own. */
async function gitFindings({ reach, verified }: Look, origins: readonly string[]): Promise<Seen[]> {
  if (!verified) return [];
  const found = await Promise.all(
    origins.map(async (origin) => {
      try {
        const answer = await reach.http.ask(`${origin}${git}`, { maxBytes: 4096, cookies: false });
        const text = bodyText(answer);
        if (answer.status !== 200 || !gitHead.test(text)) return [];
        const asset = `${new URL(origin).host}${git}`;
        return [
          {
            finding: makeFinding(
              'git-exposed',
              asset,
              `.git/HEAD says ${text.trim().slice(0, 100)}`,
              reach.now(),
            ),
            answer,
          },
        ];
      } catch (error) {
        if (error instanceof HttpFailure) return [];
        throw error;
      }
    }),
  );
  return found.flat();
}

function judge(answer: HttpAnswer, now: Date): RatingFinding[] {
  const { host, pathname } = new URL(answer.url);
  const asset = `${host}${pathname}`;
  const html = bodyText(answer);
  const findings: RatingFinding[] = [];
  const software = defaultPageOf(html);
  if (software !== null)
    findings.push(
      makeFinding('default-page', asset, `The page that ${software} brings along is shown.`, now),
    );
  const listing = answer.status === 200 ? listingKind(html, answer.url) : null;
  if (listing)
    findings.push(
      makeFinding(
        'directory-listing',
        asset,
        `A list of files in the style of ${listing.kind}: ${listing.entries.slice(0, 5).join(', ')}`,
        now,
      ),
    );
  else if (answer.status === 200 && isBucketListing(answer))
    findings.push(makeFinding('directory-listing', asset, 'The content list of a storage bucket.', now));
  return findings;
}

/** One system answers by several names; it is told, and counts, once: the same observation at one machine or in one content. */
async function eachSystemOnce(reach: Reach, seen: readonly Seen[]): Promise<RatingFinding[]> {
  type System = { fact: string; addresses: readonly string[]; body: Buffer };
  const known: System[] = [];
  const findings: RatingFinding[] = [];
  for (const { finding, answer } of seen) {
    const addresses = await reach.addresses(new URL(answer.url).hostname);
    const system: System = { fact: finding.fact, addresses, body: answer.body };
    const isSame = (other: System) =>
      other.fact === system.fact &&
      (other.body.equals(system.body) || other.addresses.some((address) => addresses.includes(address)));
    if (!known.some(isSame)) findings.push(finding);
    known.push(system);
  }
  return findings;
}

/** Systems that were never set up to the end, at the addresses at which the company's websites answer. */
export const insecureSystems: Probe = async (look) => {
  const site = await look.site();
  const pages = site.answers.filter(({ status }) => status < 300 || status >= 400);
  if (pages.length === 0)
    return notMeasured(site.primary ? 'No page of the website could be read.' : site.none);
  const now = look.reach.now();
  const origins = [...new Set(pages.map(({ url }) => new URL(url).origin))];
  const seen = [
    ...pages.flatMap((answer) => judge(answer, now).map((finding) => ({ finding, answer }))),
    ...(await gitFindings(look, origins)),
  ];
  const findings = await eachSystemOnce(look.reach, seen);
  // What is out of order or overloaded shows nothing of what is installed.
  if (findings.length === 0 && pages.every(({ status }) => status >= 500 || status === 429))
    return notMeasured(`The website answers ${pages[0]!.status}, so that its pages say nothing.`);
  if (findings.length === 0) {
    const hosts = [...new Set(pages.map(({ url }) => new URL(url).host))].join(', ');
    findings.push(makeFinding('systems-clean', look.subject.domain, `Looked at ${hosts}.`, now));
  }
  return measured(findings);
};
