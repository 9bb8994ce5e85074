import { expect, test, vi } from 'vitest';
import { arrives, picture, reads, startJourney } from './journey.ts';
import { fillSignUp, onboard } from './steps.ts';

vi.setConfig({ testTimeout: 90_000 });

const journey = startJourney();

const brands = [
  {
    name: 'Cyber Safety',
    short: 'Cyber Safety',
    host: 'localhost',
    domain: 'cybersafety.example',
    email: 'ada@harbor-lamps.com',
    other: /harborline/i,
  },
  {
    name: 'Harborline Business Shield',
    short: 'Harborline',
    host: 'shield.localhost',
    domain: 'harborline.example',
    email: 'ben@other-lamps.com',
    other: /Cyber Safety|cyber-?safety/,
  },
] as const;

type Seen = { accent: string; radius: string; logo: string; icon: string };

test('one program shows each company its own portal, and nothing of the other', async () => {
  const seen: Seen[] = [];
  for (const { name, short, host, domain, email, other } of brands) {
    const { page } = await journey.visit({ url: journey.portal.url.replace('localhost', host) });
    const leaks: string[] = [];
    const look = async () => {
      const html = await page.content();
      const text = `${await page.title()} ${await page.locator('body').innerText()} ${html}`;
      const leak = other.exec(text);
      if (leak) leaks.push(`${new URL(page.url()).pathname}: ${text.slice(Math.max(0, leak.index - 80), leak.index + 80)}`);
      expect(await page.title()).toContain(name);
    };
    await page.goto('/');
    await arrives(page, '/signin');
    await reads(page, `Welcome back to ${short}.`);
    const logo = page.getByRole('link', { name }).locator('img');
    seen.push({
      ...(await page.getByRole('button', { name: 'Sign in' }).evaluate((button: any) => {
        const { backgroundColor: accent, borderTopLeftRadius: radius } = (globalThis as any).getComputedStyle(button);
        return { accent, radius };
      })),
      logo: (await logo.getAttribute('src')) ?? '',
      icon: (await page.locator('link[rel~="icon"]').first().getAttribute('href')) ?? '',
    });
    await look();
    await picture(page, `brand-${host}-signin`);
    await page.getByRole('link', { name: 'Sign up' }).click();
    await fillSignUp(page, email);
    await look();
    await picture(page, `brand-${host}-signup`);
    await page.getByRole('button', { name: 'Start Free Trial' }).click();
    await arrives(page, '/verify');
    const mail = await journey.portal.mail(email, /./);
    expect({ from: mail.from.name, leak: other.test(mail.html + mail.text + mail.subject) }).toEqual({ from: name, leak: false });
    expect(mail.text).toContain(`support@${domain}`);
    const link = mail.links.find((address) => address.includes('confirmSignup'))!;
    expect(new URL(link).hostname).toBe(host);
    await page.goto(link);
    await look();
    await page.getByLabel('Password', { exact: true }).fill('Lamps4Harbors');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await arrives(page, '/onboarding');
    await reads(page, `Welcome to ${short}`);
    await onboard(page, 'Lamps LLC');
    await look();
    await page.getByRole('button', { name: 'Skip' }).click();
    await arrives(page, '/intro');
    await look();
    for (const at of [1, 2, 3, 4, 5, 6]) {
      await reads(page, `${at} of 6`);
      await page.getByRole('button', { name: 'Next' }).click();
    }
    await arrives(page, '/dashboard');
    await reads(page, 'Next best actions');
    await look();
    await picture(page, `brand-${host}-dashboard`);
    for (const path of ['/webappscan', '/plan', '/404']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look();
    }
    await picture(page, `brand-${host}-404`);
    expect(leaks).toEqual([]);
    const welcome = await journey.portal.mails(email);
    expect(welcome.filter((message) => other.test(message.html + message.text + message.subject + message.from.name))).toEqual([]);
  }
  const [first, second] = seen as [Seen, Seen];
  for (const part of ['accent', 'radius', 'logo', 'icon'] as const) expect(first[part], part).not.toBe(second[part]);
});

test('a browser at a foreign address is led to the right one', async () => {
  const { page } = await journey.visit({ url: journey.portal.url.replace('localhost', 'portal.elsewhere.test') });
  await page.goto('/signin');
  await arrives(page, '/incorrect-url');
  await picture(page, 'incorrect-url');
  await page
    .getByRole('link', { name: 'Go to correct URL' })
    .or(page.getByRole('button', { name: 'Go to correct URL' }))
    .click();
  await arrives(page, '/signin');
  expect(new URL(page.url()).origin).toBe(journey.portal.url);
});
