import { Button, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useSearchParams } from 'react-router';
import { usePortal } from '#platform/web/boot.ts';
import { Carousel } from '#ui/intro/Carousel.tsx';
import { DrawingInbox } from '#ui/drawings/DrawingInbox.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { Link } from '#ui/text/Link.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { Marketplace, Partner } from '../contract.ts';
import { marketplacePaths } from '../paths.ts';
import { savingsLine } from '../rules.ts';
import { foundIn, recommendedOf } from './finding.ts';
import { LoadFailed } from './LoadFailed.tsx';
import { OfferPill } from './OfferPill.tsx';
import { PartnerCard } from './PartnerCard.tsx';
import { useMarketplace } from './queries.ts';
import classes from './Marketplace.module.css';

const labelOf = ({ categories }: Marketplace, { category }: Partner): string =>
  categories.find(({ id }) => id === category)?.label ?? category;

function Slide({ partner, category }: { partner: Partner; category: string }) {
  return (
    <div className={`${classes.slide} row gap-8`}>
      <img className="flex-none rounded" src={partner.logo} alt="" width={88} height={88} />
      <div className="min-w-0">
        <p className="text-small leading-5 text-dimmed">
          {category} · {partner.disclosure}
        </p>
        <p className="text-title">{partner.name}</p>
        <p className="text-reading">{partner.tagline}</p>
        <div className="row flex-wrap gap-3 gap-x-4 mt-4">
          <Button component={Link} href={marketplacePaths.partner(partner.route)} variant="default">
            See {partner.name}
          </Button>
          <OfferPill partner={partner} />
        </div>
      </div>
    </div>
  );
}

function Featured({ data }: { data: Marketplace }) {
  const partners = data.carousel.slides.flatMap((id) => data.partners.filter((one) => one.id === id));
  if (partners.length === 0) return null;
  return (
    <Carousel
      label="Featured partners"
      autoplaySeconds={data.carousel.autoplaySeconds}
      slides={partners.map((partner) => ({
        id: partner.id,
        label: partner.name,
        content: <Slide partner={partner} category={labelOf(data, partner)} />,
      }))}
    />
  );
}

function Recommended({ data }: { data: Marketplace }) {
  const partners = recommendedOf(data);
  if (partners.length === 0) return null;
  return (
    <section aria-labelledby="marketplace-recommended">
      <h2 id="marketplace-recommended" className="text-title">
        Recommended for your company
      </h2>
      <p className={`measure-72 text-dimmed mt-0.5`}>
        From your own results: your weakest maturity elements, open issues and overdue training.
      </p>
      <ul className={`${classes.cards} grid gap-6 mt-4 grid-cols-3`}>
        {partners.map((partner) => (
          <PartnerCard key={partner.id} partner={partner} category={labelOf(data, partner)} withReason />
        ))}
      </ul>
    </section>
  );
}

function AllPartners({ data }: { data: Marketplace }) {
  const [query, setQuery] = useSearchParams();
  const category = query.get('category') ?? '';
  const search = query.get('search') ?? '';
  const found = foundIn(data.partners, { category, search });
  const set = (name: 'category' | 'search', value: string) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const chips = [{ id: '', label: 'All', partners: data.partners.length }, ...data.categories];
  return (
    <section aria-labelledby="marketplace-all">
      <div className="row flex-wrap justify-between gap-3 gap-x-6">
        <h2 id="marketplace-all" className="text-title">
          All partners
        </h2>
        <TextInput
          className={classes.search}
          aria-label="Search partners"
          placeholder="Search partners"
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          maxLength={100}
          value={search}
          onChange={(event) => set('search', event.currentTarget.value)}
        />
      </div>
      <fieldset className={`${classes.chips} flex flex-wrap gap-2 mt-4`} aria-label="Categories">
        {chips.map(({ id, label, partners }) => (
          <button
            key={id}
            type="button"
            className={`${classes.chip} min-h-10 text-plain border rounded-full bg-card`}
            aria-pressed={category === id}
            onClick={() => set('category', id)}
          >
            {label}{' '}
            <span className={`${classes.chipCount} text-small text-dimmed tabular-nums`}>{partners}</span>
          </button>
        ))}
      </fieldset>
      <output className="block text-small text-dimmed mt-4">
        {found.length === 1 ? '1 partner' : `${found.length} partners`}
      </output>
      {found.length > 0 ? (
        <ul className={`${classes.cards} grid gap-6 mt-4 grid-cols-3`}>
          {found.map((partner) => (
            <PartnerCard key={partner.id} partner={partner} category={labelOf(data, partner)} />
          ))}
        </ul>
      ) : (
        <Panel>
          <EmptyState
            level={3}
            drawing={<DrawingLost />}
            title="No partner fits"
            action={
              <Button variant="default" onClick={() => setQuery({}, { replace: true })}>
                Show all partners
              </Button>
            }
          >
            Nothing in this category matches. Try fewer words.
          </EmptyState>
        </Panel>
      )}
    </section>
  );
}

/** Tools of partners (modules.md 1): those that help with what the company's own results show come first. */
export function MarketplaceScreen() {
  const { brand } = usePortal();
  const market = useMarketplace();
  const { data } = market;
  return (
    <>
      <PageHeader
        title="Marketplace"
        purpose={data ? `${savingsLine(data.maxPercent)}.` : 'Partner tools.'}
        helpCenterHref={brand.helpCenter}
      />
      {data && data.partners.length > 0 ? (
        <div className={`${classes.page} grid min-w-0`}>
          <Featured data={data} />
          <Recommended data={data} />
          <AllPartners data={data} />
          <p className={`${classes.disclosure} text-small leading-5 text-dimmed`}>{data.disclosure}</p>
        </div>
      ) : data ? (
        <Panel>
          <EmptyState drawing={<DrawingInbox />} title="No partners yet">
            Tools that help you fix what your results show will appear here, with your discounts.
          </EmptyState>
        </Panel>
      ) : market.isPending ? (
        <div className={`${classes.page} grid min-w-0`}>
          <SkeletonPanel height={188} lines={4} label="Loading the marketplace" />
          <div className={`${classes.cards} grid gap-6 mt-4 grid-cols-3`}>
            <SkeletonPanel height={196} lines={4} label="Loading partners" />
            <SkeletonPanel height={196} lines={4} label="Loading partners" />
            <SkeletonPanel height={196} lines={4} label="Loading partners" />
          </div>
        </div>
      ) : (
        <LoadFailed error={market.error} retrying={market.isFetching} onRetry={() => void market.refetch()} />
      )}
    </>
  );
}
