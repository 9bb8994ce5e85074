import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { proofPlaces as places } from '#providers/ratings/embedded/look/ownership.ts';
import { proofPlaces } from '#providers/ratings/port.ts';
import { aMeasurement } from '#providers/ratings/testing/ratings.ts';
import { checkProofsJob } from './ownership.ts';
import { ratingsWorld, setCompany, usePlan } from '../testing/ratings.ts';

const aRun = () => ({
  id: randomUUID(),
  attempt: 0,
  lastAttempt: true,
  signal: new AbortController().signal,
});

describe('the proof of ownership', () => {
  test('is looked for where the engine looks', () => {
    const { dns, file } = proofPlaces('shop.example', 't0ken');
    expect([dns.name, dns.value, file.url]).toEqual([
      places.record('shop.example'),
      `${places.prefix}t0ken`,
      places.file('shop.example'),
    ]);
  });

  test.each(['dns', 'file'] as const)(
    'by %s opens the doors to the measurement, and lapses when it is gone for long',
    async (by) => {
      const { portal, ada, data, first, ratings, log } = await ratingsWorld();
      ratings.script(async ({ verified }, { now }) =>
        aMeasurement(now(), verified ? { facts: ['port-rdp'] } : { unmeasured: ['open_ports'] }),
      );
      await first();
      const asked = (await ada.get('/ratings/ownership')).body.data;
      expect(asked).toMatchObject({ domain: 'acme-widgets.com', verifiedAt: null, by: null });
      const token = asked.dns.value.split('=')[1] as string;
      expect((await ada.post('/ratings/checkOwnership')).body.data).toEqual({
        verified: false,
        seen: 'No such record and no such file.',
      });
      ratings.proofs.set('acme-widgets.com', { by, token });
      expect((await ada.post('/ratings/checkOwnership')).body.data.verified).toBe(true);
      await portal.runJobs();
      expect(await data()).toMatchObject({ verified: true, rating_details: { open_ports: { grade: 'D' } } });
      expect((await ada.get('/ratings/ownership')).body.data.by).toBe(by);
      ratings.proofs.clear();
      const ladder: boolean[] = [];
      for (const days of [6, 2, 2, 2]) {
        portal.clock.advance(days * 86_400);
        await checkProofsJob.run(portal.base, {}, aRun());
        ladder.push((await data()).verified);
      }
      expect(ladder).toEqual([true, true, true, false]);
      const lapsed = await data();
      expect(lapsed.rating_details.open_ports).toMatchObject({ grade: 'N/A', info: { findings: [] } });
      expect(lapsed.ratings[0]!.rating).toBe(900);
      expect((await log()).filter((act) => act.startsWith('domain-'))).toEqual([
        'domain-proved',
        'domain-proof-lapsed',
      ]);
    },
  );

  test('is another for each organisation and each domain, and one miss is forgiven', async () => {
    const { portal, ada, data, first, ratings } = await ratingsWorld();
    await first();
    const eve = await portal.member('eve@elsewhere.com', 'Elsewhere');
    await usePlan(portal, eve.orgId, 'plus');
    await setCompany(eve, 'acme-widgets.com', 'Elsewhere');
    const tokenOf = async (who: typeof eve) =>
      (await who.get('/ratings/ownership')).body.data.file.content.split('=')[1] as string;
    const [hers, theirs] = [await tokenOf(eve), await tokenOf({ ...eve, ...ada })];
    expect(hers).not.toBe(theirs);
    ratings.proofs.set('acme-widgets.com', { by: 'dns', token: theirs });
    expect((await eve.post('/ratings/checkOwnership')).body.data.verified).toBe(false);
    expect((await ada.post('/ratings/checkOwnership')).body.data.verified).toBe(true);
    ratings.proofs.set('acme-widgets.com', { by: 'file', token: hers });
    expect((await eve.post('/ratings/checkOwnership')).body.data.verified).toBe(true);
    portal.clock.advance(8 * 86_400);
    await checkProofsJob.run(portal.base, {}, aRun());
    ratings.proofs.set('acme-widgets.com', { by: 'dns', token: theirs });
    portal.clock.advance(3 * 86_400);
    await checkProofsJob.run(portal.base, {}, aRun());
    expect((await data()).verified).toBe(true);
    await setCompany(ada, 'acme-tools.com');
    expect((await ada.get('/ratings/ownership')).body.data).toMatchObject({
      domain: 'acme-tools.com',
      verifiedAt: null,
    });
  });
});
