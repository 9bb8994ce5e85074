/** Somebody who may become a customer, or who became one, as a marketing tool wants to know it. */
export type Lead = {
  /** The same for every try to hand it over. */
  id: string;
  at: Date;
  email: string;
  /** Further facts by name, such as `firstname`, `company`, `lead_status`. */
  fields: Record<string, string>;
  pageUri: string;
  pageName: string;
  /** The tool's own cookie of the visitor, where there is one. */
  visitor: string | null;
  ip: string | null;
  organizationId: string | null;
};

/** A step of use, such as `Viewed Scanning Home`. */
export type UsageEvent = {
  id: string;
  at: Date;
  name: string;
  /** Null without consent: the step is counted and nobody is named. */
  person: { id: string; email: string } | null;
  organizationId: string | null;
  properties: Record<string, string>;
};

/** The tool did not take it. `refused`: it never will, so trying again is useless. */
export class MarketingError extends Error {
  readonly code: 'refused' | 'unavailable';
  constructor(code: MarketingError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Where leads and steps of use go. Handing over the same id twice does nothing further. Both throw `MarketingError`. */
export type Marketing = {
  /** Whether somebody else than the operator learns of it, so that consent is asked. */
  leadsGoOutside: boolean;
  eventsGoOutside: boolean;
  lead: (lead: Lead) => Promise<void>;
  event: (event: UsageEvent) => Promise<void>;
};
