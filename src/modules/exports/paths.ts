export const exportPaths = {
  /** The file of an export; a call, not a page. */
  file: (id: string, name: string): string =>
    `/api/organization/export/${encodeURIComponent(id)}/${encodeURIComponent(name)}`,
} as const;
