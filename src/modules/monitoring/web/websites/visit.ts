import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { ScanWire } from '../../entities.ts';
import type { Live, Target } from '../queries.ts';
import { readyScan } from '../reports/ReportReady.tsx';
import { followScan, showsScans } from '../scanWatch.tsx';

/** The report to offer on a website's page, and what puts it away. */
export function useReadyReport(scans: Live['scans'] | undefined): [ScanWire | null, () => void] {
  const [params] = useSearchParams();
  const [arrived] = useState(() => new Date());
  const [closed, setClosed] = useState<string | null>(null);
  const [seen, setSeen] = useState<string | null>(null);
  const runningId = scans?.running?.scanId ?? null;
  // remembered, so that its report is offered once it has ended
  if (runningId !== null && runningId !== seen) setSeen(runningId);
  if (!scans || scans.page !== 1 || runningId !== null) return [null, () => {}];
  const scan = readyScan(scans, [seen, params.get('report')], arrived);
  return [scan && scan.scanId !== closed ? scan : null, () => setClosed(scan?.scanId ?? null)];
}

/** While a website is on the screen it tells of its scans itself; one that still runs then is followed by a toast. */
export function useFollowing({ targetId, targetName }: Target, running: ScanWire | null): void {
  const navigate = useNavigate();
  const scanId = running?.scanId;
  useEffect(() => showsScans(targetId), [targetId]);
  useEffect(() => {
    if (scanId) followScan({ targetId, targetName, scanId }, (path) => void navigate(path));
  }, [navigate, scanId, targetId, targetName]);
}

type Arrival = {
  /** The page knows how the website stands. */
  ready: boolean;
  onStart: () => void;
  onSchedule: () => void;
};

/** Carries out what a link to the website asked for, once, as soon as the page knows how the website stands. */
export function useArrival({ ready, onStart, onSchedule }: Arrival): void {
  const { state, search, pathname } = useLocation();
  const navigate = useNavigate();
  const { startScan: starts = false, ...rest } = (state ?? {}) as { startScan?: boolean; targetId?: string };
  const query = new URLSearchParams(search);
  const schedules = query.has('schedule');
  const wants = ready && (starts || schedules);
  useEffect(() => {
    if (!wants) return;
    query.delete('schedule');
    // a page that is loaded again does not ask again
    void navigate({ pathname, search: query.toString() }, { replace: true, state: rest });
    if (starts) onStart();
    else onSchedule();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for each link
  }, [wants]);
}

/**
 * Scrolls to the place that `#issues` names once it and everything above it are drawn: until then its place is not known.
 * @returns a ref for the place, and what to call when the issues are drawn
 */
export function useScrollToIssues(isRestDrawn: boolean): {
  place: RefObject<HTMLDivElement | null>;
  onShown: () => void;
} {
  const { hash } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  const [areDrawn, setAreDrawn] = useState(false);
  const goes = isRestDrawn && areDrawn && hash === '#issues';
  useEffect(() => {
    if (!goes) return;
    const go = () => {
      // a reader who has already scrolled is not moved
      if (window.scrollY === 0) place.current?.scrollIntoView({ block: 'start' });
    };
    // the new content is painted before the scroll; otherwise it visibly moves
    let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(go)));
    return () => cancelAnimationFrame(frame);
  }, [goes]);
  return { place, onShown: useCallback(() => setAreDrawn(true), []) };
}
