/** Addresses of the module's screens (modules.md 2). */
export const monitoringPaths = {
  home: '/webappscan',
  /** Route pattern of one website, by its name. */
  websitePattern: '/webappscan/:targetName',
  // a browser resolves a segment of one or two dots away, so such a name is reached through the selector only
  website: (targetName: string): string => (/^\.{1,2}$/.test(targetName) ? '/webappscan' : `/webappscan/${encodeURIComponent(targetName)}`),
} as const;
