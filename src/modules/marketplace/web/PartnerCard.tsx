import { Link } from '#ui/text/Link.tsx';
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
    <li
      className={`${classes.card} card flex flex-col min-w-0 relative gap-3 p-5`}
      data-owned={partner.owned || undefined}
    >
      <div className="row gap-3">
        <img
          className={`${classes.logo} flex-none rounded`}
          src={partner.logo}
          alt=""
          width={48}
          height={48}
          loading="lazy"
        />
        <div className="min-w-0">
          <h3 className="text-reading wrap-anywhere">
            <Link
              className={`${classes.cardLink} no-underline`}
              href={marketplacePaths.partner(partner.route)}
            >
              {partner.name}
            </Link>
          </h3>
          <span className="text-small leading-5 text-dimmed">
            {category} · {partner.disclosure}
          </span>
        </div>
      </div>
      {withReason && partner.because && (
        <p className="text-accent rounded bg-accent px-3 py-2">{partner.because}</p>
      )}
      <p className="text-plain">{partner.tagline}</p>
      <div className={`${classes.cardFoot} flex`}>
        <OfferPill partner={partner} />
      </div>
    </li>
  );
}
