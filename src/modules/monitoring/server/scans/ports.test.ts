import { describe, expect, test } from 'vitest';
import { openUnproved, url } from '../testing/ownership.ts';
import { checkUrl } from '../websites/websites.ts';

describe('the port of a website', () => {
  test('that is unusual is scanned only once the website is proved; the refusal says so', async () => {
    const { world, proofs, call, targetId, token, scan, newest } = await openUnproved({}, `${url}:9443`);
    const refused = await call('startScan', { targetId }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'port-unproved',
      detail: { reason: expect.stringMatching(/^Port 9443 is not a usual port.*verify that you own it\.$/) },
    });
    expect(world.scanner.requests).toEqual([]);
    proofs.published(await token());
    await call('checkWebsiteProof', { targetId });
    await scan();
    expect((await newest()).status).toBe('completed');
  });

  test('of another service is never scanned, proved or not', async () => {
    const { acme, call } = await openUnproved();
    for (const port of [22, 25, 3306, 5432, 6379, 11211, 27017]) {
      const targetUrl = `http://shop.acme-widgets.com:${port}`;
      expect((await checkUrl(acme.ctx, { url: targetUrl })).reason).toBe(
        `Port ${port} belongs to another kind of service. Only websites can be scanned.`,
      );
      const added = call('createTarget', { targetName: `At ${port}`, targetUrl, urlConfirmed: true });
      await expect(added).rejects.toMatchObject({ code: 'url-restricted' });
    }
  });

  test.each([80, 443, 8000, 8080, 8443, 8888])(
    '%i is usual, so an unproved website is scanned there',
    async (port) => {
      const { scan, newest } = await openUnproved({}, `http://shop.acme-widgets.com:${port}`);
      await scan();
      expect(await newest()).toMatchObject({ status: 'completed', scanProfile: 'lightning' });
    },
  );
});
