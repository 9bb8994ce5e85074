import { expect, test } from 'vitest';
import { arrives, picture, reads, startJourney } from '../journey.ts';

const journey = startJourney(() => ({ MAINTENANCE: '1' }));

test.each([
  {
    host: 'localhost',
    brand: 'Cyber Safety',
    title: 'Cyber Safety',
    domain: 'cybersafety.example',
    width: 1440,
    dark: false,
  },
  {
    host: 'shield.localhost',
    brand: 'Harborline',
    title: 'Harborline Business Shield',
    domain: 'harborline.example',
    width: 390,
    dark: true,
  },
])(
  'during maintenance every address of $brand leads to its page about it',
  async ({ host, brand, title, domain, width, dark }) => {
    const { page, complaints } = await journey.visit({
      url: journey.portal.url.replace('localhost', host),
      width,
      dark,
    });
    for (const path of ['/', '/signin', '/signup/START', '/plan', '/nowhere', '/maintenance']) {
      await page.goto(path);
      await arrives(page, '/maintenance');
    }
    await page.getByRole('heading', { level: 1, name: 'We will be right back' }).waitFor();
    await reads(page, `${brand} is being updated.`);
    await reads(page, new RegExp(`^Your scans, policies and results are safe.*email support@${domain}\\.$`));
    expect(await page.title()).toBe(`Maintenance · ${title}`);
    await picture(page, `maintenance-${host}-${width}`);
    expect(complaints).toEqual([]);
  },
);

test('calls are answered as ever meanwhile', async () => {
  const config = (await (await fetch(`${journey.portal.url}/api/config`)).json()) as {
    maintenance: { enabled: boolean };
  };
  expect(config.maintenance.enabled).toBe(true);
  expect((await fetch(`${journey.portal.url}/api/plans/featureUsageProfile`)).status).toBe(401);
  expect((await fetch(`${journey.portal.url}/readyz`)).status).toBe(200);
});
