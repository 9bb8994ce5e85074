export const ratingsPaths = {
  home: '/attacksurface',
  /** Tabs of the screen; the first has the plain address. */
  tab: (tab: 'analysis' | 'reports'): string => `/attacksurface?tab=${tab}`,
  /** Individual Analysis, scrolled to a risk. */
  risk: (vector: string): string => `/attacksurface?tab=analysis&risk=${encodeURIComponent(vector)}`,
} as const;
