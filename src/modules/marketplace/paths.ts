/** Addresses of the module's screens (modules.md 2). */
export const marketplacePaths = {
  home: '/marketplace',
  partnerPattern: '/marketplace/:partner',
  partner: (route: string): string => `/marketplace/${encodeURIComponent(route)}`,
} as const;
