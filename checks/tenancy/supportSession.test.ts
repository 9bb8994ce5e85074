import { expect, test } from 'vitest';
import { moduleRoutes } from '#app/program/calls.ts';
import { testPortal } from '#app/testing/portal.ts';
import type { Endpoint } from '#platform/endpoint.ts';

type Call = Endpoint & { name: string };
const calls: Call[] = Object.values(moduleRoutes).flatMap(({ contract }) =>
  Object.entries(contract).map(([name, endpoint]) => ({ ...(endpoint as Endpoint), name })),
);
const ofPeople = calls.filter(({ access }) => access === 'org' || access === 'session');

/**
 * What a member of staff may change as an administrator, and why. Everything else that changes something is
 * `notInSupportSession` in its contract; a new call that is neither fails here until somebody thought about it.
 */
const mayChange: Record<string, string> = {
  companyUpdate: 'sets the details of the company right',
  updateCustomerPortalData: 'saves nothing in a support session',
  analytics: 'keeps nothing in a support session',
  track: 'keeps nothing in a support session',
  createTarget: 'the website notes who confirmed for whom',
  editTarget: 'helps with websites',
  deleteTarget: 'helps with websites',
  scheduleScan: 'helps with schedules',
  editSchedule: 'helps with schedules',
  probelyUpdateSchedule: 'helps with schedules',
  checkWebsiteProof: 'looks for a proof that only the company can publish',
  startScan: 'helps with scans',
  cancelScan: 'helps with scans',
  retestIssues: 'helps with scans',
  addSigners: 'helps with the list of the team',
  removeSigner: 'helps with the list of the team',
  policySave: 'helps with drafts; approving and sending to an approver are refused',
  takeNewTemplate: 'helps with drafts',
  saveCompanyValues: 'helps with what drafts say',
  saveTrainees: 'helps with the list of the trainees',
  saveTraineesBulk: 'helps with the list of the trainees',
  editTrainee: 'helps with the list of the trainees; an address, to which a link would go, is refused',
  editTraineesCourses: 'helps with who takes which course',
  saveTrainingSettings: 'helps with the calendar; nobody is mailed by it',
  editPackage: 'helps with names of courses',
  countOffer: 'counts nothing in a support session',
  disownAsset: 'helps with what is the company’s; the log says who did it',
  ownAsset: 'helps with what is the company’s',
  checkOwnership: 'looks for a proof that only the company can publish',
  saveDkimSelectors: 'helps with names of keys',
  markAlerts: 'saves nothing in a support session',
  markConversation: 'saves nothing in a support session',
  endSupportSession: 'ends itself',
};

/** Calls that only read, although they are POST on the wire. */
const reads = [
  'profileCheck',
  'loadTargetList',
  'loadWebsites',
  'loadScheduleMap',
  'loadScanMap',
  'syncScans',
  'checkAppUrl',
  'loadScanFindings',
  'loadIssues',
  'loadWebsiteProof',
  'loadScanSettings',
  'loadIssue',
  'previewPlanChange',
  'policyLoad',
  'policyHistory',
  'policyCompare',
  // at most has the company measured anew
  'fastRatings',
  'planRatings',
  // at most counts anew what is counted already
  'loadTrainingData',
  'previewTrainees',
  // keeps nothing; the caller brings what was done before
  'previewCourse',
];

test('every call that changes something is refused in a support session, or named here with the reason why not', () => {
  const changing = ofPeople.filter(
    ({ method, name, notInSupportSession }) =>
      method === 'POST' && !notInSupportSession && !reads.includes(name),
  );
  expect(changing.map(({ name }) => name).filter((name) => !(name in mayChange))).toEqual([]);
});

/** What an administrator decides alone, by the words in the address or name of a call. */
const sensitive =
  /invite_user|UserInvite$|removeUser|editUser$|profileSave|password|factor|recovery|ownSession|subscribePlan|updatePlan|\/checkout|billingPortal|cancelSubscription|resumeSubscription|signPolic|accept/i;

test('sign-in, administrators, plans and signatures are among those refused', () => {
  const open = ofPeople.filter(
    ({ method, path, notInSupportSession }) =>
      method === 'POST' && sensitive.test(path) && !notInSupportSession,
  );
  expect(open.map(({ name }) => name)).toEqual([]);
  expect(ofPeople.filter(({ notInSupportSession }) => notInSupportSession).length).toBeGreaterThanOrEqual(15);
});

test('a support session is refused each of them before anything else is looked at, and an administrator is not', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const sam = await portal.support(ada);
  const ask = (who: typeof ada, call: Call) => {
    const path = call.path.replace(/:(\w+)/g, 'x');
    return call.method === 'GET' ? who.get(path) : who.post(path, {});
  };
  for (const call of ofPeople) {
    if (call.name === 'endSupportSession') continue;
    const { status, body } = await ask(sam, call);
    const refused = status === 403 && body.error?.code === 'not-in-support-session';
    expect(refused, call.name).toBe(call.notInSupportSession === true);
  }
  const harmless = ofPeople.filter(
    ({ notInSupportSession, name }) => notInSupportSession && !/^(endOther|profileSave)/.test(name),
  );
  for (const call of harmless)
    expect((await ask(ada, call)).body.error?.code, call.name).not.toBe('not-in-support-session');
});
