const home = '/webappscan';
/** A browser resolves a segment of one or two dots away, so such a name goes into the query. */
const websiteAt = (targetName: string, query = ''): string =>
  /^\.{1,2}$/.test(targetName)
    ? `${home}?name=${targetName}${query && `&${query}`}`
    : `${home}/${encodeURIComponent(targetName)}${query && `?${query}`}`;

/** Addresses of the module's screens (modules.md 2). */
export const monitoringPaths = {
  home,
  /** Route pattern of one website, by its name. */
  websitePattern: '/webappscan/:targetName',
  website: (targetName: string): string => websiteAt(targetName),
  /** The list with the wizard open that adds a website. */
  add: '/webappscan?add',
  /** The list of websites, those with the most high issues first. */
  worst: '/webappscan?sort=highs',
  /** The open issues of one severity of a website. */
  issues: (targetName: string, severity: 'high' | 'medium' | 'low'): string =>
    `${websiteAt(targetName, `severity=${severity}`)}#issues`,
  /** A website with its schedule's form open. */
  schedule: (targetName: string): string => websiteAt(targetName, 'schedule'),
  /** A website with the report of one of its scans on offer. */
  report: (targetName: string, scanId: string): string => websiteAt(targetName, `report=${scanId}`),
  /** An issue on a page of its own. Ids: a name may change, and links in emails and reports stay. */
  issuePattern: '/webappscan/:targetName/issues/:findingId',
  issue: (targetId: string, findingId: string): string =>
    `/webappscan/${encodeURIComponent(targetId)}/issues/${encodeURIComponent(findingId)}`,
  /** The weakness that is the same problem as an issue; the concierge shows it. */
  weakness: (weaknessId: string): string => `/concierge/weaknesses/${encodeURIComponent(weaknessId)}`,
  /** The page for somebody without an account, by the secret of their link. */
  issueLinkPattern: '/issue-link/:token',
  issueLink: (token: string): string => `/issue-link/${encodeURIComponent(token)}`,
} as const;

/**
 * What the router keeps with a link that starts a scan of the website it leads to. Not part of the address: a link from
 * outside starts nothing.
 */
export const startScanState = { startScan: true } as const;

/** How the log names an issue, and the page of what it names; null for many issues at once. */
export const issueSubject = (targetId: string, findingId: string): string => `${targetId}/${findingId}`;
export function subjectPath(subject: string): string | null {
  const [targetId, ...id] = subject.split('/');
  return targetId && id.length > 0 ? monitoringPaths.issue(targetId, id.join('/')) : null;
}

export const issuePath = monitoringPaths.issue;
