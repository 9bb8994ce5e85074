/** Addresses of the module's screens (modules.md 2). */
export const policiesPaths = {
  home: '/securitypolicy',
  /** The list with its part about signatures open. */
  signOff: '/securitypolicy?tab=sign-off',
  /** In the place of an id: a custom policy that is not saved yet. */
  fresh: '/securitypolicy/new',
  policyPattern: '/securitypolicy/:id',
  versionPattern: '/securitypolicy/:id/:version',
  policy: (id: string): string => `/securitypolicy/${encodeURIComponent(id)}`,
  version: (id: string, version: number): string => `/securitypolicy/${encodeURIComponent(id)}/${version}`,
  /** Pages for people without an account, by the secret of their link. */
  approvalPattern: '/policy-approval/:token',
  approval: (token: string): string => `/policy-approval/${encodeURIComponent(token)}`,
  signingPattern: '/policy-signing/:token',
  signing: (token: string): string => `/policy-signing/${encodeURIComponent(token)}`,
} as const;
