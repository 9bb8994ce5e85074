import { lazy, Suspense, useEffect } from 'react';
import { hearReports, type Report } from '#platform/web/analytics.ts';
import { usePortal } from '#platform/web/boot.ts';
import { call } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { currentSession } from '#platform/web/query.ts';
import { marketingContract } from '../contract.ts';
import type { EventName, LeadFieldName } from '../rules.ts';
import { readConsent, useConsent } from './consent.ts';

const ConsentCard = lazy(async () => ({ default: (await import('./ConsentCard.tsx')).ConsentCard }));

const visitorCookie = 'hubspotutk';
const visitor = (): string | null =>
  new RegExp(`(?:^|; )${visitorCookie}=([^;]*)`).exec(document.cookie)?.[1] ?? null;

async function handOn(report: Report, leadsGoOutside: boolean): Promise<void> {
  // staff at work in somebody's place are nobody's use and nobody's lead
  if (currentSession().isZeguroServiceSession) return;
  const consent = readConsent() === 'given';
  if (report.kind === 'event') {
    await call(marketingContract.track, { event: report.name as EventName, consent });
    return;
  }
  const hutk = visitor();
  if (leadsGoOutside && consent && !hutk)
    void logError(`The marketing cookie ${visitorCookie} is missing.`, { level: 'warn' });
  await call(marketingContract.analytics, {
    ...report.lead,
    fields: report.lead.fields as { name: LeadFieldName; value: string }[],
    pageURI: location.origin + location.pathname,
    hutk,
    consent,
  });
}

/** Hands on what screens report, and asks for consent where an outside tool would learn of it. */
export function MarketingHost() {
  const { analytics } = usePortal().portalConfig;
  const consent = useConsent();
  useEffect(
    () =>
      hearReports((report) => {
        // no work of anybody may fail because of this
        handOn(report, analytics.leadsGoOutside).catch(
          (error: unknown) => void logError(error, { level: 'warn' }),
        );
      }),
    [analytics.leadsGoOutside],
  );
  if (!analytics.asksConsent || consent !== null) return null;
  return (
    <Suspense fallback={null}>
      <ConsentCard />
    </Suspense>
  );
}
