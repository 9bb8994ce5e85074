import { bodyText, headerAll, type HttpAnswer } from '#probes/http/answer.ts';
import { readPage } from '#probes/web/page.ts';
import type { RatingFinding } from '../../port.ts';
import { readBanner } from '../feeds/banner.ts';
import { supportOf } from '../feeds/eol.ts';
import { makeFinding, measured, notMeasured } from '../finding.ts';
import { daysSince } from '../score/life.ts';
import type { Look, Probe } from '../look/look.ts';
import { mailHosts } from '../look/mailServers.ts';
import { readSoftware, type Software } from '../feeds/software.ts';
import { isOwn } from '../subject.ts';

type Told = { asset: string; text: string };

const sshPort = 22;
const smtpPort = 25;
const yearDays = 365;

/** Headers with a number alone, and whose it is. */
const numbered: Record<string, string> = {
  'x-aspnet-version': 'ASP.NET',
  'x-aspnetmvc-version': 'ASP.NET MVC',
};

function seenInAnswer(answer: HttpAnswer): Told[] {
  const asset = new URL(answer.url).host;
  const texts = ['server', 'x-powered-by', 'x-generator', 'x-varnish-version', 'via'].flatMap((name) =>
    headerAll(answer, name),
  );
  for (const [name, product] of Object.entries(numbered))
    for (const value of headerAll(answer, name)) texts.push(`${product}/${value}`);
  if (answer.status === 200)
    for (const meta of readPage(bodyText(answer), answer.url).metas)
      if (meta.name === 'generator') texts.push(meta.content);
  return texts.map((text) => ({ asset, text }));
}

/** Greetings of the company's own mail servers, and of SSH where the company proved that the domain is its own. */
async function seenInGreetings({ reach, subject, verified, site }: Look): Promise<Told[]> {
  const mail = ((await mailHosts(reach, subject.domain)) ?? []).filter((host) => isOwn(subject, host));
  const places = mail.map((host) => ({ host, port: smtpPort }));
  const { primary } = await site();
  if (verified && primary) places.push({ host: primary.host, port: sshPort });
  const greetings = await Promise.all(
    places.map(async ({ host, port }) => ({
      asset: `${host}:${port}`,
      text: (await readBanner(reach, host, port)) ?? '',
    })),
  );
  return greetings
    .filter(({ text }) => /^(220|SSH-)/.test(text))
    .map(({ asset, text }) => ({ asset, text: text.replace(/^SSH-[\d.]+-/, '') }));
}

function judge(
  { product, shown, version, ofDistribution }: Software,
  { asset, text }: Told,
  now: Date,
): RatingFinding {
  const place = `${asset} (${shown.split(/[/_( ]\d/)[0]!})`;
  if (ofDistribution) return makeFinding('software-of-distribution', place, text, now);
  const support = product === null ? ({ state: 'unknown' } as const) : supportOf(product, version, now);
  if (support.state !== 'ended') return makeFinding('software-version-shown', place, text, now);
  const fact = daysSince(support.on, now) < yearDays ? 'software-eol-recent' : 'software-eol-long';
  return makeFinding(fact, place, `${shown}: support for ${support.cycle} ended on ${support.on}.`, now);
}

/** What servers tell about their software, against the days on which support for it ends. */
export const serverSoftware: Probe = async (look) => {
  const [site, greetings] = await Promise.all([look.site(), seenInGreetings(look)]);
  const now = look.reach.now();
  const told = [...site.answers.flatMap(seenInAnswer), ...greetings];
  const findings = told.flatMap((one) => readSoftware(one.text).map((software) => judge(software, one, now)));
  if (findings.length > 0) return measured(findings);
  if (site.answers.length === 0 && greetings.length === 0)
    return notMeasured('No server answered that could tell about its software.');
  const shown = [...new Set(told.map(({ text }) => text))].join('; ') || 'nothing';
  return measured([makeFinding('software-hidden', look.subject.domain, `The servers tell: ${shown}`, now)]);
};
