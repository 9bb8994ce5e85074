import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { GlobalDb } from '#platform/server/database/database.ts';
import { putFirstCode, putNextCode, takeCode } from './codes/codes.store.ts';
import { attributes, clientId, code, isEmail, maskedEmail, password, username } from './inputs.ts';
import { checkPolicy } from './passwords.ts';
import type { CodeDelivery } from '../port.ts';
import { canonicalName, hashName, type Caller, type Pool } from './pool.ts';
import { refusals } from './poolError.ts';
import { subjectOf } from './subject.ts';
import { confirmUser, findUser, insertUser, makeCredentials } from './users.store.ts';

export const signUpInput = z.object({
  ClientId: clientId,
  Username: username,
  Password: password,
  UserAttributes: attributes,
  ValidationData: attributes,
});
export const confirmSignUpInput = z.object({
  ClientId: clientId,
  Username: username,
  ConfirmationCode: code,
});
export const nameInput = z.object({ ClientId: clientId, Username: username });

export type DeliveryDetails = {
  CodeDeliveryDetails: { Destination: string; DeliveryMedium: 'EMAIL'; AttributeName: 'email' };
};
export const deliveryDetails = (name: string): DeliveryDetails => ({
  CodeDeliveryDetails: { Destination: maskedEmail(name), DeliveryMedium: 'EMAIL', AttributeName: 'email' },
});

/** Hands a code over on the transaction that stored it; a failure undoes both. */
export async function deliver(pool: Pool, tx: GlobalDb, delivery: CodeDelivery): Promise<void> {
  try {
    await pool.deliverCode(tx, delivery);
  } catch (error) {
    pool.log.error({ err: error, kind: delivery.kind }, 'code not delivered');
    throw refusals.codeNotDelivered();
  }
}

/** Answers no sooner than after the pool's floor, so that the time does not tell whether a mail was queued. */
export async function atFloor<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const floor = pool.answerFloorMs > 0 ? pause(pool.answerFloorMs) : undefined;
  try {
    return await work();
  } finally {
    await floor;
  }
}

const subscriptionIdShape = /^[\x21-\x7e]{1,256}$/;

function readAttributes(given: z.output<typeof attributes>, email: string): string | null {
  let subscriptionId: string | null = null;
  for (const { Name, Value = '' } of given) {
    if (Name === 'email') {
      if (canonicalName(Value) !== email)
        throw refusals.invalid('The email attribute must be the same as the username.');
    } else if (Name === 'custom:subscriptionId') {
      if (Value !== '' && !subscriptionIdShape.test(Value))
        throw refusals.invalid(
          'Attributes did not conform to the schema: custom:subscriptionId: Invalid value',
        );
      subscriptionId = Value === '' ? null : Value;
    } else throw refusals.attributeNotWritable();
  }
  return subscriptionId;
}

/** Before it is told whether an address has an account, so that programs cannot ask for many. */
async function askTrigger(pool: Pool, given: z.output<typeof attributes>, { ip }: Caller): Promise<void> {
  if (!pool.admitSignUp) return;
  const validationData = Object.fromEntries(given.map(({ Name, Value = '' }) => [Name, Value]));
  const answer = await pool.admitSignUp({ validationData, ip });
  if (!answer.admitted) throw refusals.triggerRefused('PreSignUp', answer.refusal);
}

/** SignUp: an account that waits for the code of its mail. */
export async function signUp(pool: Pool, input: z.output<typeof signUpInput>, caller: Caller) {
  const email = input.Username;
  if (!isEmail(email)) throw refusals.invalid('Username should be an email.');
  const subscriptionId = readAttributes(input.UserAttributes, email);
  checkPolicy(input.Password, [email, ...(await pool.guessableWords(null))]);
  await askTrigger(pool, input.ValidationData, caller);
  if (await findUser(pool.db, email)) throw refusals.userExists();
  const [cognitoId, now] = [randomUUID(), pool.now()];
  const credentials = await makeCredentials(pool, cognitoId, input.Password);
  await pool.db.transaction().execute(async (tx) => {
    const user = {
      cognitoId,
      email,
      emailVerified: false,
      subscriptionId,
      status: 'UNCONFIRMED',
      ...credentials,
      temporaryUntil: null,
      createdAt: now,
      updatedAt: now,
    };
    if (!(await insertUser(tx, user))) throw refusals.userExists();
    const code = await putFirstCode(tx, pool, hashName(pool, cognitoId), cognitoId);
    await deliver(pool, tx, {
      kind: 'sign-up',
      email,
      code,
      cognitoId,
      signUpCode: subscriptionId,
      ...(caller.host ? { host: caller.host } : {}),
    });
  });
  return { UserConfirmed: false, UserSub: cognitoId, ...deliveryDetails(email) };
}

/** ConfirmSignUp: the code of the mail makes the account usable and its address verified. */
export const confirmSignUp = (
  pool: Pool,
  input: Pick<z.output<typeof confirmSignUpInput>, 'Username' | 'ConfirmationCode'>,
): Promise<object> => atFloor(pool, () => confirmByCode(pool, input.Username, input.ConfirmationCode));

async function confirmByCode(pool: Pool, given: string, code: string): Promise<object> {
  const user = await findUser(pool.db, given);
  if (!pool.hideUsers && !user) throw refusals.nameNotFound();
  if (!pool.hideUsers && user?.status !== 'UNCONFIRMED') throw refusals.alreadyConfirmed();
  const { nameHash } = subjectOf(pool, given, user);
  const outcome = await pool.db.transaction().execute(async (tx) => {
    const taken = await takeCode(tx, pool, 'sign-up', nameHash, code);
    if (taken.outcome !== 'right') return taken.outcome;
    return (await confirmUser(tx, taken.cognitoId, pool.now())) ? 'confirmed' : 'used';
  });
  if (outcome === 'used') throw refusals.alreadyConfirmed();
  if (outcome === 'expired') throw refusals.codeExpired();
  if (outcome === 'mismatch') throw refusals.codeMismatch();
  if (outcome === 'limit') throw refusals.attemptLimit();
  return {};
}

/** ResendConfirmationCode: another mail while the account waits; the same answer when there is none to send. */
export const resendConfirmationCode = (
  pool: Pool,
  input: z.output<typeof nameInput>,
  caller: Caller,
): Promise<DeliveryDetails> =>
  atFloor(pool, async () => {
    const user = await findUser(pool.db, input.Username);
    if (!pool.hideUsers && !user) throw refusals.nameNotFound();
    if (!pool.hideUsers && user?.status !== 'UNCONFIRMED')
      throw refusals.invalid('User is already confirmed.');
    const waiting = user?.status === 'UNCONFIRMED';
    await pool.db.transaction().execute(async (tx) => {
      // a confirmed account keeps its used code: the link of its mail goes on saying that all is well
      const code = await putNextCode(
        tx,
        pool,
        'sign-up',
        subjectOf(pool, input.Username, user).nameHash,
        user?.cognitoId ?? null,
        user !== undefined && !waiting,
      );
      if (code === null) throw refusals.attemptLimit();
      if (!waiting) return;
      const { cognitoId, email, subscriptionId } = user;
      await deliver(pool, tx, {
        kind: 'resend',
        email,
        code,
        cognitoId,
        signUpCode: subscriptionId,
        ...(caller.host ? { host: caller.host } : {}),
      });
    });
    return deliveryDetails(input.Username);
  });
