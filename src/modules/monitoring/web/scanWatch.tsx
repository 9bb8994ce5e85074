import { UnstyledButton } from '@mantine/core';
import { call, CallError } from '#platform/web/call.ts';
import { currentSession } from '#platform/web/query.ts';
import { toast } from '#ui/notice/toast.ts';
import { monitoringContract } from '../contract.ts';
import { monitoringPaths } from '../paths.ts';
import { pollSeconds } from '../rules.ts';
import classes from './reports/Reports.module.css';

type Watched = { targetId: string; targetName: string; scanId: string };
type Go = (path: string) => void;

/** A scan that takes longer has lost the person's attention; the email tells of it. */
const mostLooks = 480;
const watched = new Set<string>();
/** Websites whose pages are open: these say themselves that a report is ready. */
const onScreen = new Map<string, number>();

/** From now until the answer is called, the website's own page says how its scans go. */
export function showsScans(targetId: string): () => void {
  onScreen.set(targetId, (onScreen.get(targetId) ?? 0) + 1);
  return () => {
    const left = (onScreen.get(targetId) ?? 1) - 1;
    if (left > 0) onScreen.set(targetId, left);
    else onScreen.delete(targetId);
  };
}

function tell({ targetName, scanId }: Watched, go: Go): void {
  const message = toast.success(
    <>
      Your report on <bdi>{targetName}</bdi> is ready.{' '}
      <UnstyledButton
        className={classes.toastLink}
        onClick={() => {
          toast.hide(message);
          go(monitoringPaths.report(targetName, scanId));
        }}
      >
        View the report
      </UnstyledButton>
    </>,
    { announce: `Your report on ${targetName} is ready.`, duration: 10_000 },
  );
}

/** Whether the scan goes on; tells once that its report is ready, unless the website is on the screen. */
async function look(scan: Watched, go: Go): Promise<boolean> {
  const { scans } = await call(monitoringContract.syncScans, { targetId: scan.targetId, page: 1 });
  if (scans.running?.scanId === scan.scanId) return true;
  const ended = scans.scans.find(({ scanId }) => scanId === scan.scanId);
  if (ended?.status === 'completed' && !onScreen.has(scan.targetId)) tell(scan, go);
  return false;
}

/**
 * Follows a running scan while the person is anywhere in the portal.
 * @param go takes the person to a path, from whichever screen is open then
 */
export function followScan(scan: Watched, go: Go): void {
  if (watched.has(scan.scanId)) return;
  watched.add(scan.scanId);
  const { cognitoId } = currentSession();
  let looks = 0;
  const next = () => setTimeout(() => void again(), pollSeconds * 1000);
  const again = async () => {
    const session = currentSession();
    // somebody else may have signed in
    if (!session.authenticated || session.cognitoId !== cognitoId || ++looks > mostLooks)
      return watched.delete(scan.scanId);
    const goesOn = await look(scan, go).catch(
      (error: unknown) => !(error instanceof CallError) || error.status >= 500 || error.status === 0,
    );
    return goesOn ? next() : watched.delete(scan.scanId);
  };
  next();
}
