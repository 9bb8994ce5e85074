import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { BaseCtx, OrgCtx, OrgScope, PublicCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { openLinkToken } from '#platform/server/secrets/linkTokens.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { mailLinkContract, MailChoice, notifyContract } from '../contract.ts';
import { noticeEvents } from '../entities.ts';
import { eventsOf, eventWords, hiddenAddress } from '../rules.ts';
import { holdPerson, saveChoices, selectCompany, selectPerson, type Person } from './choices.store.ts';

type Calls = typeof notifyContract;
type LinkCalls = typeof mailLinkContract;

const choicesOf = (
  { wants }: Person,
  events = noticeEvents as readonly MailChoice['event'][],
): MailChoice[] => events.map((event) => ({ event, wanted: wants.has(event) }));

export async function mailChoices(ctx: OrgCtx): Promise<ReplyOf<Calls['mailChoices']>> {
  const person = await ctx.inOrg((db) => selectPerson(db, ctx.session.cognitoId));
  // removed while the session still lived
  if (!person) throw new Refusal('no-organization');
  return { data: { email: person.email, choices: choicesOf(person) } };
}

/** Writes those choices down that change something, as one act. */
async function choose(
  ctx: OrgScope,
  db: OrgDb,
  act: string,
  person: Person,
  choices: readonly MailChoice[],
): Promise<void> {
  const changed = choices.filter(({ event, wanted }) => person.wants.has(event) !== wanted);
  if (changed.length === 0) return;
  await saveChoices(db, ctx.orgId, person.cognitoId, changed, ctx.now());
  const told = changed
    .map(({ event, wanted }) => `${eventWords[event].label} ${wanted ? 'on' : 'off'}`)
    .join(', ');
  await recordAct(db, {
    act,
    subject: 'notification_choice',
    subjectId: person.cognitoId,
    subjectName: `${told} (${person.email})`,
  });
}

export async function chooseMails(
  ctx: OrgCtx,
  { choices }: BodyOf<Calls['chooseMails']>,
): Promise<ReplyOf<Calls['chooseMails']>> {
  const { cognitoId } = ctx.session;
  return ctx.inOrg(async (db) => {
    const person = (await holdPerson(db, cognitoId)) ? await selectPerson(db, cognitoId) : null;
    if (!person) throw new Refusal('no-organization');
    await choose(ctx, db, 'mails-chosen', person, choices);
    return { data: { choices: choicesOf((await selectPerson(db, cognitoId))!) } };
  });
}

type Opened = { scope: OrgScope; cognitoId: string; events: MailChoice['event'][] };

/** What a link names. A forged one is answered like that of a person who administers no more. */
function openLink(ctx: BaseCtx, token: string): Opened {
  const place = openLinkToken(ctx, 'mail-choice', token);
  const events = place ? eventsOf(place.round) : [];
  if (!place || events.length === 0) throw new Refusal('link-invalid');
  return { scope: ctx.forOrg(place.orgId), cognitoId: place.id, events };
}

async function answer(db: OrgDb, { cognitoId, events }: Opened): Promise<ReplyOf<LinkCalls['openMailLink']>> {
  const person = await selectPerson(db, cognitoId);
  if (!person) throw new Refusal('link-invalid');
  const { companyName } = await selectCompany(db);
  return { data: { email: hiddenAddress(person.email), companyName, choices: choicesOf(person, events) } };
}

export async function openMailLink(
  ctx: PublicCtx,
  { token }: BodyOf<LinkCalls['openMailLink']>,
): Promise<ReplyOf<LinkCalls['openMailLink']>> {
  const opened = openLink(ctx, token);
  return opened.scope.inOrg((db) => answer(db, opened));
}

/** Switches the mails of a link off, or on again. Doing so again changes nothing. Refuses with `link-invalid`. */
export async function chooseByLink(
  base: BaseCtx,
  token: string,
  wanted: boolean,
): Promise<ReplyOf<LinkCalls['openMailLink']>> {
  const opened = openLink(base, token);
  const { scope, cognitoId, events } = opened;
  return scope.inOrg(async (db) => {
    const person = (await holdPerson(db, cognitoId)) ? await selectPerson(db, cognitoId) : null;
    if (!person) throw new Refusal('link-invalid');
    await choose(
      scope,
      db,
      'mails-chosen-by-link',
      person,
      events.map((event) => ({ event, wanted })),
    );
    return answer(db, opened);
  });
}

export const chooseByMailLink = (ctx: PublicCtx, { token, wanted }: BodyOf<LinkCalls['chooseByMailLink']>) =>
  chooseByLink(ctx, token, wanted);
