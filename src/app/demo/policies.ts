import { readQueuedMail, isMailJob } from '#platform/server/mail/outbox.ts';
import { saveCompanyValues } from '#modules/policies/server/companyValues.ts';
import { answerApproval, openApproval } from '#modules/policies/server/approvals/links.ts';
import { policiesModule } from '#modules/policies/server/module.ts';
import { listPolicies } from '#modules/policies/server/policies.ts';
import { savePolicy } from '#modules/policies/server/savePolicy.ts';
import { chanceBetween } from './chance.ts';
import { visitorCtx } from './oneTransaction.ts';
import { companyValues, policySteps, workshop, type PolicyStep } from './policyYear.ts';
import { atHour, daysBefore, workOff, type Happening, type World } from './world.ts';

/** The secret of the link in somebody's newest mail. */
export function tokenInMail(
  { base, queued }: World,
  to: string,
  page: 'policy-approval' | 'policy-signing' | 'learn',
): string {
  const link = new RegExp(`/${page}/([\\w-]+)`);
  for (const { spec, data } of queued.toReversed()) {
    if (!isMailJob(spec)) continue;
    const mail = readQueuedMail(base, data as { sealed: string });
    const token = mail?.to.address === to && link.exec(mail.text)?.[1];
    if (token) return token;
  }
  throw new Error(`The demo has no link for ${to}.`);
}

/** The id of the company's own policy comes with it. */
export async function policyIdOf({ admin }: World, id: string): Promise<string | undefined> {
  if (id !== 'workshop') return id;
  const { data } = await listPolicies(admin());
  return data.find(({ name }) => name === workshop.name)?.id;
}

async function write(world: World, step: PolicyStep): Promise<void> {
  const { id, does, values, note, material } = step;
  const own = id === 'workshop';
  const known = await policyIdOf(world, id);
  await savePolicy(world.admin(), {
    policy: {
      ...(known ? { id: known } : {}),
      ...(own
        ? { custom: true, name: workshop.name, customPolicy: workshop.html }
        : { customValues: values ?? {} }),
      ...(note ? { note } : {}),
      ...(material ? { material } : {}),
      ...(does === 'approve' ? { status: 'Active' as const } : {}),
      ...(does === 'send'
        ? { mode: 'sent' as const, approver: step.to.name, approverEmail: step.to.email }
        : {}),
    },
  });
  await workOff(world, policiesModule.jobs);
}

async function answer(
  world: World,
  { by, decision, comment = '' }: Extract<PolicyStep, { does: 'answer' }>,
): Promise<void> {
  const visitor = visitorCtx(world.base, '198.51.100.61');
  const token = tokenInMail(world, by.email, 'policy-approval');
  const { data } = await openApproval(visitor, { token });
  world.clock.advance(700);
  await answerApproval(visitor, { token, decision, name: by.name, comment, textHash: data.policy.textHash });
  await workOff(world, policiesModule.jobs);
}

/** The company says what holds for all policies, approves one after the other, and changes its mind. */
export function policyHappenings(world: World): Happening[] {
  const { admin, now } = world;
  return [
    {
      at: atHour(daysBefore(now, companyValues.daysAgo), 9),
      happen: async () => void (await saveCompanyValues(admin(), { values: companyValues.values })),
    },
    ...policySteps.map((step) => ({
      at: atHour(
        daysBefore(now, step.daysAgo),
        (step.does === 'answer' ? 10 : 14) + chanceBetween(3, 110, step.id, step.daysAgo) / 60,
      ),
      happen: () => (step.does === 'answer' ? answer(world, step) : write(world, step)),
    })),
  ];
}
