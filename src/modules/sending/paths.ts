/** Addresses of the module's pages. */
export const sendingPaths = {
  reportPattern: '/report-email/:token',
  report: (token: string): string => `/report-email/${token}`,
} as const;
