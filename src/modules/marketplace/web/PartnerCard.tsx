import { Link } from '#ui/Link.tsx';
import type { Partner } from '../contract.ts';
import { marketplacePaths } from '../paths.ts';
import { OfferPill } from './OfferPill.tsx';
import classes from './Marketplace.module.css';

type PartnerCardProps = {
  partner: Partner;
  category: string;
  /** Shows why it is recommended. */
  withReason?: boolean;
};

/** One partner of a list. */
export function PartnerCard({ partner, category, withReason = false }: PartnerCardProps) {
  return (
    <li className={classes.card} data-owned={partner.owned || undefined}>
      <div className={classes.cardHead}>
        <img className={classes.logo} src={partner.logo} alt="" width={48} height={48} loading="lazy" />
        <div className={classes.cardNames}>
          <h3 className={classes.cardTitle}>
            <Link className={classes.cardLink} href={marketplacePaths.partner(partner.route)}>
              {partner.name}
            </Link>
          </h3>
          <span className={classes.meta}>
            {category} · {partner.disclosure}
          </span>
        </div>
      </div>
      {withReason && partner.because && <p className={classes.because}>{partner.because}</p>}
      <p className={classes.tagline}>{partner.tagline}</p>
      <div className={classes.cardFoot}>
        <OfferPill partner={partner} />
      </div>
    </li>
  );
}
