import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { givenValue, valueSpec } from './document.ts';
import {
  diffLine,
  draftMode,
  outOfBoxPolicy,
  policy,
  policyId,
  policyStatus,
  policySummary,
  storedVersion,
  versionNumber,
} from './entities.ts';

const org = { access: 'org', module: 'compliance' } as const;
const read = { ...org, method: 'GET', refusals: {}, background: true } as const;
const post = { ...org, method: 'POST' } as const;
const noPolicy = { 'no-such-policy': 404 } as const;
const values = z.record(z.string().max(60), givenValue);

/** modules.md 7: what the editor sends; whatever else a policy carries is worked out at the server and left aside. */
const savedPolicy = z.object({
  /** Left out: a new custom policy. */
  id: policyId.optional(),
  name: z.string().trim().max(120, 'Use at most 120 characters.').optional(),
  /** The version that was edited, or the one that it becomes. */
  version: versionNumber.optional(),
  /** Active approves the text as it is sent. */
  status: policyStatus.optional(),
  /** `sent` sends the draft to its approver. */
  mode: draftMode.nullish(),
  custom: z.boolean().optional(),
  customValues: values.nullish(),
  customPolicy: z.string().max(400_000, 'The text is too long.').nullish(),
  /** Who is asked to approve; when approving: left out for the person who is signed in. */
  approver: z.string().trim().max(120, 'Use at most 120 characters.').nullish(),
  approverEmail: z.union([z.literal(''), z.email('Please enter a valid email address.').max(254)]).nullish(),
  note: z.string().trim().max(1000, 'Use at most 1,000 characters.').nullish(),
  material: z.boolean().nullish(),
  /** Of the template as it was shown: what is approved was filled from nothing else. */
  basis: z.string().max(100).nullish(),
  /** Of the text that was shown: what is approved says the same. */
  textHash: z.string().max(100).nullish(),
  /** Of the version as it was loaded. Without it only one's own last save is overwritten. */
  etag: z.string().max(100).nullish(),
});

/** Everything but files. */
export const policyTextsContract = {
  policyList: endpoint({
    ...read,
    body: z.object({}),
    path: '/policy/policyList',
    summary: 'Policies of the organisation (what holds, and open drafts), and the templates.',
    reply: z.object({
      data: z.array(policySummary),
      outOfBoxPolicyList: z.array(outOfBoxPolicy),
      /** Whether the plan lets people sign. */
      signOffInPlan: z.boolean(),
    }),
  }),
  policySave: endpoint({
    ...post,
    path: '/policy/policySave',
    summary: 'Save a draft, send it to its approver, or approve it.',
    body: z.object({ policy: savedPolicy, env: z.unknown().optional() }),
    reply: z.object({ data: policy }),
    refusals: {
      ...noPolicy,
      /** Somebody else saved meanwhile; says who and when. */
      'changed-meanwhile': 409,
      /** Names the fields that are wrong. */
      'values-invalid': 400,
      /** Names the required values that are empty. */
      'values-missing': 400,
      'name-missing': 400,
      'name-taken': 409,
      'text-missing': 400,
      /** An open draft would get the same version number. */
      'draft-open': 409,
      /** What was shown is not what would be approved: the company's values changed meanwhile. */
      'text-changed': 409,
      'approver-missing': 400,
      'too-many-policies': 403,
      'too-many-requests-sent': 429,
    },
    rate: { max: 120, perSeconds: 60 },
    // a long custom policy with its markup
    maxBytes: 1_000_000,
  }),
  policyLoad: endpoint({
    ...post,
    path: '/policy/policyLoad',
    summary: 'One policy, whole: the version named, else the open draft, else what holds, else the template.',
    body: z.object({ policyType: policyId, version: versionNumber.nullish() }),
    reply: z.object({ data: policy, storageList: z.array(storedVersion) }),
    refusals: noPolicy,
    background: true,
  }),
  policyHistory: endpoint({
    ...post,
    path: '/policy/policyHistory',
    summary: 'All kept versions of a policy, newest first.',
    body: z.object({ policyType: policyId }),
    reply: z.object({ data: z.array(storedVersion) }),
    refusals: noPolicy,
    background: true,
  }),
  policyCompare: endpoint({
    ...post,
    path: '/policy/policyCompare',
    summary:
      'What changed between two versions of a policy, word by word; `template` stands for the newest template with the values of the other.',
    body: z.object({
      policyType: policyId,
      from: versionNumber,
      to: z.union([versionNumber, z.literal('template')]),
    }),
    reply: z.object({ data: z.object({ lines: z.array(diffLine), added: z.int(), removed: z.int() }) }),
    refusals: noPolicy,
    background: true,
  }),
  policyDelete: endpoint({
    ...org,
    method: 'GET',
    path: '/policy/policyDelete/:id;:version',
    summary: 'Delete a draft.',
    body: z.object({ id: policyId, version: versionNumber }),
    reply: z.object({}),
    refusals: { ...noPolicy, 'only-drafts': 409 },
    changes: true,
  }),
  takeNewTemplate: endpoint({
    ...post,
    path: '/policy/takeNewTemplate',
    summary: 'Open the next draft from the newest text of the template, with the values kept.',
    body: z.object({ policyType: policyId, etag: z.string().max(100).nullish() }),
    reply: z.object({ data: policy }),
    refusals: { ...noPolicy, 'changed-meanwhile': 409, 'draft-open': 409 },
  }),
  companyValues: endpoint({
    ...read,
    body: z.object({}),
    path: '/policy/companyValues',
    summary: 'What all policies say about the company: owner, contact, time between reviews.',
    reply: z.object({
      data: z.object({ values: z.array(valueSpec), given: values, etag: z.string().nullable() }),
    }),
  }),
  saveCompanyValues: endpoint({
    ...post,
    path: '/policy/saveCompanyValues',
    summary: 'Change them; drafts follow, approved versions stay as they are.',
    body: z.object({ values, etag: z.string().max(100).nullish() }),
    reply: z.object({}),
    refusals: { 'values-invalid': 400, 'changed-meanwhile': 409 },
  }),
  approvers: endpoint({
    ...read,
    body: z.object({}),
    path: '/policy/approvers',
    summary: 'Administrators who can be asked to approve.',
    reply: z.object({ data: z.array(z.object({ name: z.string(), email: z.string(), you: z.boolean() })) }),
  }),
};

/** Policies as PDF. */
export const policyFilesContract = {
  policyDownload: endpoint({
    ...org,
    method: 'GET',
    path: '/policy/policyDownload/:id;:version/:file',
    summary: 'One version as PDF.',
    body: z.object({ id: policyId, version: versionNumber, file: z.string().max(300) }),
    reply: 'file',
    refusals: noPolicy,
    rate: { max: 120, perSeconds: 60 },
  }),
  policyPack: endpoint({
    ...org,
    method: 'GET',
    path: '/policy/policyPack/:file',
    summary: 'Every policy that holds now as one PDF.',
    body: z.object({ file: z.string().max(300) }),
    reply: 'file',
    refusals: { 'nothing-in-force': 404 },
    rate: { max: 12, perSeconds: 60 },
  }),
};

export const policiesContract = { ...policyTextsContract, ...policyFilesContract };
