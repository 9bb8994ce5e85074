import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { linkToken } from '#platform/server/secrets/linkTokens.ts';
import { linksWorld, refusalOf } from '../testing/links.ts';

const dee = 'dee.fox@acme-widgets.com';

async function askedWorld() {
  const world = await linksWorld();
  await world.approve('backup');
  await world.approve('passwords');
  await world.add('Dee Fox');
  expect((await world.ask('backup', 'passwords')).body.data).toEqual({ mailed: 1 });
  const token = await world.signingToken(dee);
  const opened = async (given = token) => (await world.openSigning(given)).body.data;
  /** Policies that wait, by id. */
  const waiting = async () =>
    (await opened()).policies
      .filter((one: { signedAt: string | null }) => one.signedAt === null)
      .map((one: { id: string }) => one.id);
  const kept = () =>
    world.portal.database.inOrg(world.ada.orgId, (db) =>
      db.selectFrom('policySignature').selectAll().orderBy('id').execute(),
    );
  return { ...world, token, opened, waiting, kept };
}

describe('a person of the team', () => {
  test('gets one mail with all that waits, and reads and signs each without an account', async () => {
    const { mailsTo, token, opened, read, sign, kept, anyone, approve } = await askedWorld();
    const mails = await mailsTo(dee);
    expect(mails.map(({ subject }) => subject)).toEqual(['Security policies to read and sign']);
    for (const words of [
      'Hello Dee Fox',
      'Backup & Recovery',
      'Passwords & Sign-in',
      'minutes',
      'until Apr 1, 2026',
      'added you to the team',
    ])
      expect(mails[0]!.words).toContain(words);
    const page = await opened();
    expect(page).toMatchObject({
      companyName: 'Acme Widgets Inc.',
      person: 'Dee Fox',
      expiresAt: '2026-04-01T17:00:00.000Z',
    });
    expect(
      page.policies.map((one: { id: string; minutes: number; signedAt: null }) => [
        one.id,
        one.minutes > 0,
        one.signedAt,
      ]),
    ).toEqual([
      ['backup', true, null],
      ['passwords', true, null],
    ]);
    const text = (await read(token, 'backup')).body.data;
    expect(text).toMatchObject({
      id: 'backup',
      version: 1,
      approver: 'Ada Vance',
      textHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const pdf = await anyone.get(`/policy/signingLink/pdf/${token}/backup`);
    expect([pdf.status, pdf.body.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect((await sign(token, 'backup', { name: '  Deirdre "Dee" Fox ' })).body.data).toEqual({
      signedAt: '2026-03-02T17:00:00.000Z',
      left: 1,
    });
    expect((await sign(token, 'passwords')).body.data.left).toBe(0);
    expect(await kept()).toMatchObject([
      {
        policyId: 'backup',
        version: 1,
        textHash: text.textHash,
        typedName: 'Deirdre "Dee" Fox',
        personName: 'Dee Fox',
        personEmail: dee,
        ip: '198.51.100.9',
      },
      { policyId: 'passwords', typedName: 'Dee Fox' },
    ]);
    expect((await opened()).policies.map((one: { signedAt: string }) => one.signedAt)).toEqual(
      Array(2).fill('2026-03-02T17:00:00.000Z'),
    );
    // of a policy that nobody is asked to sign there is nothing to read
    await approve('incident');
    expect(refusalOf(await read(token, 'incident'))).toEqual([404, 'no-such-policy']);
    expect(refusalOf(await sign(token, 'incident', { version: 1, textHash: text.textHash }))).toEqual([
      404,
      'no-such-policy',
    ]);
  });

  test('signs a version once, also at the same moment, and only the text that was shown', async () => {
    const { token, sign, kept, read, anyone, approve } = await askedWorld();
    const { version, textHash } = (await read(token, 'backup')).body.data;
    const given = { token, policyType: 'backup', version, textHash, name: 'Dee Fox', agreed: true };
    const answers = await Promise.all([1, 2, 3].map(() => anyone.post('/policy/signingLink/sign', given)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(refusalOf(await sign(token, 'backup'))).toEqual([409, 'already-signed']);
    expect(await kept()).toHaveLength(1);
    expect(refusalOf(await sign(token, 'passwords', { textHash }))).toEqual([409, 'text-changed']);
    const shown = (await read(token, 'passwords')).body.data;
    await approve('passwords', { customValues: { minLengthNoMfa: 20 } });
    expect(
      refusalOf(await sign(token, 'passwords', { version: shown.version, textHash: shown.textHash })),
    ).toEqual([409, 'text-changed']);
    for (const wrong of [{ agreed: false }, { name: ' ' }, { name: 'x'.repeat(121) }])
      expect((await sign(token, 'passwords', wrong)).status).toBe(400);
    expect(await kept()).toHaveLength(1);
  });
});

describe('a person of the team after a new version', () => {
  test('is asked again by itself after a material version, and not after a minor one', async () => {
    const { token, sign, waiting, approve, mailsTo, opened, kept, portal } = await askedWorld();
    await sign(token, 'backup');
    await sign(token, 'passwords');
    await approve('backup', { customValues: { rtoHours: 8 }, note: 'Faster', material: false });
    expect(await waiting()).toEqual([]);
    expect(await mailsTo(dee)).toHaveLength(1);
    expect(refusalOf(await sign(token, 'backup'))).toEqual([409, 'already-signed']);
    portal.clock.advance(600);
    await approve('backup', { customValues: { rtoHours: 4 }, note: 'Much faster', material: true });
    const [mail, ...earlier] = await mailsTo(dee);
    expect([mail!.subject, earlier.length]).toEqual([
      'A security policy has changed: please read and sign',
      1,
    ]);
    expect(mail!.text).not.toContain('Passwords');
    expect(await waiting()).toEqual(['backup']);
    expect((await opened()).policies[0]).toMatchObject({
      id: 'backup',
      version: 3,
      note: 'Much faster',
      signedAt: null,
    });
    // a minor one on top of it changes nothing about that
    await approve('backup', { customValues: { rtoHours: 5 }, material: false });
    expect(await waiting()).toEqual(['backup']);
    expect((await sign(token, 'backup')).body.data.left).toBe(0);
    expect((await kept()).map(({ policyId, version }) => `${policyId} ${version}`)).toEqual([
      'backup 1',
      'passwords 1',
      'backup 4',
    ]);
  });
});

describe('a link to sign', () => {
  test('ends thirty days after the last mail; the next mail brings a new one', async () => {
    const { portal, token, openSigning, sign, mailsTo, signingToken } = await askedWorld();
    portal.clock.advance(30 * 86_400 - 1);
    expect((await openSigning(token)).status).toBe(200);
    portal.clock.advance(1);
    expect(refusalOf(await openSigning(token))).toEqual([410, 'link-expired']);
    expect(refusalOf(await sign(token, 'backup', { version: 1, textHash: 'x' }))).toEqual([
      410,
      'link-expired',
    ]);
    const before = (await mailsTo(dee)).length;
    await portal.database.global.updateTable('rateWindow').set({ endsAt: portal.clock.now() }).execute();
    const ada = await portal.signIn('ada@acme-widgets.com');
    expect((await ada.post('/policy/remindSigners')).body.data).toEqual({ mailed: 1, skipped: 0 });
    expect(await mailsTo(dee)).toHaveLength(before + 1);
    const next = await signingToken(dee);
    expect(next).not.toBe(token);
    expect((await openSigning(next)).status).toBe(200);
    expect(refusalOf(await openSigning(token))).toEqual([410, 'link-expired']);
  });

  test('opens nothing for somebody who has left, and what they signed stays on record', async () => {
    const { portal, ada, token, openSigning, sign, memberId, kept, add, signingToken, opened, anyone } =
      await askedWorld();
    await sign(token, 'backup');
    const id = await memberId('Dee');
    expect((await ada.post('/policy/removeSigner', { memberId: id })).status).toBe(200);
    expect(refusalOf(await openSigning(token))).toEqual([404, 'link-invalid']);
    expect(refusalOf(await sign(token, 'passwords', { version: 1, textHash: 'x' }))).toEqual([
      404,
      'link-invalid',
    ]);
    expect((await anyone.get(`/policy/signingLink/pdf/${token}/backup`)).status).toBe(404);
    expect(await kept()).toMatchObject([{ personName: 'Dee Fox', policyId: 'backup' }]);
    expect(refusalOf(await ada.post('/policy/removeSigner', { memberId: id }))).toEqual([
      404,
      'no-such-person',
    ]);
    // whoever has the address next is another person, who has signed nothing
    portal.clock.advance(1);
    await add('Dee Fox');
    expect((await ada.post('/policy/remindSigners')).body.data).toEqual({ mailed: 1, skipped: 0 });
    const next = await signingToken(dee);
    expect((await opened(next)).policies.map((one: { signedAt: null }) => one.signedAt)).toEqual([
      null,
      null,
    ]);
    expect(refusalOf(await openSigning(token))).toEqual([404, 'link-invalid']);
  });

  test('of one organisation says nothing about another, however it is put together', async () => {
    const { portal, ada, token, openSigning, memberId, sign } = await askedWorld();
    const eve = await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
    await eve.post('/policy/addSigners', { people: [{ name: 'Gil', email: 'gil@elsewhere-tools.com' }] });
    const gil = (await eve.get('/policy/signers')).body.data.people[0].memberId;
    const dees = await memberId('Dee');
    const place = (orgId: string, id: string) =>
      linkToken(portal.base, 'policy-signing-link', { orgId, id, round: 0 });
    expect(place(ada.orgId, dees)).toBe(token);
    for (const wrong of [
      place(eve.orgId, dees),
      place(ada.orgId, gil),
      place(eve.orgId, gil),
      token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ]) {
      expect(refusalOf(await openSigning(wrong))).toEqual([404, 'link-invalid']);
      expect(refusalOf(await sign(wrong, 'backup', { version: 1, textHash: 'x' }))).toEqual([
        404,
        'link-invalid',
      ]);
    }
    expect(refusalOf(await eve.post('/policy/removeSigner', { memberId: dees }))).toEqual([
      404,
      'no-such-person',
    ]);
    expect((await eve.post('/policy/remindSigners', { memberIds: [dees] })).body.data).toEqual({
      mailed: 0,
      skipped: 1,
    });
    expect((await eve.get('/policy/exportSignatures')).body.toString()).not.toContain('Dee');
  });
});

describe('a link to sign and the plan', () => {
  test('goes on working when the module is closed, and stops with a plan without signatures', async () => {
    const { portal, ada, token, openSigning, sign } = await askedWorld();
    portal.clock.advance(20 * 86_400);
    await (await portal.signIn('ada@acme-widgets.com')).post('/policy/remindSigners');
    portal.clock.advance(12 * 86_400);
    const inside = await portal.signIn('ada@acme-widgets.com');
    expect(refusalOf(await inside.get('/policy/signOff'))).toEqual([403, 'module-inactive']);
    expect((await sign(token, 'backup')).status).toBe(200);
    await portal.database.inOrg(ada.orgId, (db) =>
      db
        .updateTable('organization')
        .set({ planId: 'essential', subscriptionStatus: 'ACTIVE', expirationDate: null })
        .execute(),
    );
    expect(refusalOf(await openSigning(token))).toEqual([404, 'link-invalid']);
    for (const answer of [
      await inside.get('/policy/signOff'),
      await inside.get('/policy/signers'),
      await inside.get('/policy/exportSignatures'),
      await inside.post('/policy/askToSign', { policyTypes: [] }),
      await inside.post('/policy/remindSigners'),
      await inside.post('/policy/addSigners', { people: [{ name: 'A', email: 'a@acme-widgets.com' }] }),
    ])
      expect(refusalOf(answer)).toEqual([403, 'sign-off-not-in-plan']);
  });
});

test('the database itself refuses to change or remove a signature', async () => {
  const { portal, ada, sign, token } = await askedWorld();
  await sign(token, 'backup');
  for (const statement of [
    "update policy_signature set typed_name = 'x'",
    'delete from policy_signature',
    'truncate policy_signature',
  ])
    await expect(portal.database.inOrg(ada.orgId, (db) => sql.raw(statement).execute(db))).rejects.toThrow(
      'permission denied',
    );
});
