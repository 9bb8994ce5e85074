import PDFDocument from 'pdfkit';
import { describe, expect, test, vi } from 'vitest';
import { toDay } from '#platform/days.ts';
import { accentOf } from '#platform/server/pdf/brand/brand.ts';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { aMeasurement, testRatings, type Observed } from '#providers/ratings/testing/ratings.ts';
import { ratingColor } from '../../rules.ts';
import { ratingOf } from '../ratingOf.ts';
import { ratingsWorld, setCompany, usePlan } from '../testing/ratings.ts';
import { renderSnapshotReport } from './report.ts';

const brand = {
  nameLong: 'Northgate Mutual Insurance Group',
  nameShort: 'Northgate',
  color: '#0f766e',
  emailDomain: 'northgate.example',
};
const at = new Date('2026-11-20T18:00:00Z');
const flat = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/gu, ' ');

async function render(
  observed: Observed,
  change: (data: NonNullable<ReturnType<typeof ratingOf>['data']>) => void = () => {},
) {
  const { data } = ratingOf(testRatings(), aMeasurement(at, observed), { at, verified: false });
  change(data!);
  return readPdf(
    await renderSnapshotReport({ data: data!, companyName: 'Smith & Sons <Lighting>', brand, now: at }),
  );
}

describe('the snapshot report', () => {
  test('draws the bands in the accent of the brand and in no color of its own', async () => {
    const colors = new Set<string>();
    const { fill: draw } = PDFDocument.prototype;
    const fill = vi.spyOn(PDFDocument.prototype, 'fill').mockImplementation(function (
      this: PDFKit.PDFDocument,
      color,
    ) {
      colors.add(String(color));
      return draw.call(this, color);
    });
    await render({});
    fill.mockRestore();
    expect(colors).toContain(accentOf(brand.color).accent);
    for (const own of ['#f4dcdf', '#fbeed6', '#d8e1ee', ratingColor(250), ratingColor(650), ratingColor(800)])
      expect(colors).not.toContain(own);
  });

  test('tells the rating, its limit, the comparison, every vector and what to do, most gain first', async () => {
    const { pages, text, alts, bookmarks, tagged, title, author, links } = await render(
      { facts: ['https-missing', 'dmarc-missing', 'csp-missing'], unmeasured: ['server_software'] },
      (data) => {
        data.industry_grade = { average_rating: 684, industry: 'Retail', basis: 'customers' };
        data.changes = [
          {
            date: toDay('2026-11-19'),
            from: 700,
            to: 600,
            reasons: [{ text: 'Something happened', vector: null, kind: 'worse' }],
          },
        ];
        data.ratings.push({ rating: 700, rating_date: toDay('2026-11-18'), rating_color: '#ecb870' });
      },
    );
    const first = flat(pages[0]);
    expect(first).toContain('Smith & Sons <Lighting>');
    expect(first).toMatch(/\d{3} of 900: Basic\. That is \d+ points below the average of 684\./);
    expect(first).toContain('The website has no working HTTPS');
    expect(first).toContain('Our estimate');
    expect(alts[0]).toMatch(/scale from 250 to 900 .* The average of the industry is 684\./);
    for (const words of [
      'Something happened',
      '700 to 600',
      'DMARC',
      'No answer in time.',
      'It is not the rating of a rating agency',
      'has not verified that it owns the domain',
    ])
      expect(flat(text)).toContain(words);
    expect(bookmarks.map((one) => one.title)).toEqual(
      expect.arrayContaining([
        'Rating over time',
        'Why it moved',
        'Grades of all risk vectors',
        'What to do',
        'What was looked at',
      ]),
    );
    expect({ tagged, title, author }).toEqual({
      tagged: true,
      title: 'Security rating snapshot: Smith & Sons <Lighting>',
      author: 'Northgate Mutual Insurance Group',
    });
    expect(links).toContain('mailto:support@northgate.example');
  });

  test('quotes servers harmlessly and stays on the page, whatever they send', async () => {
    const measurement = aMeasurement(at, { facts: [['csp-missing', `${'a'.repeat(280)}.acme-widgets.com`]] });
    measurement.vectors.application_security!.findings[0]!.evidence = `<script>\u202e${'x'.repeat(3000)}`;
    const { data } = ratingOf(testRatings(), measurement, { at, verified: false });
    const { text, rightmost, lowest } = await readPdf(
      await renderSnapshotReport({ data: data!, companyName: 'x'.repeat(200), brand, now: at }),
    );
    expect(text).not.toContain('\u202e');
    expect(rightmost).toBeLessThanOrEqual(612 - 50);
    expect(lowest).toBeGreaterThan(20);
  });

  test('of a company in order says so, and is the same each time', async () => {
    const { pages, text } = await render({});
    expect(flat(pages[0])).toContain('900 of 900: Advanced.');
    expect(flat(text)).toContain('Nothing that was looked at could be better.');
    const { data } = ratingOf(testRatings(), aMeasurement(at), { at, verified: false });
    const make = () => renderSnapshotReport({ data: data!, companyName: 'Acme', brand, now: at });
    expect((await make()).equals(await make())).toBe(true);
  });
});

