import { useEffect, useState } from 'react';
import { readBoot } from '#platform/web/boot.ts';

const triedKey = 'brand loaded for';

/**
 * Loads the page anew where the organisation of whoever signed in shows another brand than the page came with: an address
 * of no brand tells only then whose portal it is. Tried once, should the page come back as it was.
 * @returns whether the page is about to go, and nothing more of it should be drawn
 */
export function useOwnBrand(brandId: string | undefined): boolean {
  const [tried] = useState(() => sessionStorage.getItem(triedKey));
  const shown = readBoot().config.brand.brandId;
  const goes = brandId !== undefined && brandId !== shown && brandId !== tried;
  useEffect(() => {
    if (brandId === shown) sessionStorage.removeItem(triedKey);
    if (!goes) return;
    sessionStorage.setItem(triedKey, brandId);
    window.location.reload();
  }, [goes, brandId, shown]);
  return goes;
}
