export const staffPaths = {
  home: '/staff',
  organization: (orgId: string): string => `/staff/organizations/${encodeURIComponent(orgId)}`,
  /** Where a member of staff sets up the second factor that every call of staff needs. */
  secondFactor: '/staff/second-factor',
} as const;
