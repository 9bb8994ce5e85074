import { bodyText, header } from '#probes/http/answer.ts';
import type { Check } from '../../rule.ts';
import { defineRule } from '../../rule.ts';

const trace = defineRule({
  id: 'server.trace-enabled',
  title: 'The server sends requests back (TRACE)',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
  cwe: 'CWE-749',
  pci: '2.2.4',
  explanation:
    'The TRACE method answers with the request as the server received it, including cookies and headers added on the way. It is a tool for debugging and has no place on a public website.',
  fix: '1. Switch it off.\nApache: TraceEnable off\nnginx has it off already; behind it, check the application server.\nIIS: Request Filtering, HTTP Verbs, deny TRACE\nTomcat: allowTrace="false" on the Connector',
  references: ['https://owasp.org/www-community/attacks/Cross_Site_Tracing'],
});

export const methods: Check = {
  name: 'Request methods',
  rules: [trace],
  level: 'safe',
  activity: 'Checking which requests the server accepts',
  run: async (scan) => {
    const options = await scan.probe(scan.base, { method: 'OPTIONS', maxBytes: 20_000 });
    if (!options) return 'not-run';
    const allow = header(options, 'allow');
    // TRACE changes nothing, but is asked for only where the server does not deny having it.
    if (allow !== undefined && !/\btrace\b/i.test(allow)) return undefined;
    const answer = await scan.probe(scan.base, {
      method: 'TRACE',
      headers: { 'X-Trace-Check': scan.mark },
      cookies: false,
      maxBytes: 20_000,
    });
    if (!answer) return undefined;
    const body = bodyText(answer);
    if (answer.status === 200 && /^TRACE\s/m.test(body) && new RegExp(`x-trace-check:\\s*${scan.mark}`, 'i').test(body))
      scan.report(trace, {
        answer,
        parameter: 'TRACE',
        evidence: 'The answer repeats the request line and a header that the scanner made up.',
      });
    return undefined;
  },
};
