import { Link } from '#ui/Link.tsx';
import { usePortal } from './boot.ts';
import classes from './BrandLogo.module.css';

/** The brand's logo, leading home; its twin for dark surfaces shows where the page is dark. */
export function BrandLogo({ href = '/' }: { href?: string }) {
  const { brand } = usePortal();
  const height = 32;
  const width = Math.round((brand.brandLogoSize.width / brand.brandLogoSize.height) * height);
  return (
    <Link href={href} className={classes.link} aria-label={brand.brandNameLong}>
      <img src={brand.brandLogo} alt="" width={width} height={height} className={classes.light} />
      <img src={brand.brandLogoDark} alt="" width={width} height={height} className={classes.dark} />
    </Link>
  );
}
