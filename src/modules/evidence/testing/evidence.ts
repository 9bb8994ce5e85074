import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TestPortal } from '#app/testing/portal.ts';

type Member = Awaited<ReturnType<TestPortal['member']>>;

/** A company with one of everything, each with something that others must not read: people, notes, issues, addresses. */
export async function fillCompany(portal: TestPortal, ada: Member): Promise<void> {
  const scope = portal.base.forOrg(ada.orgId);
  const at = portal.clock.now();
  const trainees = ['Tina Trainee', 'Bo Miller', 'Cy Miller'].map((name) => {
    const [firstName, lastName] = name.split(' ');
    return { firstName, lastName, email: `${firstName!.toLowerCase()}@acme-widgets.com` };
  });
  const saved = await ada.post('/training/saveTrainees', { trainees });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  const answer = await ada.post('/zimm/saveAssessment', {
    data: { questionId: 'leadership-1-key', answer: 'yes', note: 'a note of mine' },
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  await scope.inOrg(async (db) => {
    const { orgId } = scope;
    const website = { orgId, websiteId: randomUUID() };
    const scan = {
      ...website,
      scanProfile: 'lightning',
      startedBy: 'schedule',
      startedAt: at,
      beatAt: at,
    };
    await db
      .insertInto('website')
      .values({
        orgId,
        id: website.websiteId,
        name: 'Shop',
        nameKey: 'shop',
        url: 'https://shop.acme-widgets.com',
        urlKey: 'shop.acme-widgets.com',
        scanProfile: 'lightning',
        confirmedBy: ada.email,
        confirmedByPerson: ada.cognitoId,
        confirmedAt: at,
        createdAt: at,
      })
      .execute();
    const id = randomUUID();
    await db
      .insertInto('scan')
      .values({ ...scan, id, status: 'completed', completedAt: at, highs: 1, mediums: 2 })
      .execute();
    const seen = {
      firstSeen: at,
      lastSeen: at,
      lastScanId: id,
      seenAtLevel: 'lightning',
      state: 'open',
    };
    await db
      .insertInto('finding')
      .values({ ...website, ...seen, id: 'x', rule: 'xss', title: 'Reflected script', severity: 'high' })
      .execute();
    await db.insertInto('policy').values({ orgId, id: 'ai', custom: false, createdAt: at }).execute();
    await db
      .insertInto('policyVersion')
      .values({
        orgId,
        policyId: 'ai',
        version: 2,
        name: 'Artificial Intelligence',
        nameKey: 'artificial intelligence',
        status: 'Active',
        inForce: true,
        customHtml: '<p>Rules</p>',
        etag: 'x',
        savedAt: at,
        savedBy: 'Ada',
        savedByPerson: ada.cognitoId,
        defaults: '{}',
        bodyHtml: '<p>Rules</p>',
        blocks: '[]',
        textHash: 'a'.repeat(64),
        approver: 'Ada Vance',
        approverEmail: ada.email,
        approvalDate: at,
        reviewAt: new Date(at.getTime() + 365 * 86_400_000),
      })
      .execute();
    await db
      .insertInto('policySignOff')
      .values({ orgId, policyId: 'ai', policyName: 'Artificial Intelligence', askedAt: at })
      .execute();
    // two sign, whoever else learns
    await sql`update team_member set signs = email_key <> 'cy@acme-widgets.com'`.execute(db);
    await sql`
      insert into policy_signature (org_id, member_id, policy_id, policy_name, version, text_hash, typed_name, person_name, person_email, signed_at, ip, user_agent)
      select org_id, id, 'ai', 'Artificial Intelligence', 2, repeat('a', 64), name, name, email, ${at}, '203.0.113.7', 'x' from team_member
      where email_key = 'tina@acme-widgets.com'`.execute(db);
  });
}
