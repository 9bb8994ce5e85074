import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';

test('the guide names the claims line of the brand', async () => {
  const portal = await testPortal();
  const { body } = await (await portal.member()).get('/cyberconcierge/incidentGuide');
  expect(body.claims).toEqual({
    insurer: 'Example Mutual Insurance',
    phone: '+1 800 555 0143',
    hours: 'At any hour, every day',
  });
});

test('the PDF has every list, whom to call, and whom it was made for', async () => {
  const portal = await testPortal();
  const ada = await portal.member(undefined, 'Smith & Sons');
  const { guide, pdfName } = (await ada.get('/cyberconcierge/incidentGuide')).body;
  const { status, body, headers } = await ada.get(`/cyberconcierge/incidentPdf/..%2F${pdfName}`);
  expect(status).toBe(200);
  expect(headers['content-disposition']).toContain('Incident_first_hour.pdf');
  const { text } = await readPdf(body);
  const words = text.replaceAll(/\s+/g, ' ');
  const parts = [guide.now, ...guide.kinds, guide.later];
  expect(parts).toHaveLength(8);
  for (const part of parts)
    for (const line of [part.title, ...part.steps.map((step: { text: string }) => step.text)])
      expect(words).toContain(line);
  for (const line of ['+1 800 555 0143', 'concierge@cybersafety.example', 'Prepared for Smith & Sons'])
    expect(words).toContain(line);
});

test('nobody reads it without an organization', async () => {
  const portal = await testPortal();
  expect((await portal.browser().get('/cyberconcierge/incidentPdf/x.pdf')).status).toBe(401);
  expect(
    (await (await portal.signIn('new@acme-widgets.com')).get('/cyberconcierge/incidentPdf/x.pdf')).status,
  ).toBe(403);
});
