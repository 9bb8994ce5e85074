// The worker as production runs it, with a scanner that does nothing for a while: what is measured is everything around a scan.
import { setTimeout as pause } from 'node:timers/promises';
import { openProgram, settingsOfProcess } from '#app/program/program.ts';
import { jobHandlers } from '#app/program/jobs.ts';
import { startWorker } from '#platform/server/jobs/jobs.ts';
import type { Finding, Scanner } from '#providers/scanner/port.ts';

const scanMs = Number(process.env.BENCH_SCAN_MS);
const finding = (id: string, url: string): Finding => ({
  id,
  rule: 'headers.csp-missing',
  title: 'Content Security Policy missing',
  severity: 'low',
  cvss: { vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', score: 3.1 },
  cwe: 'CWE-693',
  owasp: 'A05:2021 Security Misconfiguration',
  pci: '6.2.4',
  pciAutoFail: false,
  confidence: 'firm',
  explanation: 'What it means. '.repeat(20),
  fix: 'What to do. '.repeat(20),
  references: [],
  places: [
    {
      method: 'GET',
      url,
      parameter: '',
      evidence: 'seen',
      request: 'GET / HTTP/1.1\n'.repeat(30),
      response: 'x'.repeat(1500),
    },
  ],
});

const scanner: Pick<Scanner, 'mayScan' | 'run'> = {
  mayScan: async () => ({ allowed: true }),
  run: async ({ url, level }, { signal }) => {
    const startedAt = new Date().toISOString();
    await pause(scanMs, undefined, { signal });
    const findings = Array.from({ length: 10 }, (_, i) => finding(`f${i + 1}`, url));
    const finishedAt = new Date().toISOString();
    return {
      target: url,
      level,
      startedAt,
      finishedAt,
      requests: 100,
      pages: 10,
      findings,
      passed: [],
      coverage: { blocked: [], timedOut: [], skipped: [] },
    };
  },
};

const program = await openProgram('worker', settingsOfProcess(), { migrates: false });
Object.assign(program.base.providers.scanner, scanner);
await startWorker(
  program.connections.direct,
  jobHandlers.filter(({ spec }) => ['run-scan', 'start-due-scans', 'mind-scans'].includes(spec.name)),
  (job) => ({ ...program.base, log: program.base.log.child({ job: job.name }) }),
  program.base.log,
  program.notices,
);
process.on('message', () => process.send?.({ rss: process.memoryUsage.rss() }));
process.on('disconnect', () => process.exit(0));
process.send?.({ port: 0 });
