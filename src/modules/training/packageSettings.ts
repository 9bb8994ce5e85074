import type { packageStandards } from './packageContract.ts';

/** settings.json of a course as a package for another learning system. */
export type PackageSettings = {
  standard: (typeof packageStandards)[number];
  passMark: number;
  /** Of the organisation; pictures by their paths in the package, both of `logoSize`. */
  brand: {
    name: string;
    accent: string;
    radius: 'rounded' | 'square';
    logo: string;
    logoDark: string;
    logoSize: { width: number; height: number };
  };
};
