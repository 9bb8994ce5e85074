import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { isLegible } from '#platform/text.ts';
import { policyId, publicPolicy, versionNumber } from './entities.ts';

const org = { access: 'org', module: 'compliance' } as const;
const read = { ...org, method: 'GET', refusals: {}, background: true } as const;
const post = { ...org, method: 'POST' } as const;
const notInPlan = { 'sign-off-not-in-plan': 403 } as const;
const token = z.string().min(20).max(400);
const open = { access: 'public', rate: { max: 60, perSeconds: 60 } } as const;
/** A whole company signs from one address; nobody guesses a link. */
const signing = { access: 'public', rate: { max: 600, perSeconds: 60 } } as const;
const linkRefusals = { 'link-invalid': 404, 'link-used': 410, 'link-expired': 410 } as const;
const personName = z
  .string()
  .trim()
  .max(120, 'Use at most 120 characters.')
  .refine(isLegible, 'Please enter your full name.');

/** Why some people are not mailed today, and what to do about it; absent where all were. */
const heldNotice = z.string().optional();

/** One person of the team and what is signed. */
const signer = z.object({
  memberId: z.string(),
  name: z.string(),
  email: z.string(),
  signed: z.int(),
  asked: z.int(),
  /** When the last mail went to the person. */
  sentAt: z.string().nullable(),
  lastSignedAt: z.string().nullable(),
});
export type Signer = z.infer<typeof signer>;

const overview = z.object({
  policies: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      version: z.int(),
      asked: z.boolean(),
      signed: z.int(),
      people: z.int(),
    }),
  ),
  /** People of the team, and how many of them have signed everything that is asked. */
  people: z.int(),
  done: z.int(),
});
export type Overview = z.infer<typeof overview>;

const signedLine = z.object({
  policyType: z.string(),
  policyName: z.string(),
  version: z.int(),
  /** The name that was typed. */
  name: z.string(),
  email: z.string(),
  signedAt: z.string(),
});
export type SignedLine = z.infer<typeof signedLine>;

/** For administrators: who signs what. */
export const signOffContract = {
  signOff: endpoint({
    ...read,
    body: z.object({}),
    path: '/policy/signOff',
    summary: 'Policies that hold, whether people are asked to sign them, and how many have.',
    reply: z.object({ data: overview }),
    refusals: notInPlan,
  }),
  signers: endpoint({
    ...read,
    path: '/policy/signers',
    summary: 'The team, a page at a time, with what each person has signed.',
    body: z.object({
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(10),
      search: z.string().trim().max(100).default(''),
      only: z.enum(['all', 'waiting', 'done']).default('all'),
      sort: z.enum(['name', 'email', 'signed', 'sentAt']).default('name'),
      down: z.enum(['0', '1']).default('0'),
    }),
    reply: z.object({ data: z.object({ people: z.array(signer), total: z.int() }) }),
    refusals: notInPlan,
  }),
  signer: endpoint({
    ...read,
    path: '/policy/signer/:memberId',
    summary: 'What one person has signed and when, and what is waiting.',
    body: z.object({ memberId: z.uuid() }),
    reply: z.object({
      data: z.object({
        person: signer,
        signed: z.array(signedLine),
        waiting: z.array(z.object({ policyType: z.string(), policyName: z.string(), version: z.int() })),
      }),
    }),
    refusals: { ...notInPlan, 'no-such-person': 404 },
  }),
  addSigners: endpoint({
    ...post,
    path: '/policy/addSigners',
    summary: 'Add people to the team; says of each what became of it.',
    body: z.object({
      people: z
        .array(z.object({ name: z.string().trim().max(120), email: z.string().trim().max(254) }))
        .min(1)
        .max(500),
    }),
    reply: z.object({
      data: z.array(
        z.object({
          name: z.string(),
          email: z.string(),
          fate: z.enum(['added', 'already-there', 'bad-address', 'name-missing']),
        }),
      ),
    }),
    refusals: { ...notInPlan, 'too-many-people': 403 },
  }),
  removeSigner: endpoint({
    ...post,
    path: '/policy/removeSigner',
    summary: 'A person leaves the team; what was signed stays on record.',
    body: z.object({ memberId: z.uuid() }),
    reply: z.object({}),
    refusals: { ...notInPlan, 'no-such-person': 404 },
  }),
  askToSign: endpoint({
    ...post,
    path: '/policy/askToSign',
    summary: 'Which policies the team signs; whoever owes a signature gets a mail with a link.',
    body: z.object({ policyTypes: z.array(policyId).max(200) }),
    reply: z.object({ data: z.object({ mailed: z.int(), notice: heldNotice }) }),
    refusals: { ...notInPlan, 'no-such-policy': 404 },
    notInSupportSession: true,
  }),
  remindSigners: endpoint({
    ...post,
    path: '/policy/remindSigners',
    summary:
      'Send the link again to the people named, or to all who still owe a signature; not twice within an hour.',
    body: z.object({ memberIds: z.array(z.uuid()).max(500).optional() }),
    reply: z.object({ data: z.object({ mailed: z.int(), skipped: z.int(), notice: heldNotice }) }),
    refusals: { ...notInPlan, 'too-many-mails': 429 },
    notInSupportSession: true,
  }),
  exportSignatures: endpoint({
    ...org,
    method: 'GET',
    path: '/policy/exportSignatures',
    summary: 'Every signature, and every one that is waiting, as CSV.',
    body: z.object({ policyType: policyId.optional() }),
    reply: 'file',
    refusals: notInPlan,
  }),
};

