import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { PublicCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { FileReply } from '#platform/server/http/serve.ts';
import type { accountsContract } from '../../contract.ts';
import { accountsPaths } from '../../paths.ts';
import { normalizeUsername } from '../../rules.ts';
import { asRefusal } from '../identityRefusal.ts';

type Confirm = (typeof accountsContract)['confirmSignupByPassword'];

const isCode = (code: string): boolean => /^\d{6}$/.test(code);

/**
 * The link of the confirmation mail. Mail gateways open it too, some with a whole browser, so it only leads to the page that
 * asks for the password of the sign-up. One that can be no link of ours is invalid at once (platform.md 2).
 */
export async function openConfirmLink(
  _ctx: PublicCtx,
  body: { username: string; code: string },
): Promise<FileReply> {
  const username = normalizeUsername(body.username);
  if (username !== '' && isCode(body.code))
    return { redirect: accountsPaths.confirming(username, body.code) };
  const query = new URLSearchParams({ verification_result: 'invalid', ...(username ? { username } : {}) });
  return { redirect: `${accountsPaths.signIn()}?${query}` };
}

/**
 * Confirms an address for whoever has both the code of its mail and the password of the sign-up: a mailbox alone confirms no
 * stranger's sign-up, a password alone nobody's address. Refuses with `wrong-password` whether or not there is an account.
 */
export async function confirmByPassword(ctx: PublicCtx, body: BodyOf<Confirm>): Promise<ReplyOf<Confirm>> {
  const username = normalizeUsername(body.username);
  const { identity } = ctx.providers;
  const person = await identity
    .checkPassword(username, body.password, { unconfirmed: true })
    .catch(asRefusal);
  if (!person) throw new Refusal('wrong-password');
  const result = isCode(body.code)
    ? await identity.confirmSignUp(username, body.code).catch(asRefusal)
    : 'invalid';
  return { result, subscriptionId: person.signUpCode };
}
