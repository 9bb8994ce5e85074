import type { Browser } from './browsers.ts';

/** An administrator with a session, or formerly one. */
export type Person = {
  name: string;
  orgId: string;
  cognitoId: string;
  email: string;
  browser: Browser;
  /** Since when, in simulated milliseconds, no server may serve the session a second later. */
  endedAt: number | null;
};

/** A website as the simulator knows it from answers. */
export type KnownWebsite = {
  id: string;
  orgId: string;
  url: string;
  removalAsked: boolean;
  names: Set<string>;
  openNames: Set<string>;
};

export type KnownOrganization = {
  orgId: string;
  name: string;
  people: Person[];
  websites: Map<string, KnownWebsite>;
  /** Addresses of trainees whose addition was acknowledged. */
  trainees: Set<string>;
  /** Pages of the billing provider that nobody paid yet. */
  openPages: { id: string; url: string }[];
  paidPages: string[];
};

/** The first answer to a call with a key, which every repetition gets. */
type KeyedAnswer = { answer: string; at: number };

/** What the simulator expects of the world, learned from answers alone. */
export type Model = {
  organizations: KnownOrganization[];
  keyed: Map<string, KeyedAnswer>;
  /** Invitations that were acknowledged, and how often each address was invited by a key of its own. */
  invitesAsked: Map<string, number>;
  /** Ids of scans that were accepted. */
  scans: Set<string>;
};
