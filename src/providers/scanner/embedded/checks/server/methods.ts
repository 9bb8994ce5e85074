import { bodyText, header, type HttpAnswer } from '#probes/http/answer.ts';
import { defineRule, type Check, type Scan } from '../../rule.ts';
import { foldersOf } from './listing.ts';

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
const put = defineRule({
  id: 'server.put-upload',
  title: 'Anyone can put files on the server (PUT)',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:H/A:L',
  cwe: 'CWE-650',
  explanation:
    'The server keeps a file that a stranger sends with the PUT method and hands it out again. Attackers put pages of their own there, and where programs run from the same folder, take over the server.',
  fix: '1. Allow GET, HEAD and POST only.\nApache: <LimitExcept GET POST HEAD> Require all denied </LimitExcept>, and remove Dav On\nnginx: remove dav_methods\nTomcat: readonly = true for the DefaultServlet in web.xml\nIIS: remove WebDAV Publishing\n2. Look for files in the folder that nobody knows.',
  references: [
    'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/06-Test_HTTP_Methods',
  ],
});
const webDav = defineRule({
  id: 'server.webdav',
  title: 'WebDAV is switched on',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
  cwe: 'CWE-749',
  pci: '2.2.4',
  explanation:
    'The server offers methods with which files are listed, copied, moved and deleted from afar. A website for visitors does not need them, and a mistake in their permissions opens the server to everybody.',
  fix: '1. Switch it off where it is not used.\nApache: Dav Off, and disable the modules dav and dav_fs\nnginx: remove dav_methods and dav_ext_methods\nIIS: remove the feature WebDAV Publishing\n2. Where it is used, ask for a sign-in for every method.',
  references: ['https://www.rfc-editor.org/rfc/rfc4918#section-20'],
});

const mostFolders = 5;
const likely = ['/uploads/', '/upload/', '/webdav/', '/dav/', '/files/'];

/** Puts a harmless text into a folder, reads it again and takes it away. True when there is no use in going on. */
async function tryPut(scan: Scan, folder: string): Promise<boolean> {
  const url = new URL(`${folder}${scan.mark}.txt`, scan.base);
  const text = `This file was left by a security scan (${scan.mark}) and may be deleted.`;
  const sent = await scan.ask(url, {
    method: 'PUT',
    body: text,
    headers: { 'Content-Type': 'text/plain' },
    maxBytes: 20_000,
  });
  if (!sent || ![200, 201, 204].includes(sent.status)) return sent?.status === 501;
  const kept = await scan.ask(url, { maxBytes: 20_000 });
  const stays = kept?.status === 200 && bodyText(kept) === text;
  // Also where it does not show: it may lie there all the same.
  const taken = await scan.ask(url, { method: 'DELETE', maxBytes: 20_000 });
  const after = await scan.ask(url, { maxBytes: 20_000 });
  const gone = !after || after.status !== 200 || bodyText(after) !== text;
  if (!stays) return false;
  scan.report(put, {
    answer: kept,
    sent,
    method: 'PUT',
    parameter: folder,
    placeKey: folder,
    payload: text,
    evidence: `A text sent with PUT was handed out again. ${gone ? 'It has been deleted.' : `It could not be deleted (status ${taken?.status ?? 'unknown'}): delete ${url.pathname} by hand.`}`,
  });
  return true;
}

const offers = (options: HttpAnswer, method: string) =>
  new RegExp(String.raw`\b${method}\b`, 'i').test(
    `${header(options, 'allow') ?? ''},${header(options, 'public') ?? ''}`,
  );

async function tryTrace(scan: Scan, options: HttpAnswer): Promise<void> {
  // TRACE changes nothing, but is asked for only where the server does not deny having it.
  if (header(options, 'allow') !== undefined && !offers(options, 'TRACE')) return;
  const answer = await scan.probe(scan.base, {
    method: 'TRACE',
    headers: { 'X-Trace-Check': scan.mark },
    cookies: false,
    maxBytes: 20_000,
  });
  if (!answer) return;
  const body = bodyText(answer);
  if (
    answer.status === 200 &&
    /^TRACE\s/m.test(body) &&
    new RegExp(`x-trace-check:\\s*${scan.mark}`, 'i').test(body)
  )
    scan.report(trace, {
      answer,
      parameter: 'TRACE',
      evidence: 'The answer repeats the request line and a header that the scanner made up.',
    });
}

export const methods: Check = {
  name: 'Request methods',
  rules: [trace, put, webDav],
  level: 'safe',
  activity: 'Checking which requests the server accepts',
  run: async (scan) => {
    const options = await scan.probe(scan.base, { method: 'OPTIONS', maxBytes: 20_000 });
    if (!options) return 'not-run';
    await tryTrace(scan, options);
    const dav = header(options, 'dav');
    // Interfaces that let other websites ask name methods too; only the DAV header says what is behind them.
    if (dav !== undefined && /^\s*1\b/.test(dav) && offers(options, 'PROPFIND'))
      scan.report(webDav, {
        answer: options,
        parameter: 'DAV',
        evidence: `DAV: ${dav}; Allow: ${header(options, 'allow') ?? header(options, 'public')}`,
      });
    if (!scan.mayChange) return { undecided: [put] };
    const own = scan.base.pathname.replace(/(?<![^/])[^/]*$/, '');
    const known = foldersOf(scan).filter((folder) =>
      /upload|files?|dav|media|images?|tmp|data/i.test(folder),
    );
    for (const folder of [...new Set([own, ...known, ...likely])].slice(0, mostFolders))
      if (await tryPut(scan, folder)) break;
    return undefined;
  },
};
