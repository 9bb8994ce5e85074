import { beforeAll, test, vi } from 'vitest';
import { person } from '#app/demo/company.ts';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { expectAgreement, type Figure } from './agreement.ts';
import { handOver, signInByCalls, type Calls } from '../calls.ts';
import { arrives, refuseAnalytics, startJourney } from '../journey.ts';
import { until } from '../world.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 600_000 });

const journey = startJourney(undefined, ['--demo']);
const website = 'Lamp shop preview';
const places: Record<string, string> = {};
const day = '([A-Z][a-z]{2} \\d{1,2}, \\d{4})';

const screens = {
  dashboard: ['/dashboard', 'Your posture'],
  website: [`/webappscan/${encodeURIComponent(website)}`, 'Reports'],
  rating: ['/attacksurface', 'Why your rating moved'],
  training: ['/training', 'Course by course'],
  policies: ['/securitypolicy', 'Your policies'],
  assessment: ['/cybermaturity/assessment', 'Last updated'],
  maturity: ['/cybermaturity/report', 'Levels of your elements'],
  concierge: ['/concierge', /\d+ open[^]*\d+ in all/],
  weaknesses: ['/concierge/weaknesses', 'Status updated'],
  messages: ['/concierge/messages', 'Messages'],
} as const;

async function readScreens(calls: Calls): Promise<void> {
  const { page, context } = await journey.visit({ keep: true });
  await context.addInitScript(refuseAnalytics);
  await handOver(calls, context, journey.portal.url);
  for (const [place, [path, shows]] of Object.entries(screens)) {
    await page.goto(path);
    await arrives(page, path);
    places[place] = await until(`${shows} on ${path}`, async () => {
      const text = await page.getByRole('main').innerText();
      return (
        (typeof shows === 'string' ? text.includes(shows) : shows.test(text)) &&
        !text.includes('Loading') &&
        text
      );
    });
  }
}

type Targets = { targetList: { targetId: string; targetName: string }[] };
type Scans = { scanMap: Record<string, { scans: { scanId: string; status: string }[] }> };

async function readDocuments(calls: Calls): Promise<void> {
  const { targetList } = (await calls.post<Targets>('/monitoring/webapps/loadTargetList')).body;
  const { targetId } = targetList.find(({ targetName }) => targetName === website)!;
  const { scanMap } = (await calls.post<Scans>('/monitoring/webapps/loadScanMap', { targetId, page: 1 }))
    .body;
  const { scanId } = scanMap[targetId]!.scans.find(({ status }) => status === 'completed')!;
  const { data: pack } = (
    await calls.post<{ data: { id: string } }>('/evidence/makePack', { audience: 'insurer' })
  ).body;
  const files = {
    'OWASP report': `/monitoring/webapps/getScanReport/${targetId};a.pdf;${scanId};owasp`,
    'PCI report': `/monitoring/webapps/getScanReport/${targetId};a.pdf;${scanId};pci`,
    'rating snapshot': '/ratings/snapshot/a.pdf',
    'maturity report': '/zimm/reportPdf/a.pdf',
    'policy book': '/policy/policyPack/a.pdf',
    'evidence pack': `/evidence/pack/${pack.id}/a.pdf`,
  };
  for (const [place, path] of Object.entries(files))
    places[place] = (await readPdf((await calls.file(path)).bytes)).text;
}

beforeAll(async () => {
  const calls = await signInByCalls(journey.portal.url, person.email, person.password);
  await readDocuments(calls);
  await readScreens(calls);
  const mails = await journey.portal.mails(person.email);
  places.emails = mails.map(({ subject, text }) => `${subject}\n${text}`).join('\n');
});

test('the rating, its day and its changes are the same on screens, in documents and in emails', () => {
  expectAgreement(places, [
    {
      name: 'rating',
      in: {
        dashboard: /Security rating .*?: (\d{3})\. On a scale/,
        rating: /Your company: (\d{3})\./,
        'rating snapshot': /(\d{3}) of 900: Advanced/,
        'evidence pack': /was rated (\d{3}) on/,
      },
    },
    {
      name: 'day of the rating',
      in: {
        rating: new RegExp(`(?:Measured|measured) (?:on )?${day}`),
        'rating snapshot': new RegExp(`measured ${day}`),
        'evidence pack': new RegExp(`was rated \\d{3} on ${day}`),
      },
    },
    {
      name: 'industry average',
      in: { rating: /Industry: (\d{3})\./, 'rating snapshot': /average of (\d{3})/ },
    },
    {
      name: 'latest fall',
      in: {
        rating: /(\d{3}) to 750/,
        'rating snapshot': /(\d{3}) to 750/,
        emails: /rating fell from (\d{3}) to 750/,
      },
    },
    {
      name: 'day of the latest fall',
      in: { rating: new RegExp(`840 to 750 ${day}`), 'rating snapshot': new RegExp(`${day} 840 to 750`) },
    },
  ]);
});