/** For people without an account: what a link opens. */
export const policyLinksContract = {
  openApproval: endpoint({
    ...open,
    method: 'POST',
    path: '/policy/approvalLink/open',
    summary: 'The draft that somebody is asked to approve.',
    body: z.object({ token }),
    reply: z.object({
      data: z.object({
        companyName: z.string(),
        approver: z.string(),
        sentBy: z.string(),
        expiresAt: z.string(),
        policy: publicPolicy,
      }),
    }),
    refusals: linkRefusals,
  }),
  answerApproval: endpoint({
    ...open,
    rate: { max: 20, perSeconds: 60 },
    method: 'POST',
    path: '/policy/approvalLink/answer',
    summary: 'Approve the draft, or return it with a comment; the link works once.',
    body: z.object({
      token,
      decision: z.enum(['approve', 'return']),
      name: personName,
      comment: z.string().trim().max(2000, 'Use at most 2,000 characters.').default(''),
      /** Of the text that was shown. */
      textHash: z.string().max(100),
    }),
    reply: z.object({}),
    refusals: { ...linkRefusals, 'comment-missing': 400, 'text-changed': 409, 'values-missing': 400 },
  }),
  approvalPdf: endpoint({
    ...open,
    method: 'GET',
    path: '/policy/approvalLink/pdf/:token',
    summary: 'The draft as PDF.',
    body: z.object({ token }),
    reply: 'file',
    refusals: linkRefusals,
  }),
  openSigning: endpoint({
    ...signing,
    method: 'POST',
    path: '/policy/signingLink/open',
    summary: 'What a person is asked to sign, and what is signed.',
    body: z.object({ token }),
    reply: z.object({
      data: z.object({
        companyName: z.string(),
        person: z.string(),
        expiresAt: z.string(),
        policies: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            version: z.int(),
            summary: z.string(),
            /** To read. */
            minutes: z.int(),
            /** What changed, where an earlier version was signed. */
            note: z.string(),
            signedAt: z.string().nullable(),
          }),
        ),
      }),
    }),
    refusals: linkRefusals,
  }),
  readToSign: endpoint({
    ...signing,
    method: 'POST',
    path: '/policy/signingLink/read',
    summary: 'The text of one of them.',
    body: z.object({ token, policyType: policyId }),
    reply: z.object({ data: publicPolicy }),
    refusals: { ...linkRefusals, 'no-such-policy': 404 },
  }),
  sign: endpoint({
    ...signing,
    method: 'POST',
    path: '/policy/signingLink/sign',
    summary: 'The person has read and understood this version.',
    body: z.object({
      token,
      policyType: policyId,
      version: versionNumber,
      textHash: z.string().max(100),
      name: personName,
      agreed: z.literal(true),
    }),
    reply: z.object({ data: z.object({ signedAt: z.string(), left: z.int() }) }),
    refusals: { ...linkRefusals, 'no-such-policy': 404, 'text-changed': 409, 'already-signed': 409 },
  }),
  signingPdf: endpoint({
    ...open,
    method: 'GET',
    path: '/policy/signingLink/pdf/:token/:policyType',
    summary: 'The text of one of them as PDF.',
    body: z.object({ token, policyType: policyId }),
    reply: 'file',
    refusals: { ...linkRefusals, 'no-such-policy': 404 },
  }),
};
