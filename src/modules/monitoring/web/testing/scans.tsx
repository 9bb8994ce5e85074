import { cleanNotifications } from '@mantine/notifications';
import { onTestFinished, vi } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import type { InitialEntry } from 'react-router';
import { renderScreen } from '#app/testing/screens.tsx';
import type { Finding, Scanner, ScanRequest, ScanResult, WebsiteProof } from '#providers/scanner/port.ts';
import { monitoringModule } from '../module.ts';

const base = '/monitoring/webapps';

export const aFinding = (id: string, change: Partial<Finding> = {}): Finding => ({
  id,
  rule: `rule.${id}`,
  title: `Issue ${id}`,
  severity: 'medium',
  cvss: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N', score: 5.3 },
  cwe: 'CWE-693',
  owasp: 'A05:2021 Security Misconfiguration',
  pci: '6.2.4',
  pciAutoFail: false,
  confidence: 'firm',
  explanation: `What ${id} means.`,
  fix: `How to fix ${id}.`,
  references: ['https://owasp.org/x', 'javascript:alert(1)'],
  places: [
    {
      method: 'GET',
      url: `https://shop.acme-widgets.com/${id}`,
      parameter: '',
      evidence: 'seen',
      request: '',
      response: '',
    },
  ],
  ...change,
});

/** A scanner that does what the test says. Websites of the best-known names are refused before it is asked. */
function scriptedScanner() {
  let result: Partial<ScanResult> = {};
  let fails: Error | null = null;
  const scanner: Scanner = {
    engine: 'Scripted scanner 1.0',
    levels: ['lightning', 'safe', 'normal'],
    rules: () => [
      {
        rule: 'rule.passed',
        title: 'A check that passed',
        owasp: 'A05:2021 Security Misconfiguration',
        pci: '6.2.4',
      },
    ],
    mayScan: async () => ({ allowed: true }),
    run: async (request: ScanRequest) => {
      if (fails) throw fails;
      return {
        target: request.url,
        level: request.level,
        startedAt: '',
        finishedAt: '',
        requests: 120,
        pages: 12,
        findings: [],
        passed: ['rule.passed'],
        coverage: { blocked: [], timedOut: [], skipped: [] },
        ...result,
      };
    },
  };
  let proof: WebsiteProof = { by: null, seen: 'There is no TXT record.' };
  return {
    scanner,
    /** From now on websites have to be proved. */
    asksForProofs: () => {
      scanner.proofPlaces = (url, token) => ({
        dns: { name: `_portal-verify.${new URL(url).hostname}`, value: `portal-verification=${token}` },
        file: {
          url: `${new URL(url).origin}/.well-known/portal-verification.txt`,
          value: `portal-verification=${token}`,
        },
        meta: { url: `${new URL(url).origin}/`, tag: `<meta name="portal-verification" content="${token}">` },
      });
      scanner.prove = async () => proof;
    },
    proofIs: (next: WebsiteProof) => {
      proof = next;
    },
    finds: (next: Partial<ScanResult>) => {
      result = next;
      fails = null;
    },
    fails: (error: Error) => {
      fails = error;
    },
  };
}

type Given = { targetName: string; targetUrl?: string };

/** The portal with an administrator of a trial organisation, and the screens of this module on it. */
/** @param companyUrl what the company gave as its website at onboarding */
export async function openScans({ start = '2026-03-02T17:00:00Z', companyUrl = '' } = {}) {
  const { scanner, ...script } = scriptedScanner();
  const portal = await testPortal({ start, scanner });
  // the browser's clock is the server's
  vi.useFakeTimers({ toFake: ['Date'], now: portal.clock.now() });
  onTestFinished(() => {
    vi.useRealTimers();
    // toasts outlive the screen that they were shown on
    cleanNotifications();
  });
  const ada = await portal.member();
  await portal.database.inOrg(ada.orgId, (db) =>
    db.updateTable('organization').set({ companyUrl }).execute(),
  );
  const call = async (name: string, body: object = {}) => {
    const answer = await ada.post(`${base}/${name}`, body);
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const cut = new Set<string>();
  const send: typeof ada.send = async (method, url, ...rest) => {
    if ([...cut].some((name) => url.endsWith(`/${name}`))) throw new TypeError('the network is down');
    return ada.send(method, url, ...rest);
  };
  const later = (seconds: number) => {
    portal.clock.advance(seconds);
    vi.setSystemTime(portal.clock.now());
  };
  return {
    ...script,
    portal,
    ada,
    call,
    setPlan: (plan: string) =>
      portal.database.inOrg(ada.orgId, (db) =>
        db.updateTable('organization').set({ planId: plan, subscriptionStatus: 'ACTIVE' }).execute(),
      ),
    later,
    /** Calls of these names do not reach the server any more; the rest does. */
    cutOff: (...names: string[]) => {
      cut.clear();
      for (const name of names) cut.add(name);
    },
    add: async ({
      targetName,
      targetUrl = `https://${encodeURIComponent(targetName)
        .toLowerCase()
        .replace(/[^a-z]/g, '')}.acme-widgets.com`,
    }: Given): Promise<string> =>
      (await call('createTarget', { targetName, targetUrl, urlConfirmed: true })).targetId,
    /** A scan from its start to its end. */
    scan: async (targetId: string, seconds = 240) => {
      await call('startScan', { targetId });
      await portal.runJobs();
      later(seconds);
    },
    /** As if the schedule had started the scans so far, so that more can be started by hand. */
    asScheduled: () =>
      portal.database.inOrg(ada.orgId, (db) =>
        db.updateTable('scan').set({ startedBy: 'schedule', requestedBy: null }).execute(),
      ),
    open: (path: InitialEntry = '/webappscan') => renderScreen(monitoringModule, { send }, path),
  };
}
