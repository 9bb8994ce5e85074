import type { Calls } from '../calls.ts';
import { ageSnapshots } from '../database.ts';
import { until, type RunningPortal } from '../world.ts';

/** The tools of a company somewhere on their way, made in no time. */

async function must<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

const levels = {
  leadership: 3,
  awareness: 2,
  workforce: 2,
  reporting: 1,
  risk: 2,
  assets: 3,
  suppliers: 1,
  incident: 2,
  backup: 3,
  identity: 4,
  endpoint: 3,
  patching: 2,
  network: 5,
  data: 2,
  monitoring: 1,
};
type ElementId = keyof typeof levels;

const answersTo = (id: ElementId, level: number) =>
  [1, 2, 3, 4, 5]
    .filter((step) => step <= level + 1)
    .flatMap((step) =>
      ['key', 'coverage', 'evidence', 'upkeep'].map((kind) => ({
        questionId: `${id}-${step}-${kind}`,
        answer: step <= level ? 'yes' : 'no',
      })),
    );
const save = (calls: Calls, answers: object[]) =>
  must(calls.post('/zimm/saveAssessment', { data: { answers } }));

/** Two elements are done, one is begun, and one answer is “not sure”. */
export async function beginAssessment(calls: Calls): Promise<void> {
  await save(calls, [
    ...answersTo('leadership', 2),
    { questionId: 'leadership-3-upkeep', answer: 'unsure' },
    ...answersTo('awareness', 0).slice(0, 3),
    ...answersTo('risk', 1),
  ]);
}

/** All is answered, better than a month ago; a step is planned, another one done. */
export async function completeAssessment(
  portal: RunningPortal,
  calls: Calls,
  companyName: string,
): Promise<void> {
  const ids = Object.keys(levels) as ElementId[];
  await save(
    calls,
    ids.flatMap((id) => answersTo(id, Math.max(0, levels[id] - 1))),
  );
  await ageSnapshots(portal, companyName, 31);
  await save(
    calls,
    ids.flatMap((id) => answersTo(id, levels[id])),
  );
  await must(calls.post('/zimm/setTarget', { target: 3 }));
  await must(
    calls.post('/zimm/saveTask', {
      questionId: 'reporting-2-key',
      owner: 'Ben Ferry',
      due: '2026-12-15',
      done: false,
    }),
  );
  await must(
    calls.post('/zimm/saveTask', { questionId: 'reporting-2-coverage', owner: '', due: null, done: true }),
  );
}

export type PolicyState = {
  /** Id of the company's own policy. */
  own: string;
  /** Secrets of links: to an approval that waits and to one that was answered; of people who owe everything, something, nothing. */
  approval: string;
  answered: string;
  signing: { open: string; begun: string; done: string };
};

type Saved = { data: { id: string } };
const outside = { approver: 'Bo Lind', approverEmail: 'bo@elsewhere-tools.com' };

/** The token of the newest email that says something: subjects of emails to others are the same for all policies. */
async function tokenIn(portal: RunningPortal, to: string, words: RegExp, page: string): Promise<string> {
  const { links } = await until(`an email to ${to} that says ${words}`, async () =>
    (await portal.mails(to)).find(({ text }) => words.test(text)),
  );
  return links.map((link) => new RegExp(`/${page}/([\\w-]+)`).exec(link)?.[1]).find(Boolean)!;
}

async function sign(calls: Calls, token: string, policyTypes: readonly string[]): Promise<void> {
  for (const policyType of policyTypes) {
    type Text = { data: { version: number; textHash: string } };
    const { data } = await must(calls.post<Text>('/policy/signingLink/read', { token, policyType }));
    const { version, textHash } = data;
    await must(
      calls.post('/policy/signingLink/sign', {
        token,
        policyType,
        version,
        textHash,
        name: 'Someone',
        agreed: true,
      }),
    );
  }
}

/** Policies in every state, and three people who sign. */
export async function writePolicies(portal: RunningPortal, calls: Calls): Promise<PolicyState> {
  const save = (policy: object) => must(calls.post<Saved>('/policy/policySave', { policy }));
  await must(
    calls.post('/policy/saveCompanyValues', {
      values: {
        policyOwner: 'Ada Marsh',
        securityContactName: 'the IT desk',
        securityContactEmail: 'security@harbor-lamps.com',
      },
    }),
  );
  await save({ id: 'acceptable-use', status: 'Active' });
  const changed = { personalUse: 'not allowed', usbDrives: 'not allowed' };
  await save({
    id: 'acceptable-use',
    status: 'Active',
    customValues: changed,
    note: 'Private use has come to an end.',
    material: true,
  });
  await save({ id: 'backup', status: 'Active' });
  const own = await save({
    custom: true,
    name: 'Visitors in the workshop',
    customPolicy:
      '<h2>Rules</h2><ol><li><p>Visitors are never <strong>alone</strong>.</p></li></ol><table><tbody><tr><th><p>Door</p></th><th><p>Key</p></th></tr><tr><td><p>Front</p></td><td><p>Ada</p></td></tr></tbody></table>',
    status: 'Active',
  });
  await save({ id: 'passwords', customValues: { minLengthNoMfa: 16 } });
  await save({ id: 'patching', mode: 'sent', ...outside });
  const answered = await tokenIn(portal, outside.approverEmail, /Updates/, 'policy-approval');
  type Opened = { data: { policy: { textHash: string } } };
  const { data } = await must(calls.post<Opened>('/policy/approvalLink/open', { token: answered }));
  const { textHash } = data.policy;
  const comment = 'Fourteen days are too long for the shop.';
  await must(
    calls.post('/policy/approvalLink/answer', {
      token: answered,
      decision: 'return',
      name: 'Bo Lind',
      comment,
      textHash,
    }),
  );
  await save({ id: 'logging', mode: 'sent', ...outside, note: 'Our first one.' });
  const approval = await tokenIn(portal, outside.approverEmail, /Logging/, 'policy-approval');

  const people = ['Cy Dale', 'Dee Fox', 'Eli Grove'].map((name) => ({
    name,
    email: `${name.split(' ')[0]!.toLowerCase()}@harbor-lamps.com`,
  }));
  await must(calls.post('/policy/addSigners', { people }));
  const asked = ['acceptable-use', 'backup', own.data.id];
  await must(calls.post('/policy/askToSign', { policyTypes: asked }));
  const [open, begun, done] = (await Promise.all(
    people.map(({ email }) => tokenIn(portal, email, /./, 'policy-signing')),
  )) as [string, string, string];
  await sign(calls, begun, ['acceptable-use']);
  await sign(calls, done, asked);
  // whoever has signed reads what changed since
  await save({
    id: 'acceptable-use',
    status: 'Active',
    customValues: { personalUse: 'limited' },
    note: 'Limited private use again.',
    material: true,
  });
  await sign(calls, done, ['acceptable-use']);
  return { own: own.data.id, approval, answered, signing: { open, begun, done } };
}
