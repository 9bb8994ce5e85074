import type { GivenValues } from '../../document.ts';
import type { Policy } from '../../entities.ts';
import type { SavedPolicy } from '../queries.ts';

/** What a person changes about a policy. */
export type Work = { name: string; values: GivenValues; text: string };

export const workOf = (policy: Policy): Work => ({
  name: policy.name,
  values: policy.customValues,
  text: policy.customPolicy,
});

const inOrder = (values: GivenValues) =>
  Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));

export const isSame = (one: Work, other: Work): boolean =>
  one.name === other.name &&
  one.text === other.text &&
  JSON.stringify(inOrder(one.values)) === JSON.stringify(inOrder(other.values));

/** What is being edited: the version it came from, how it was when last saved, and how it is now. */
export type Desk = {
  base: Policy;
  saved: Work;
  now: Work;
  /** The state that saving builds on. */
  etag: string | null;
  /** State of what was loaded last: what is saved or taken from here is loaded a moment later. */
  seen: string | null;
  /** Counts up whenever the text is replaced from outside, so that the editor begins anew. */
  edition: number;
};

export const deskOf = (policy: Policy, edition = 0): Desk => {
  const work = workOf(policy);
  return { base: policy, saved: work, now: work, etag: policy.etag, seen: policy.etag, edition };
};

export const isDirty = (desk: Desk): boolean => !isSame(desk.saved, desk.now);

/** What the company says for all policies changes by itself: the text is shown with it, and what was typed stays. */
function withBasis(desk: Desk, { etag, template }: Policy): Desk {
  const { base } = desk;
  if (!template || etag !== base.etag || template.basis === base.template?.basis) return desk;
  return { ...desk, base: { ...base, template } };
}

/** What was loaded anew is taken over where nothing was typed; what was typed stays, and saving it will ask. */
export function withLoaded(before: Desk, loaded: Policy): Desk {
  const desk = withBasis(before, loaded);
  if (loaded.etag === desk.seen) return desk;
  if (loaded.etag === desk.etag || isDirty(desk)) return { ...desk, seen: loaded.etag };
  return deskOf(loaded, desk.edition + 1);
}

/** What somebody else saved, in the place of what was typed. */
export const withTheirs = (desk: Desk, theirs: Policy): Desk => ({
  ...deskOf(theirs, desk.edition + 1),
  seen: desk.seen,
});

/** After saving what was sent; what was typed meanwhile stays. */
export function withSaved(desk: Desk, reply: Policy, sent: Work): Desk {
  // of a custom text the editor's own spelling counts, or each saving would look like a change
  const saved = { ...workOf(reply), text: sent.text };
  return { ...desk, base: reply, saved, now: isSame(desk.now, sent) ? saved : desk.now, etag: reply.etag };
}

/** The rich text as the editor spells it, before anybody typed. */
export function withSpelling(desk: Desk, text: string): Desk {
  return desk.now.text === desk.saved.text
    ? { ...desk, saved: { ...desk.saved, text }, now: { ...desk.now, text } }
    : { ...desk, now: { ...desk.now, text } };
}

/** What the server is sent. */
export function bodyOf({ base, now, etag }: Pick<Desk, 'base' | 'now' | 'etag'>): SavedPolicy {
  return {
    ...(base.id ? { id: base.id } : {}),
    ...(base.saved ? { version: base.version } : {}),
    ...(base.template ? { basis: base.template.basis } : {}),
    ...(base.custom
      ? { custom: true, name: now.name.trim(), customPolicy: now.text }
      : { customValues: now.values }),
    status: 'Draft',
    mode: 'customize',
    etag,
  };
}
