/** Addresses of the module's pages. */
export const notifyPaths = {
  /** Where a person chooses which mails to get. */
  choices: '/settings/you',
  unsubscribePattern: '/unsubscribe/:token',
  unsubscribe: (token: string): string => `/unsubscribe/${token}`,
} as const;
