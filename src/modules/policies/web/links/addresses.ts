import { policiesPaths } from '../../paths.ts';

/** One policy of a signing link. */
export const textAddress = (token: string, policyType: string): string =>
  `${policiesPaths.signing(token)}?policy=${encodeURIComponent(policyType)}`;
