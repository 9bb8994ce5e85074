/** Addresses of the module's screens (modules.md 2). */
export const insurancePaths = { home: '/insurance' } as const;
