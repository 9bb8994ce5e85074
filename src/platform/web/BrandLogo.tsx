import { useComputedColorScheme } from '@mantine/core';
import { Link } from '#ui/text/Link.tsx';
import { usePortal } from './boot.ts';

/** The brand's logo, leading home, in the version for the page's colour scheme. */
export function BrandLogo({ href = '/' }: { href?: string }) {
  const { brand } = usePortal();
  const height = 32;
  const width = Math.round((brand.brandLogoSize.width / brand.brandLogoSize.height) * height);
  const scheme = useComputedColorScheme('light');
  return (
    <Link href={href} className={`min-h-10 inline-row`} aria-label={brand.brandNameLong}>
      <img
        src={scheme === 'dark' ? brand.brandLogoDark : brand.brandLogo}
        alt=""
        width={width}
        height={height}
      />
    </Link>
  );
}
