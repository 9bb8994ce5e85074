import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TestPortal } from '#app/testing.ts';

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
    const { orgId: org_id } = scope;
    const website = { org_id, website_id: randomUUID() };
    const scan = {
      ...website,
      scan_profile: 'lightning',
      started_by: 'schedule',
      started_at: at,
      beat_at: at,
    };
    await db
      .insertInto('website')
      .values({
        org_id,
        id: website.website_id,
        name: 'Shop',
        name_key: 'shop',
        url: 'https://shop.acme-widgets.com',
        url_key: 'shop.acme-widgets.com',
        scan_profile: 'lightning',
        confirmed_by: ada.email,
        confirmed_by_person: ada.cognitoId,
        confirmed_at: at,
        created_at: at,
      })
      .execute();
    const id = randomUUID();
    await db
      .insertInto('scan')
      .values({ ...scan, id, status: 'completed', completed_at: at, highs: 1, mediums: 2 })
      .execute();
    const seen = {
      first_seen: at,
      last_seen: at,
      last_scan_id: id,
      seen_at_level: 'lightning',
      state: 'open',
    };
    await db
      .insertInto('finding')
      .values({ ...website, ...seen, id: 'x', rule: 'xss', title: 'Reflected script', severity: 'high' })
      .execute();
    await db.insertInto('policy').values({ org_id, id: 'ai', custom: false, created_at: at }).execute();
    await db
      .insertInto('policy_version')
      .values({
        org_id,
        policy_id: 'ai',
        version: 2,
        name: 'Artificial Intelligence',
        name_key: 'artificial intelligence',
        status: 'Active',
        in_force: true,
        custom_html: '<p>Rules</p>',
        etag: 'x',
        saved_at: at,
        saved_by: 'Ada',
        saved_by_person: ada.cognitoId,
        defaults: '{}',
        body_html: '<p>Rules</p>',
        blocks: '[]',
        text_hash: 'a'.repeat(64),
        approver: 'Ada Vance',
        approver_email: ada.email,
        approval_date: at,
        review_at: new Date(at.getTime() + 365 * 86_400_000),
      })
      .execute();
    await db
      .insertInto('policy_sign_off')
      .values({ org_id, policy_id: 'ai', policy_name: 'Artificial Intelligence', asked_at: at })
      .execute();
    // two sign, whoever else learns
    await sql`update team_member set signs = email_key <> 'cy@acme-widgets.com'`.execute(db);
    await sql`
      insert into policy_signature (org_id, member_id, policy_id, policy_name, version, text_hash, typed_name, person_name, person_email, signed_at, ip, user_agent)
      select org_id, id, 'ai', 'Artificial Intelligence', 2, repeat('a', 64), name, name, email, ${at}, '203.0.113.7', 'x' from team_member
      where email_key = 'tina@acme-widgets.com'`.execute(db);
  });
}
