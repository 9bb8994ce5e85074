import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { callsOf, callsWith, makeAdministrator, type Calls } from '../calls.ts';
import { readInvoice, subscribe } from '../checkout.ts';
import { arrives, picture, reads, startJourney } from '../journey.ts';
import { serveSlowSite } from '../scanning/slowSite.ts';
import { fillSignUp, goodPassword, onboard, passIntro, signIn, signOut } from '../steps.ts';
import { until } from '../world.ts';

vi.setConfig({ testTimeout: 120_000 });

// a website of one page, scanned in no time
const site = await serveSlowSite({ pages: 1, thinkMs: 0 });
afterAll(() => site.close());
const journey = startJourney(() => ({ SCAN_ALLOW_PRIVATE: site.host }));

const brands = [
  {
    name: 'Cyber Safety',
    short: 'Cyber Safety',
    host: 'localhost',
    domain: 'cybersafety.example',
    sender: 'portal@localhost',
    accent: { css: 'rgb(15, 118, 110)', hex: '#0f766e' },
    corner: '8px',
    plans: ['Free', 'Essential', 'Plus', 'Premium'],
    heading: 'Plans for your organization',
    email: 'ada@harbor-lamps.com',
    other: /harbor-?line|business shield|shield\.localhost/i,
  },
  {
    name: 'Harborline Business Shield',
    short: 'Harborline',
    host: 'shield.localhost',
    domain: 'harborline.example',
    sender: 'portal@harborline.example',
    accent: { css: 'rgb(74, 58, 167)', hex: '#4a3aa7' },
    corner: '0px',
    plans: ['Essential', 'Plus', 'Premium'],
    heading: 'Included with your Harborline policy',
    email: 'ben@other-lamps.com',
    // its own address ends in the other's
    other: /cyber[ -]?safety|\/\/localhost/i,
  },
] as const;
type Brand = (typeof brands)[number];

const addressOf = ({ host }: Pick<Brand, 'host'>) => journey.portal.url.replace('localhost', host);
const around = (text: string, at: number) => text.slice(Math.max(0, at - 80), at + 80);

/** Every text that a browser is answered with, and where the other company's names stand in one. */
function overhear(context: BrowserContext, { other }: Brand) {
  const heard = { texts: new Set<string>(), leaks: [] as string[] };
  const check = (where: string, text: string) => {
    heard.texts.add(where);
    const leak = other.exec(text);
    if (leak) heard.leaks.push(`${where}: ${around(text, leak.index)}`);
  };
  context.on('response', (response) => {
    if (!/html|json|xml|svg|text\/plain/.test(response.headers()['content-type'] ?? '')) return;
    const { pathname } = new URL(response.url());
    // what was left before it was read, and redirects, have no text
    response.text().then(
      (text) => check(pathname, text),
      () => {},
    );
  });
  return { ...heard, check };
}

/** The looks of a page: colour and corners of its button, its logo. */
async function looksOf(page: Page, name: string) {
  const button = await page.getByRole('button', { name: 'Sign in' }).evaluate((element: any) => {
    const { backgroundColor: accent, borderTopLeftRadius: corner } = (globalThis as any).getComputedStyle(
      element,
    );
    return { accent, corner };
  });
  const logo = await page.getByRole('link', { name }).locator('img').first().getAttribute('src');
  const icon = await page.locator('link[rel~="icon"]').first().getAttribute('href');
  return { ...button, logo, icon };
}

/** A scan of the company's website under way; later, its report. */
async function startScan(calls: Calls) {
  const website = { targetName: 'Shop', targetUrl: site.url, scanProfile: 'lightning', urlConfirmed: true };
  const { body } = await calls.post<{ targetId: string }>('/monitoring/webapps/createTarget', website);
  expect((await calls.post('/monitoring/webapps/startScan', { targetId: body.targetId })).status).toBe(200);
  type Scans = { scanMap: Record<string, { scans: { scanId: string; status: string }[] }> };
  return async () => {
    const scan = await until('the scan', async () => {
      const answer = await calls.post<Scans>('/monitoring/webapps/loadScanMap', { targetId: body.targetId });
      const [newest] = answer.body.scanMap[body.targetId]!.scans;
      return newest?.status === 'completed' && newest;
    });
    return calls.file(`/monitoring/webapps/getScanReport/${body.targetId};report.pdf;${scan.scanId};owasp`);
  };
}

