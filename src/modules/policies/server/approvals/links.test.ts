import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { linkToken } from '#platform/server/secrets/linkTokens.ts';
import { linksWorld, refusalOf, type Answered } from '../testing/links.ts';

const bo = 'bo@elsewhere-tools.com';

async function sentDraft(policy: object = {}) {
  const world = await linksWorld();
  const sent = await world.send(policy);
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const token = await world.approvalToken();
  const open = (given = token) => world.anyone.post('/policy/approvalLink/open', { token: given });
  const { textHash } = (await open()).body.data.policy;
  const answer = (given: object = {}): Promise<Answered> =>
    world.anyone.post('/policy/approvalLink/answer', {
      token,
      decision: 'approve',
      name: 'Bo Q. Lind',
      comment: '',
      textHash,
      ...given,
    });
  const entries = () =>
    world.portal.database.inOrg(world.ada.orgId, async (db) => {
      const { rows } = await sql<{ act: string; actorEmail: string; ip: string; subjectName: string }>`
        select act, actor_email, ip, subject_name from audit_entry where act like 'policy-%' order by id`.execute(
        db,
      );
      return rows;
    });
  return { ...world, token, open, answer, textHash, entries };
}

describe('whoever is asked to approve', () => {
  test('gets a mail that says who asks, which policy and until when, and nothing that the author wrote freely', async () => {
    const { mailsTo } = await sentDraft({ note: 'Two copies instead of one.' });
    const [mail] = await mailsTo(bo);
    expect(mail!.subject).toBe('A security policy is waiting for your approval');
    for (const words of [
      'Hello Bo Lind',
      'Ada Vance at “Acme Widgets Inc.” asked you to read a security policy',
      'Version: 1',
      'Policy: “Backup & Recovery”',
      'until Mar 16, 2026',
      'named this address as the approver',
    ])
      expect(mail!.words).toContain(words);
    expect(mail!.words).not.toContain('Two copies');
  });

  test('reads the text without an account, and its PDF', async () => {
    const { open, anyone, token } = await sentDraft();
    expect((await open()).body.data).toMatchObject({
      companyName: 'Acme Widgets Inc.',
      approver: 'Bo Lind',
      sentBy: 'Ada Vance',
      expiresAt: '2026-03-16T17:00:00.000Z',
      policy: { id: 'backup', version: 1, approvalDate: null },
    });
    const pdf = await anyone.get(`/policy/approvalLink/pdf/${token}`);
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('approves exactly the text that was shown, once, by the name as typed; the author gets word', async () => {
    const { answer, load, ada, textHash, open, mailsTo, entries } = await sentDraft();
    expect((await answer({ comment: 'Well done' })).body).toEqual({ success: true });
    const { data } = await load(ada, 'backup');
    expect(data).toMatchObject({
      version: 1,
      status: 'Active',
      inForce: true,
      approver: 'Bo Q. Lind',
      approverEmail: bo,
      textHash,
    });
    expect(data.request).toMatchObject({ outcome: 'approved', comment: 'Well done' });
    for (const again of [await answer(), await answer({ decision: 'return', comment: 'No' }), await open()]) {
      expect(refusalOf(again)).toEqual([410, 'link-used']);
      expect(again.body.error.outcome).toBe('approved');
    }
    const [word] = await mailsTo('ada@acme-widgets.com');
    expect(word!.subject).toBe('Approved: Backup & Recovery');
    expect(word!.text).toContain('Bo Q. Lind');
    expect(await entries()).toEqual([
      {
        act: 'policy-approved-by-link',
        actorEmail: bo,
        ip: '198.51.100.9',
        subjectName: `Backup & Recovery, version 1, by Bo Q. Lind <${bo}>`,
      },
    ]);
    const shown = (await ada.get('/audit/entries?kind=policies')).body.data.map(
      (one: { what: string; who: { name: string } }) => `${one.who.name}: ${one.what}`,
    );
    expect(shown).toContain(
      `${bo}: Approved with a link from an email: Backup & Recovery, version 1, by Bo Q. Lind <${bo}>`,
    );
  });
});

describe('an approver', () => {
  test('returns it with a comment, which the author reads beside the draft and in a mail', async () => {
    const { answer, load, ada, mailsTo, save, open, entries } = await sentDraft();
    expect(refusalOf(await answer({ decision: 'return', comment: '  ' }))).toEqual([400, 'comment-missing']);
    expect((await answer({ decision: 'return', comment: 'One copy is\nnot enough.' })).status).toBe(200);
    const { data } = await load(ada, 'backup');
    expect(data).toMatchObject({ version: 1, status: 'Draft', mode: 'customize' });
    expect(data.request).toMatchObject({
      outcome: 'returned',
      comment: 'One copy is\nnot enough.',
      answeredAt: '2026-03-02T17:00:00.000Z',
    });
    expect((await ada.get('/policy/policyList')).body.data[0]).toMatchObject({ returned: true });
    expect(refusalOf(await open())).toEqual([410, 'link-used']);
    const [word] = await mailsTo('ada@acme-widgets.com');
    expect([word!.subject, word!.words.includes('One copy is not enough.')]).toEqual([
      'Returned with a comment: Backup & Recovery',
      true,
    ]);
    expect((await entries()).map(({ act }) => act)).toEqual(['policy-returned-by-link']);
    // the comment stays while the author works on it
    await save(ada, { id: 'backup', customValues: { rtoHours: 8 } });
    expect((await load(ada, 'backup')).data.request).toMatchObject({ outcome: 'returned' });
  });

  test('may be an administrator, and gets the same mail', async () => {
    const { cora, save, load, send, approvalToken, anyone, mailsTo } = await linksWorld();
    await send({ approver: '', approverEmail: 'cora@acme-widgets.com' });
    const token = await approvalToken('cora@acme-widgets.com');
    const open = () => anyone.post('/policy/approvalLink/open', { token });
    expect((await open()).body.data.approver).toBe('Cora Bell');
    // whoever asked gets word of an approval inside the portal too
    expect(
      (await save(cora, { id: 'backup', etag: (await load(cora, 'backup')).data.etag, status: 'Active' }))
        .status,
    ).toBe(200);
    expect((await open()).body.error.outcome).toBe('approved');
    const [word] = await mailsTo('ada@acme-widgets.com');
    expect(word!.words).toContain('Cora Bell approved Backup & Recovery, version 1.');
  });
});

describe('a link to approve', () => {
  test('is void when the draft is saved again, approved inside, sent again or deleted', async () => {
    const { save, ada, open, send, approvalToken, token, answer, approve, list } = await sentDraft();
    await save(ada, { id: 'backup', customValues: { rtoHours: 8 } });
    expect(refusalOf(await open())).toEqual([410, 'link-used']);
    expect((await open()).body.error.outcome).toBe('voided');
    expect(refusalOf(await answer())).toEqual([410, 'link-used']);
    await send();
    const second = await approvalToken();
    expect(second).not.toBe(token);
    expect((await open(second)).status).toBe(200);
    await send();
    expect(refusalOf(await open(second))).toEqual([410, 'link-used']);
    const third = await approvalToken();
    await approve('backup');
    expect(refusalOf(await open(third))).toEqual([410, 'link-used']);
    await send();
    const fourth = await approvalToken();
    expect((await open(fourth)).body.data.policy.version).toBe(2);
    expect((await ada.get('/policy/policyDelete/backup;2')).status).toBe(200);
    expect(refusalOf(await open(fourth))).toEqual([404, 'link-invalid']);
    expect(await list()).toEqual(['backup v1 Active']);
  });

  test('does not approve a text that has changed since it was shown, nor one that lacks values', async () => {
    const { ada, answer, open, load } = await sentDraft();
    const { values } = (await ada.get('/policy/companyValues')).body.data.given;
    expect(values).toBeUndefined();
    await ada.post('/policy/saveCompanyValues', {
      values: {
        policyOwner: 'Cora Bell',
        securityContactName: 'IT',
        securityContactEmail: 'it@acme-widgets.com',
      },
    });
    expect(refusalOf(await answer())).toEqual([409, 'text-changed']);
    await ada.post('/policy/saveCompanyValues', { values: { policyOwner: '' } });
    const { textHash } = (await open()).body.data.policy;
    const lacking = await answer({ textHash });
    expect(refusalOf(lacking)).toEqual([400, 'values-missing']);
    expect((await load(ada, 'backup')).data).toMatchObject({
      status: 'Draft',
      mode: 'sent',
      request: { outcome: 'waiting' },
    });
  });

  test('of two answers at the same moment takes one', async () => {
    const { answer, load, ada, mailsTo } = await sentDraft();
    const answers = await Promise.all([
      answer(),
      answer({ decision: 'return', comment: 'No' }),
      answer({ name: 'Third' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410]);
    const { data } = await load(ada, 'backup');
    expect(data.request.outcome).toBe(data.status === 'Active' ? 'approved' : 'returned');
    expect(await mailsTo('ada@acme-widgets.com')).toHaveLength(2); // the welcome, and one word about the outcome
  });

  test('ends after fourteen days', async () => {
    const { portal, open, answer } = await sentDraft();
    portal.clock.advance(14 * 86_400 - 1);
    expect((await open()).status).toBe(200);
    portal.clock.advance(1);
    for (const late of [await open(), await answer()]) expect(refusalOf(late)).toEqual([410, 'link-expired']);
  });

  test('that was forged, changed, or made for something or somebody else is answered like one of nothing', async () => {
    const { portal, ada, token, open, anyone } = await sentDraft();
    const { id } = await portal.database.inOrg(ada.orgId, (db) =>
      db.selectFrom('policyApprovalRequest').select('id').executeTakeFirstOrThrow(),
    );
    const eve = await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
    const flipped = (at: number) =>
      token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    const forged = [
      'x'.repeat(91),
      flipped(3),
      flipped(30),
      flipped(60),
      `${token}A`,
      token.slice(0, -1),
      // of another purpose, another organisation, a link that was never sent
      linkToken(portal.base, 'policy-signing-link', { orgId: ada.orgId, id, round: 0 }),
      linkToken(portal.base, 'policy-approval-link', { orgId: eve.orgId, id, round: 0 }),
      linkToken(portal.base, 'policy-approval-link', {
        orgId: '11111111-1111-4111-8111-111111111111',
        id,
        round: 0,
      }),
    ];
    const answers = await Promise.all(forged.map((one) => open(one)));
    expect(answers.map(refusalOf)).toEqual(forged.map(() => [404, 'link-invalid']));
    const bodies = new Set(answers.map(({ body }) => JSON.stringify({ ...body.error, requestId: '' })));
    expect([...bodies]).toEqual(['{"code":"link-invalid","requestId":""}']);
    expect((await anyone.get(`/policy/approvalLink/pdf/${forged[0]}`)).status).toBe(404);
  });
});

test('nobody is mailed more often than five times a day, and not more than thirty people a day are asked by an organisation', async () => {
  const { send, portal } = await linksWorld();
  for (let i = 0; i < 5; i++) expect((await send()).status).toBe(200);
  expect(refusalOf(await send())).toEqual([429, 'too-many-requests-sent']);
  expect(refusalOf(await send({ approverEmail: 'BO@elsewhere-tools.com' }))).toEqual([
    429,
    'too-many-requests-sent',
  ]);
  for (let i = 0; i < 29; i++)
    expect((await send({ approverEmail: `p${i}@elsewhere-tools.com` })).status).toBe(200);
  expect(refusalOf(await send({ approverEmail: 'last@elsewhere-tools.com' }))).toEqual([
    429,
    'too-many-requests-sent',
  ]);
  portal.clock.advance(86_400);
  const ada = await portal.signIn('ada@acme-widgets.com');
  const again = await ada.post('/policy/policySave', {
    policy: { id: 'backup', mode: 'sent', approverEmail: bo },
  });
  expect(again.status, JSON.stringify(again.body)).toBe(200);
});

test('what people typed is text in the mails', async () => {
  const { send, mailsTo, approvalToken, anyone } = await linksWorld();
  const evil = '<img src=x onerror=alert(1)> www.evil.example';
  await send({ approver: evil, note: `${evil}\r\nBcc: x@evil.example` });
  const [mail] = await mailsTo(bo);
  expect(mail!.html).not.toContain('<img src=x');
  expect(mail!.html).not.toContain('www.evil.example');
  const token = await approvalToken();
  const { policy } = (await anyone.post('/policy/approvalLink/open', { token })).body.data;
  const given = {
    token,
    decision: 'return',
    name: evil,
    comment: `${evil} <a href="https://evil.example">x</a>`,
    textHash: policy.textHash,
  };
  expect((await anyone.post('/policy/approvalLink/answer', given)).status).toBe(200);
  const [word] = await mailsTo('ada@acme-widgets.com');
  expect(word!.html).not.toMatch(/<img src=x|href="https:\/\/evil/);
  expect(word!.html).toContain('&lt;img');
});
