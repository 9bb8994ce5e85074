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
  issues: (targetName: string, severity: 'high' | 'medium' | 'low'): string => `${websiteAt(targetName, `severity=${severity}`)}#issues`,
  /** A website with its schedule's form open. */
  schedule: (targetName: string): string => websiteAt(targetName, 'schedule'),
  /** A website with the report of one of its scans on offer. */
  report: (targetName: string, scanId: string): string => websiteAt(targetName, `report=${scanId}`),
} as const;

/**
 * What the router keeps with a link that starts a scan of the website it leads to. Not part of the address: a link from
 * outside starts nothing.
 */
export const startScanState = { startScan: true } as const;
