import type { BrowserContext } from 'playwright-core';
import { callsOf } from '../calls.ts';

type Finding = {
  rule: string;
  title: string;
  severity: string;
  state: string;
  places: { method: string; url: string; parameter: string; evidence: string }[];
};
type Scans = { scanMap: Record<string, { scans: { scanId: string; status: string }[] }> };

/** Everything that the newest scan of a website found, asked for as the screen asks. */
export async function findingsOf(
  url: string,
  context: BrowserContext,
  targetName: string,
): Promise<Finding[]> {
  const calls = await callsOf(context, url);
  const list = await calls.post<{ targetList: { targetId: string; targetName: string }[] }>(
    '/monitoring/webapps/loadTargetList',
  );
  const { targetId } = list.body.targetList.find((target) => target.targetName === targetName)!;
  const { body } = await calls.post<Scans>('/monitoring/webapps/loadScanMap', { targetId });
  const { scanId } = body.scanMap[targetId]!.scans[0]!;
  const findings: Finding[] = [];
  for (let page = 1, total = 1; findings.length < total; page++) {
    const answer = await calls.post<{ findings: Finding[]; total: number }>(
      '/monitoring/webapps/loadScanFindings',
      { scanId, page },
    );
    findings.push(...answer.body.findings);
    total = answer.body.total;
  }
  return findings;
}