test('open issues and scan days are the same on screens and in documents', () => {
  const severities: Figure[] = (['High', 'Medium', 'Low'] as const).map((severity, at) => ({
    name: `${severity} issues of ${website}`,
    in: {
      website: new RegExp(`open now.*? ${severity} (\\d+)`),
      'OWASP report': new RegExp(`${severity} (\\d+) `),
      'evidence pack': new RegExp(`${website} http\\S+ .*? Safe ${'\\d+ '.repeat(at)}(\\d+)`),
    },
  }));
  expectAgreement(places, [
    ...severities,
    {
      name: `day of the last scan of ${website}`,
      in: {
        website: new RegExp(`Last scan ${day}`),
        'OWASP report': new RegExp(`Scanned ${day}`),
        'PCI report': new RegExp(`Scanned ${day}`),
        'evidence pack': new RegExp(`${website} http\\S+ ${day}`),
      },
    },
    {
      name: 'high issues of every website',
      in: {
        dashboard: /Open issues \d+ High (\d+)/,
        'evidence pack': /Websites scanned \d+\/\d+ (\d+) high issues/,
      },
    },
    {
      name: 'websites scanned',
      in: {
        dashboard: /Websites scanned (\d+) of/,
        'evidence pack': /(\d+) of \d+ websites have been scanned/,
      },
    },
    {
      name: 'websites',
      in: {
        dashboard: /Websites scanned \d+ of (\d+)/,
        'evidence pack': /\d+ of (\d+) websites have been scanned/,
      },
    },
  ]);
});

test('percentages of training are the same on screens and in the evidence pack', () => {
  const courses = [
    'Start safe: your part',
    'Phishing and fake messages',
    'Passwords, managers and passkeys',
    'Devices and updates',
  ];
  expectAgreement(places, [
    {
      name: 'courses finished',
      in: { dashboard: /Courses finished (\d+ of \d+)/, training: /(\d+ of \d+) open courses finished/ },
    },
    {
      name: 'finished, percent',
      in: {
        training: /(\d+)% \d+ of \d+ open courses finished/,
        'evidence pack': /courses that have begun, (\d+)%/,
      },
    },
    {
      name: 'people',
      in: {
        dashboard: /Team members (\d+)/,
        training: /Counted over (\d+) people/,
        'evidence pack': /(\d+) people take part/,
      },
    },
    ...courses.map((course) => ({
      name: `finished of ${course}`,
      in: {
        training: new RegExp(`${course} (\\d+)%`),
        'evidence pack': new RegExp(`${course} \\d+ \\d+ \\d+ (\\d+)%`),
      },
    })),
  ]);
});

test('policies, their versions and days are the same on screens and in documents', () => {
  const names = [
    'Information Security Policy',
    'Passwords & Sign-in',
    'Backup & Recovery',
    'Workshop & Showroom',
  ];
  expectAgreement(places, [
    {
      name: 'policies in effect',
      in: {
        dashboard: /Policies in effect (\d+)/,
        'policy book': /In force (\d+) policies/,
        'evidence pack': /(\d+) policies are in force/,
      },
    },
    ...names.flatMap((name) => [
      {
        name: `approval of ${name}`,
        in: {
          'policy book': new RegExp(`${name} \\d+ [A-Z][a-z]+ [A-Z][a-z]+ ${day}`),
          'evidence pack': new RegExp(`${name} \\d+ ${day}`),
        },
      },
      {
        name: `next review of ${name}`,
        in: {
          'policy book': new RegExp(`${name} \\d+ [A-Z][a-z]+ [A-Z][a-z]+ .{11,12} ${day}`),
          'evidence pack': new RegExp(`${name} \\d+ .{11,12} ${day}`),
        },
      },
    ]),
  ]);
});

test('the level of maturity and of each element is the same on screens and in documents', () => {
  const elements = [
    'Leadership & Ownership',
    'Supplier Security',
    'Backup & Recovery',
    'Logging & Detection',
  ];
  expectAgreement(places, [
    {
      name: 'overall level',
      in: {
        dashboard: /Cyber maturity (\d) of 5/,
        assessment: /Level (\d): Basic/,
        maturity: /(\d) Your company's Cyber Maturity Level/,
        'maturity report': /Level (\d), Basic/,
        'evidence pack': /result is level (\d) of 5/,
      },
    },
    {
      name: 'last change',
      in: {
        assessment: /Last updated ([A-Z][a-z]{2} \d{1,2}, \d{4})/,
        maturity: /Updated ([A-Z][a-z]{2} \d{1,2}, \d{4})/,
        'maturity report': /answers last changed ([A-Z][a-z]{2} \d{1,2}, \d{4})/,
        'evidence pack': /last changed on ([A-Z][a-z]{2} \d{1,2}, \d{4})/,
      },
    },
    ...elements.map((name) => ({
      name: `level of ${name}`,
      in: {
        assessment: new RegExp(`(\\d) ${name} Level`),
        maturity: new RegExp(`${name} .{0,160}?Level (\\d)`),
        'maturity report': new RegExp(`${name} (\\d) [A-Z]`),
        'evidence pack': new RegExp(`${name} (\\d) [A-Z]`),
      },
    })),
  ]);
});

test('counts of the concierge are the same on the dashboard and on its own screens', () => {
  expectAgreement(places, [
    {
      name: 'open weaknesses',
      in: {
        dashboard: /Security weaknesses (\d+)/,
        concierge: /Security weaknesses (\d+) open/,
        weaknesses: /(\d+) open/,
      },
    },
    { name: 'messages', in: { dashboard: /Messages (\d+)/, concierge: /Messages .*?(\d+) in all/ } },
  ]);
});
