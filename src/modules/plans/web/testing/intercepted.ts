import { screen } from '@testing-library/react';
import type { TestBrowser } from '#app/testing/portal.ts';
import type {
  ChangePreview,
  EligiblePlan,
  HostedPage,
  Invoice,
  PaidSubscription,
  PlanProfile,
} from '../../contract.ts';

type Answer = { status?: number; body: unknown };
export type Answers = Record<string, (body: Record<string, unknown>) => Answer | Promise<Answer>>;
type Send = TestBrowser['send'];

export const ok = (data: object): Answer => ({ body: { success: true, data } });
export const refused = (code: string, status: number, detail: object = {}): Answer => ({
  status,
  body: { success: false, error: { code, ...detail } },
});

const asSent = ({ status = 200, body }: Answer) =>
  ({
    statusCode: status,
    headers: { 'content-type': 'application/json' },
    rawPayload: Buffer.from(JSON.stringify(body)),
    cookies: [],
    json: () => body,
  }) as unknown as Awaited<ReturnType<Send>>;

/** The real portal, but for the calls named here: path below `/api` → answer. Every call is noted in `calls`. */
export function intercepted(browser: Pick<TestBrowser, 'send'>, answers: Answers) {
  const calls: { path: string; body: Record<string, unknown> }[] = [];
  const send: Send = async (method, url, payload, headers) => {
    const path = url.replace(/^\/api/, '').split('?')[0]!;
    const body = (typeof payload === 'string' ? JSON.parse(payload) : (payload ?? {})) as Record<
      string,
      unknown
    >;
    calls.push({ path, body });
    const answer = answers[path];
    return answer ? asSent(await answer(body)) : browser.send(method, url, payload, headers);
  };
  return {
    send,
    calls,
    to: (path: string) => calls.filter((one) => one.path === path).map(({ body }) => body),
  };
}

export const previewPath = '/plans/previewChange';
export const profilePath = '/plans/featureUsageProfile';
export const eligiblePath = '/plans/getEligiblePlans';

/** The organisation's real profile, with changes. */
export async function profileOf(
  browser: Pick<TestBrowser, 'send'>,
  change: Partial<PlanProfile>,
): Promise<PlanProfile> {
  const answer = await browser.send('GET', `/api${profilePath}`);
  return { ...answer.json<{ data: { plans: PlanProfile } }>().data.plans, ...change };
}

/** The three calls that the plan page begins with, for a profile. */
export const pageOf = (
  profile: () => PlanProfile,
  more: {
    hasSubscription?: boolean;
    subscription?: () => PaidSubscription;
    invoices?: Invoice[];
    eligible?: EligiblePlan[];
  } = {},
): Answers => ({
  [profilePath]: () => ok({ plans: profile() }),
  [eligiblePath]: () =>
    ok({
      eligiblePlans: more.eligible ?? profile().channelObject.eligiblePlans,
      hasSubscription: more.hasSubscription ?? false,
    }),
  '/plans/billing': () =>
    ok({ kind: 'sandbox', subscription: more.subscription?.() ?? null, invoices: more.invoices ?? [] }),
});

export const hostedPage: HostedPage = { id: 'hp_1', url: 'https://pay.example/hp_1', raw: {} };

export const paidPlus: PaidSubscription = {
  planId: 'plus',
  planName: 'Plus',
  status: 'active',
  startedAt: '2026-03-02T18:00:00.000Z',
  termEnd: '2026-04-02T18:00:00.000Z',
  nextBillingAt: '2026-04-02T18:00:00.000Z',
  nextAmountCents: 7920,
  couponCodes: ['CYBER20'],
  card: { brand: 'Visa', last4: '4242', expires: '12/2028' },
};

export const preview: ChangePreview = {
  creditCents: 4950,
  chargeCents: 9950,
  dueNowCents: 5000,
  nextAmountCents: 19900,
  nextBillingAt: '2026-04-02T18:00:00.000Z',
};

export const paid: Partial<PlanProfile> = {
  planName: 'Plus',
  subscriptionStatus: 'ACTIVE',
  trialDaysLeft: null,
  trialExpired: false,
  expirationDate: null,
  subscriptionDate: '2026-03-02T18:00:00.000Z',
  chargebeeSubscriptionStatus: 'active',
  subscribedPlanPointer: { appId: { planId: 'plus' } },
};

/** Newest first, one a month, the last one of them failed. */
export const invoicesOf = (count: number): Invoice[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `INV-${100 + count - index}`,
    date: new Date(Date.UTC(2026, 2 - index, 2, 18)).toISOString(),
    status: index === 0 ? 'failed' : 'paid',
    totalCents: 9900 - index * 100,
    lines: [{ description: 'Plus', amountCents: 9900 - index * 100 }],
  }));

/** A toast stands on the page twice: drawn, and in words for screen readers. */
export const toastSays = (text: string | RegExp) => screen.findAllByText(text);
