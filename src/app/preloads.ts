import { readFileSync } from 'node:fs';
import path from 'node:path';

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] };

const screens: [prefix: string, chunk: string][] = [
  ['/webappscan', 'scans'],
  ['/securitypolicy/', 'PolicyScreen'],
  ['/securitypolicy', 'PoliciesScreen'],
  ['/training/courses/', 'CourseScreen'],
  ['/training/trainees/', 'TraineeScreen'],
  ['/training', 'TrainingScreen'],
  ['/insurance', 'InsuranceScreen'],
  ['/evidence', 'EvidenceScreen'],
  ['/marketplace/', 'PartnerScreen'],
  ['/marketplace', 'MarketplaceScreen'],
  ['/plan', 'PlanScreen'],
  ['/settings', 'SettingsScreen'],
];

/** Pages that a link in a mail opens, signed in or not. */
const linkPages: [address: RegExp, chunk: string][] = [
  [/^\/policy-approval\//, 'ApprovalLinkScreen'],
  [/^\/policy-signing\//, 'SigningLinkScreen'],
  [/^\/issue-link\//, 'IssueLinkScreen'],
  [/^\/learn\/[^/]+\/[^/]/, 'LearnCourseScreen'],
  [/^\/learn\//, 'LearnScreen'],
  [/^\/certificate\b/, 'CertificateScreen'],
  [/^\/evidence-check\b/, 'CheckPackScreen'],
  [/^\/unsubscribe\//, 'UnsubscribeScreen'],
  [/^\/report-email\//, 'ReportScreen'],
  [/^\/confirm-signup$/, 'ConfirmSignUpScreen'],
];

/** Which of the build's named chunks (vite.config.ts) a page will need beside the first one. */
const chunksOf = (pathname: string, signedIn: boolean): string[] => {
  const linkPage = linkPages.find(([address]) => address.test(pathname))?.[1];
  if (linkPage) return [linkPage];
  if (!signedIn)
    return /^\/(signup|signupLink|signupSec|verify|forgotPassword|resetPassword|invite-link)\b/.test(pathname)
      ? ['accounts']
      : ['signin'];
  const screen = screens.find(([prefix]) => pathname.startsWith(prefix))?.[1];
  return screen ? ['home', screen] : ['home'];
};

/**
 * Reads the build's manifest.
 * @returns a function that gives the preload links of a page, so that no script waits for another to be read
 */
export function readPreloads(webDir: string): (pathname: string, signedIn: boolean) => string {
  const manifest = JSON.parse(readFileSync(path.join(webDir, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const byName = new Map(Object.values(manifest).map((chunk) => [chunk.name, chunk]));
  const font = Object.entries(manifest).find(([source]) => source.endsWith('inter-latin.woff2'))?.[1].file;
  const fontLink = font ? `<link rel="preload" as="font" type="font/woff2" href="/${font}" crossorigin>` : '';

  const filesOf = (chunk: Chunk, seen: Set<Chunk> = new Set()): Set<Chunk> => {
    if (seen.has(chunk)) return seen;
    seen.add(chunk);
    for (const name of chunk.imports ?? []) if (manifest[name]) filesOf(manifest[name], seen);
    return seen;
  };
  const linksOf = (name: string): string[] => {
    const chunk = byName.get(name);
    if (!chunk) return [];
    return [...filesOf(chunk)].flatMap(({ file, css = [] }) => [
      `<link rel="modulepreload" crossorigin href="/${file}">`,
      ...css.map((sheet) => `<link rel="preload" as="style" crossorigin href="/${sheet}">`),
    ]);
  };
  return (pathname, signedIn) =>
    fontLink + [...new Set(chunksOf(pathname, signedIn).flatMap(linksOf))].join('');
}
