import { policiesPaths } from '../../paths.ts';

export const textAddress = (token: string, policyType: string): string =>
  `${policiesPaths.signing(token)}?policy=${encodeURIComponent(policyType)}`;