test('comes with the rating, made once for each writing of it, under the name of the rule', async () => {
  const { portal, ada, ask, first, ratings } = await ratingsWorld();
  expect((await ada.get('/ratings/snapshot/x.pdf')).body.error.code).toBe('no-rating');
  await first();
  const pdf = Buffer.from((await ask({ pdf: true })).body.pdf, 'base64');
  const { status, headers, body } = await ada.get('/ratings/snapshot/whatever.pdf');
  expect(status).toBe(200);
  expect(headers['content-disposition']).toContain('filename="Acme_acme-widgets.com_2026_03_02.pdf"');
  expect(body.equals(pdf)).toBe(true);
  expect(flat((await readPdf(pdf)).text)).toContain('Acme Widgets Inc.');
  const files = async () =>
    (await portal.base.providers.files.list(`organizations/${ada.orgId}/`)).map(({ key }) =>
      key.split('/').at(-1),
    );
  expect(await files()).toEqual(['acme-widgets.com-estimate-2026-03-02-1.pdf']);
  ratings.observe({ facts: ['dmarc-missing'] });
  portal.clock.advance(3601);
  await ask({ refresh: true });
  await portal.runJobs();
  const renewed = Buffer.from((await ask({ pdf: true })).body.pdf, 'base64');
  expect(renewed.equals(pdf)).toBe(false);
  expect(await files()).toEqual(['acme-widgets.com-estimate-2026-03-02-2.pdf']);
  const eve = await portal.member('eve@elsewhere.com', 'Elsewhere');
  await usePlan(portal, eve.orgId, 'plus');
  await setCompany(eve, 'acme-widgets.com', 'Elsewhere');
  expect(
    (await eve.get('/ratings/snapshot/acme-widgets.com-estimate-2026-03-02-2.pdf')).body.error.code,
  ).toBe('no-rating');
});

test('the sample says on every page that its numbers are made up', async () => {
  const { ada } = await ratingsWorld();
  const { headers, body } = await ada.get('/ratings/sample/sample.pdf');
  // the page shows it in a frame; no other file of the portal may be framed, nor this one by anyone else
  expect([headers['x-frame-options'], headers['content-security-policy']]).toEqual([
    'SAMEORIGIN',
    "frame-ancestors 'self'",
  ]);
  expect(headers['content-disposition']).toContain('Sample_Snapshot_Report.pdf');
  const { pages } = await readPdf(body);
  expect(pages.length).toBeGreaterThan(3);
  for (const page of pages) expect(page).toContain('SAMPLE');
  expect(flat(pages[0])).toContain('490 of 900: Basic. That is 300 points below the average of 790.');
});
