import { describe, expect, test } from 'vitest';
import { embeddedScanner } from '#providers/scanner/embedded/scanner.ts';
import { openUnproved } from '../testing/ownership.ts';
import type { Organization } from '../testing/world.ts';
import { checkUrl } from '../websites/websites.ts';

/** The organization proves acme-widgets.com for its rating. */
const proveDomain = async ({ ctx, orgId }: Organization) => {
  const now = new Date();
  const proof = { domain: 'acme-widgets.com', verifiedAt: now, provedBy: 'dns' as const, nextCheckAt: now };
  await ctx.inOrg((db) =>
    db
      .insertInto('ratingOwnership')
      .values({ orgId, ...proof })
      .execute(),
  );
};

describe('a website that needs no proof of its own', () => {
  test.each([
    ['the domain itself', 'https://acme-widgets.com', 'domain'],
    ['a name below it', 'https://shop.acme-widgets.com:8443/app', 'domain'],
    ['a name that only ends alike', 'https://not-acme-widgets.com', 'missing'],
    ['the domain above it', 'https://widgets.com', 'missing'],
  ])('lies below a domain that is proved for the rating: %s', async (_what, address, expected) => {
    const { acme, state, scan, newest, proofs } = await openUnproved({}, address);
    await proveDomain(acme);
    expect((await state()).state).toBe(expected);
    await scan();
    expect((await newest()).scanProfile).toBe(expected === 'domain' ? 'safe' : 'lightning');
    expect(proofs.looks).toHaveLength(expected === 'domain' ? 0 : 1);
  });

  test('but a domain that another organisation has proved is none of ours', async () => {
    const { world, state } = await openUnproved();
    const other = await world.organization('premium');
    await proveDomain(other);
    expect((await state()).state).toBe('missing');
  });

  test('was opened for one organization: another can neither add nor scan it', async () => {
    const { world, acme, state, scan, newest } = await openUnproved(
      { env: { SCAN_ALLOW_PRIVATE: '10.0.0.5:8080' } },
      'http://10.0.0.5:8080',
    );
    expect((await state()).state).toBe('operator');
    const other = await world.organization('premium');
    const place = { place: '10.0.0.5:8080', orgId: other.orgId };
    Object.assign(world.base.settings.scan, { allowPrivate: [place] });
    // which addresses are inside is judged as in production
    world.scanner.mayScan = embeddedScanner({ contactUrl: 'https://portal.example.com' }).mayScan;
    expect((await state()).state).toBe('missing');
    await expect(checkUrl(acme.ctx, { url: 'http://10.0.0.5:8080' })).resolves.toMatchObject({
      restricted: true,
    });
    await scan();
    expect(await newest()).toMatchObject({
      status: 'failed',
      failureReason: expect.stringContaining('restricted'),
    });
    await expect(checkUrl(other.ctx, { url: 'http://10.0.0.5:8080' })).resolves.toMatchObject({
      restricted: false,
    });
  });

  test('was opened for scans by whoever runs the portal, at this very port; that is kept with the scan', async () => {
    const env = { SCAN_ALLOW_PRIVATE: 'intranet.acme-widgets.com:8080' };
    const { acme, state, scan, newest, call, targetId } = await openUnproved(
      { env },
      'http://intranet.acme-widgets.com:8080',
    );
    expect((await state()).state).toBe('operator');
    expect((await call('loadWebsiteProof', { targetId })).places).toBeNull();
    expect((await call('checkWebsiteProof', { targetId })).proved).toBe(true);
    await scan();
    expect((await newest()).scanProfile).toBe('safe');
    expect(await acme.ctx.inOrg((db) => db.selectFrom('scan').select('provedBy').execute())).toEqual([
      { provedBy: 'operator' },
    ]);
    await call('createTarget', {
      targetName: 'Other',
      targetUrl: 'http://intranet.acme-widgets.com:8081',
      urlConfirmed: true,
    });
    expect((await call('loadTargetList', {})).targetList).toMatchObject([
      { ownership: { state: 'missing' } },
      { ownership: { state: 'operator' } },
    ]);
  });

  test('is scanned by a scanner that asks for none', async () => {
    const { world, scan, newest, state } = await openUnproved();
    delete world.scanner.prove;
    await scan();
    expect([(await newest()).scanProfile, (await state()).state]).toEqual(['safe', 'not-needed']);
  });
});