const seen = new Map<string, Awaited<ReturnType<typeof looksOf>>>();

describe('one program shows each company its own portal, and nothing of the other', () => {
  test.each(brands)('$name', async (brand) => {
    const { name, short, host, domain, email } = brand;
    const { page, context } = await journey.visit({ url: addressOf(brand) });
    const { check, leaks, texts } = overhear(context, brand);
    const look = async () => {
      expect(await page.title()).toContain(name);
      const at = new URL(page.url()).pathname;
      check(
        `the page ${at}`,
        `${await page.title()} ${await page.locator('body').innerText()} ${await page.content()}`,
      );
    };

    await page.goto('/');
    await arrives(page, '/signin');
    await reads(page, `Welcome back to ${short}.`);
    seen.set(host, await looksOf(page, name));
    expect(seen.get(host)).toMatchObject({ accent: brand.accent.css, corner: brand.corner });
    await look();
    await picture(page, `brand-${host}-signin`);
    await page.getByRole('link', { name: 'Sign up' }).click();
    await fillSignUp(page, email);
    await look();
    await picture(page, `brand-${host}-signup`);
    await page.getByRole('button', { name: 'Start Free Trial' }).click();
    await arrives(page, '/verify');
    const { links } = await journey.portal.mail(email, /./);
    const link = links.find((address) => address.includes('confirmSignup'))!;
    expect(new URL(link).hostname).toBe(host);
    await page.goto(link);
    await look();
    await page.getByLabel('Password', { exact: true }).fill(goodPassword);
    await page.getByRole('button', { name: 'Verify email address' }).click();
    await arrives(page, '/onboarding');
    await reads(page, `Welcome to ${short}`);
    await onboard(page, 'Lamps LLC');
    await look();
    await page.getByLabel('Work email address').fill(`cora.${email}`);
    await page.getByRole('button', { name: 'Invite Admin' }).click();
    await arrives(page, '/intro');
    await look();
    await passIntro(page);
    await reads(page, 'Next best actions');
    await look();
    await picture(page, `brand-${host}-dashboard`);
    // the machine knows the portal by one name only; whose calls they are is in the cookie
    const calls = callsWith(journey.portal.url, (await callsOf(context, addressOf(brand))).cookie);
    const reportOf = await startScan(calls);

    expect(await page.getByRole('link', { name: 'Knowledge Base' }).getAttribute('href')).toBe(
      `https://help.${domain}`,
    );
    await page.getByRole('button', { name: /Account menu/ }).click();
    expect(await page.getByRole('menuitem', { name: 'Support' }).getAttribute('href')).toBe(
      `https://help.${domain}`,
    );
    for (const path of [
      '/webappscan',
      '/settings/you',
      '/settings/organization',
      '/settings/admins',
      '/nowhere',
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look();
    }
    await arrives(page, '/404');
    await picture(page, `brand-${host}-404`);
    for (const path of ['/incorrect-url', '/maintenance']) {
      await page.goto(path);
      await arrives(page, '/dashboard');
    }

    await page.goto('/plan');
    await page.getByRole('heading', { name: brand.heading }).waitFor();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(`My ${short} Plan`);
    await expect.poll(() => page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(brand.plans);
    await subscribe(page, 'Essential');
    await look();
    await picture(page, `brand-${host}-plan`);
    const pdfs = {
      invoice: await readInvoice(page, journey.portal.url),
      report: await readPdf((await reportOf()).bytes),
    };
    for (const [what, pdf] of Object.entries(pdfs)) {
      expect(pdf.text, what).toContain(`support@${domain}`);
      expect(pdf.text, what).toContain('Lamps LLC');
      check(
        `the ${what}`,
        `${pdf.title} ${pdf.author} ${pdf.xmp} ${pdf.text} ${pdf.links.join(' ')} ${pdf.alts.join(' ')}`,
      );
    }
    await page.getByRole('button', { name: 'Manage billing' }).click();
    await reads(page, 'Your subscription, your card and your invoices.');
    expect(await page.title()).toBe(`Billing – ${name}`);
    await picture(page, `brand-${host}-billing`);
    await page.goto('/disclaimer.html');
    await look();
    for (const path of [
      '/api/config',
      '/api/docs/json',
      '/api/plans/isValidSubscriptionId/NOBODY',
      '/robots.txt',
      '/api/nowhere',
    ])
      await page.goto(path);

    const confirmed = await journey.portal.mail(email, /plan is active/);
    const invitation = await journey.portal.mail(`cora.${email}`, /./);
    const mails = [...(await journey.portal.mails(email)), invitation];
    expect(mails.length).toBeGreaterThanOrEqual(3);
    for (const mail of mails) {
      check(`the email '${mail.subject}'`, JSON.stringify(mail));
      expect(mail).toMatchObject({
        from: { name, address: brand.sender },
        text: expect.stringContaining(`support@${domain}`),
      });
      for (const part of [brand.accent.hex, `alt="${name}"`]) expect(mail.html).toContain(part);
      expect(
        mail.links
          .map((address) => new URL(address).hostname)
          .filter((at) => at !== host && !at.endsWith(domain)),
      ).toEqual([]);
    }
    expect(confirmed.html).toContain(`${addressOf(brand)}/plan`);
    await page.goto(invitation.links.find((address) => address.includes('/invite-link/'))!);
    const { page: theirs } = await journey.visit({ url: addressOf(brand) });
    await theirs.goto(invitation.links.find((address) => address.includes('/invite-link/'))!);
    await reads(theirs, `Choose a password to manage Lamps LLC in ${short}.`);
    check('the invitation', await theirs.content());

    expect({ leaks, enough: texts.size > 30 }).toEqual({ leaks: [], enough: true });
  });

  test('and no two of their looks are the same', () => {
    const [first, second] = brands.map(({ host }) => seen.get(host)!);
    for (const part of ['accent', 'corner', 'logo', 'icon'] as const)
      expect(first![part], part).not.toBe(second![part]);
  });
});

test('whoever comes by an address of no company is shown their own after signing in', async () => {
  const [neutral, own] = brands;
  await makeAdministrator(journey.portal, 'eve@other-lamps.com', {
    companyName: 'Eve Lamps LLC',
    signUpCode: 'HARBOR',
  });
  const { page } = await journey.visit();
  await page.goto('/signin');
  await reads(page, `Welcome back to ${neutral.short}.`);
  await signIn(page, 'eve@other-lamps.com');
  await arrives(page, '/dashboard');
  await page.getByRole('link', { name: own.name }).waitFor();
  expect(await page.title()).toContain(own.name);
  await picture(page, 'brand-own-after-signin');
  await page.reload();
  await page.getByRole('link', { name: own.name }).waitFor();
  expect(await page.content()).not.toMatch(/cyber[ -]?safety/i);
  await signOut(page);
});

test('a browser at a foreign address is led to the right one', async () => {
  const { page } = await journey.visit({
    url: journey.portal.url.replace('localhost', 'portal.elsewhere.test'),
  });
  await page.goto('/signin');
  await arrives(page, '/incorrect-url');
  await reads(page, 'Please sign in to Cyber Safety through the correct address.');
  await picture(page, 'incorrect-url');
  await page
    .getByRole('link', { name: 'Go to correct URL' })
    .or(page.getByRole('button', { name: 'Go to correct URL' }))
    .click();
  await arrives(page, '/signin');
  expect(new URL(page.url()).origin).toBe(journey.portal.url);
});
