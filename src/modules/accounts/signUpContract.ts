import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { oneLine } from '#platform/text.ts';

/** A link that cannot be one of ours is answered like one that has ended, so any text may be asked about. */
const linkId = z.string().max(200);
const captchaAction = z.enum(['sign-up']);

/** `sent` and `opened` wait for their person; the others no longer do. */
export const signUpLinkSchema = z.object({
  status: z.enum(['sent', 'opened', 'accepted', 'userExists']),
  createdFor: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
  companyName: z.string(),
  subscriptionId: z.string(),
  /** `sec` asks whether messages about security are wanted. */
  variant: z.enum(['link', 'sec']),
  trialDays: z.number().nullable(),
  expirationDate: z.string(),
});
export type SignUpLink = z.infer<typeof signUpLinkSchema>;

/** Signing up: by the link of an operator's mail, or freely behind a captcha. */
export const signUpContract = {
  magicLinkSignupFetch: endpoint({
    method: 'GET',
    path: '/accounts/magicLinkSignupFetch/:linkId',
    summary: 'For whom a sign-up link is, and whether it still waits.',
    access: 'public',
    body: z.object({ linkId }),
    reply: z.object({ data: signUpLinkSchema }),
    refusals: { 'link-invalid': 404 },
    rate: { max: 30, perSeconds: 60 },
  }),
  magicLinkSignup: endpoint({
    method: 'POST',
    path: '/accounts/magicLinkSignup',
    summary: 'Makes the account of a sign-up link with the chosen password, once.',
    access: 'public',
    body: z.object({ linkId, password: z.string().min(1).max(256), secOptIn: z.boolean().nullish() }),
    reply: z.object({ data: z.object({ email: z.string(), subscriptionId: z.string() }) }),
    refusals: {
      'link-invalid': 404,
      'link-used': 409,
      'user-exists': 409,
      'weak-password': 422,
      'guessable-password': 422,
      'identity-unavailable': 503,
    },
    rate: { max: 10, perSeconds: 60 },
  }),
  magicLinkSignupUpdate: endpoint({
    method: 'POST',
    path: '/accounts/magicLinkSignupUpdate',
    summary: 'Notes what happens on the page of a sign-up link; `opened` marks the link as seen.',
    access: 'public',
    body: z.object({
      linkId,
      status: z.string().max(200).transform(oneLine).pipe(z.string().max(40)),
      eventType: z.string().max(200).transform(oneLine).pipe(z.string().min(1).max(60)),
      eventDateTime: z.iso.datetime({ offset: true }),
    }),
    reply: z.object({}),
    refusals: { 'link-invalid': 404 },
    rate: { max: 60, perSeconds: 60 },
    background: true,
  }),
  captchaChallenge: endpoint({
    method: 'GET',
    path: '/recaptcha/challenge',
    summary: 'Work that a browser does before an action. Not there where an outside provider sets it.',
    access: 'public',
    body: z.object({ action: captchaAction.default('sign-up') }),
    reply: z.object({
      data: z.object({
        challenge: z.string(),
        seed: z.string(),
        pieces: z.number(),
        bits: z.number(),
        expiresInSeconds: z.number(),
      }),
    }),
    refusals: { 'no-challenge': 404 },
    rate: { max: 120, perSeconds: 60 },
    background: true,
  }),
  verifyCaptcha: endpoint({
    method: 'POST',
    path: '/recaptcha/verify',
    summary: 'Checks a solved captcha and gives a pass for one sign-up within two minutes.',
    access: 'public',
    body: z.object({ token: z.string().max(8192) }),
    // the shape of siteverify; one that fails has `error-codes` beside the code of its error
    reply: z.object({ challenge_ts: z.string(), hostname: z.string(), data: z.object({ pass: z.string() }) }),
    refusals: { robot: 403, 'captcha-unavailable': 503 },
    rate: { max: 60, perSeconds: 60 },
    background: true,
  }),
  admitSignUp: endpoint({
    method: 'POST',
    path: '/recaptcha/admitSignUp',
    summary:
      'Asked by the pre-sign-up trigger of an outside user pool: whether a sign-up may go on (docs/captcha.md).',
    access: 'public',
    body: z.object({
      /** ValidationData `captcha` of the sign-up. */
      pass: z.string().max(2048).nullish(),
      ip: z.union([z.ipv4(), z.ipv6()]).nullish(),
    }),
    reply: z.object({}),
    refusals: { unauthorized: 401, robot: 403 },
    rate: { max: 6000, perSeconds: 60 },
    background: true,
    machine: true,
  }),
};
