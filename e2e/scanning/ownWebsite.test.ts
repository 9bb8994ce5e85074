import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { serve } from '#providers/scanner/sites/serve.ts';
import { handOver, makeAdministrator } from '../calls.ts';
import { picture, reads, refuseAnalytics, startJourney } from '../journey.ts';
import { lastingComplaintsOf } from '../crawl/looking.ts';
import { publicName } from './publicSite.ts';

vi.setConfig({ testTimeout: 120_000 });

// what the web developer has done so far
const done = { proof: '', policy: false };
const site = await serve(({ path: at }) => {
  if (at === '/.well-known/portal-verification.txt')
    return done.proof === '' ? undefined : { body: done.proof, type: 'text/plain' };
  if (at !== '/') return undefined;
  return {
    body: '<!doctype html><html lang="en"><head><title>Lamps</title></head><body><h1>Lamps</h1></body></html>',
    ...(done.policy && {
      headers: {
        'Content-Security-Policy':
          "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
      },
    }),
  };
});
afterAll(() => site.close());

const journey = startJourney(() => ({
  SCAN_ALLOW_PRIVATE: site.host,
  JOURNEY_PUBLIC_SITE: 'on',
  NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'publicSite.ts')}`,
}));

/** An administrator at the scans of one website. */
async function atWebsite(email: string, host: string) {
  const calls = await makeAdministrator(journey.portal, email, { companyName: `${email} LLC` });
  const website = {
    targetName: 'Shop',
    targetUrl: `http://${host}`,
    scanProfile: 'safe',
    urlConfirmed: true,
  };
  const { body } = await calls.post<{ targetId: string }>('/monitoring/webapps/createTarget', website);
  const visit = await journey.visit();
  await visit.context.addInitScript(refuseAnalytics);
  await handOver(calls, visit.context, journey.portal.url);
  await visit.page.goto('/webappscan');
  await reads(visit.page, 'Website Security Scans');
  return { ...visit, calls, targetId: body.targetId };
}

test('a website is proved to be the company’s own: what to do is told, what is wrong is told, and then it is scanned in full', async () => {
  const { page } = await atWebsite('ada@harbor-lamps.com', `${publicName}:${site.host.split(':')[1]}`);
  const notice = page.getByRole('region', { name: 'Proof of ownership' });
  await reads(notice, /scans check only encryption, security headers, and cookies/);
  await picture(page, 'proof-notice');
  await notice.getByRole('button', { name: 'Verify ownership' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verify that you own the website' });
  await reads(dialog, `_portal-verify.${publicName}`);
  await dialog.getByRole('tab', { name: 'HTML tag' }).click();
  await reads(dialog, /<meta name="portal-verification"/);
  await dialog.getByRole('tab', { name: 'File' }).click();
  const [address, content] = await dialog.locator('code').allTextContents();
  expect(new URL(address!).pathname).toBe('/.well-known/portal-verification.txt');
  expect(await lastingComplaintsOf(page)).toEqual([]);

  const check = dialog.getByRole('button', { name: 'Check now' });
  await check.click();
  await reads(dialog, /portal-verification\.txt answers 404/);
  done.proof = 'portal-verification=of-somebody-else-altogether';
  await check.click();
  await reads(dialog, /portal-verification\.txt does not hold the code/);
  await picture(page, 'proof-wrong');
  done.proof = `${content!}\n`;
  await check.click();
  await dialog.waitFor({ state: 'hidden' });
  await notice.waitFor({ state: 'hidden' });
  await picture(page, 'proof-found');
});

test('an issue is accepted, that is taken back, and it is fixed and checked again, alone', async () => {
  const { page, calls, targetId } = await atWebsite('ben@harbor-lamps.com', site.host);
  await calls.post('/monitoring/webapps/scheduleScan', {
    targetId,
    recurrence: 'm',
    dateTime: '2099-03-15T18:30:00Z',
    scan_profile: 'lightning',
  });
  await calls.post('/monitoring/webapps/startScan', { targetId });
  const issue = page.getByRole('button', { name: /^(?!Choose).*No Content Security Policy/ }).first();
  // one that was open stays open in another list
  const openIssue = async () => {
    await issue.waitFor();
    if ((await issue.getAttribute('aria-expanded')) === 'false') await issue.click();
  };
  const show = (state: string) =>
    page.getByRole('radiogroup', { name: 'Which issues' }).getByText(state).click();
  await openIssue();
  await page.getByRole('button', { name: 'Accept risk' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept this risk' });
  await dialog.getByRole('button', { name: 'Accept risk' }).click();
  await reads(dialog, 'Please say why.');
  await dialog.getByRole('textbox', { name: 'Why is this acceptable?' }).fill('The shop closes in June.');
  await picture(page, 'decide');
  await dialog.getByRole('button', { name: 'Accept risk' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await show('Accepted (1)');
  await openIssue();
  await reads(page, 'The shop closes in June.');
  await picture(page, 'decided');
  await page.getByRole('button', { name: 'Undo decision' }).click();
  await reads(page, 'No risks are accepted.');
  await show('Open (');
  await openIssue();

  const again = page.getByRole('button', { name: 'I fixed this: check again' });
  await again.click();
  await reads(page, 'Still there.');
  await picture(page, 'still-there');
  done.policy = true;
  const before = site.visits.length;
  await again.click();
  await reads(page, 'Fixed (1)');
  expect(site.visits.length - before).toBeLessThan(20);
  await show('Fixed (1)');
  await openIssue();
  await reads(page, 'Gone, marked as fixed.');
  await picture(page, 'gone');
});
