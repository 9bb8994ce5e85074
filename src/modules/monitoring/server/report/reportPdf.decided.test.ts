import { expect, test } from 'vitest';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { cleanReport, sampleReport } from '../testing/reportPdf.ts';
import { decidedFindings } from '../testing/reportFindings.ts';
import { renderScanReport } from './reportPdf.ts';
import type { ScanReportInput } from './reportPdf.ts';

const read = async (input: ScanReportInput) => {
  const report = await readPdf(await renderScanReport(input));
  return { ...report, flat: report.text.replaceAll(/\s+/gu, ' ') };
};
/** The smallest JPEG that says it is 2 by 1 pixels. */
const picture = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAALCAABAAIBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AfwD/2Q==',
  'base64',
);

test('what was decided stands in sections of its own, out of the counts of the Standard Version', async () => {
  const { flat, bookmarks } = await read(cleanReport({ decided: decidedFindings }));
  for (const words of [
    'No issues found',
    '1 issue is an accepted risk and 1 issue is marked as a false alarm',
    'Goes away with the new theme in spring.',
    'It is the public name of our map, not a key.',
    'dana@ smith-lighting.example',
    'Feb 28, 2027',
  ])
    expect(flat).toContain(words);
  expect(bookmarks.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Accepted risks', 'Marked as false alarm']),
  );
});

test('an accepted risk fails the PCI pre-check all the same; a false alarm is disputed', async () => {
  const { flat } = await read(cleanReport({ kind: 'pci', decided: decidedFindings }));
  for (const words of [
    'FAIL: 1 issue would not pass',
    'accepted by your organization, and failing all the same',
    'Disputed',
    'not an attestation',
  ])
    expect(flat).toContain(words);
  const disputedOnly = await read(cleanReport({ kind: 'pci', decided: [decidedFindings[1]!] }));
  expect(disputedOnly.flat).toContain('PASS: nothing found that would fail');
  expect(disputedOnly.flat).toContain('has to agree to each of them');
});

test('an issue shows what was sent, how it was confirmed, code of its fix, and the picture of its proof', async () => {
  const [first] = sampleReport().findings;
  const finding = {
    ...first!,
    fix: "1. Send this header:\n   Content-Security-Policy: default-src 'self'\n2. Scan again.",
    screenshot: picture.toString('base64'),
    places: first!.places.map((place) => ({ ...place, payload: '"><svg onload=zq7()>' })),
  };
  const { flat, alts } = await read(sampleReport({ findings: [finding] }));
  for (const words of [
    'What was sent',
    '"><svg onload=zq7()>',
    'its own harmless script ran there',
    "Content-Security-Policy: default-src 'self'",
  ])
    expect(flat).toContain(words);
  expect(alts.some((alt) => alt.includes("the scanner's script ran, as proof of"))).toBe(true);
});

test.each([
  ['no picture at all', 'bm90IGEgcGljdHVyZSBhdCBhbGw='],
  ['a picture that is cut off', picture.subarray(0, 60).toString('base64')],
  ['text with markup', '<svg onload=alert(1)>'],
])('a report is written although a screenshot is %s', async (_what, screenshot) => {
  const [first] = sampleReport().findings;
  const { alts } = await read(sampleReport({ findings: [{ ...first!, screenshot }] }));
  expect(alts.some((alt) => alt.includes("the scanner's script ran"))).toBe(false);
});
