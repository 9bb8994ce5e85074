import { Button, Switch } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import { Navigate, useParams } from 'react-router';
import { dayWords } from '#platform/days.ts';
import { useSession } from '#platform/web/query.ts';
import { BackLink } from '#ui/page/BackLink.tsx';
import { CopyButton } from '#ui/text/CopyButton.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { Marketplace, Partner } from '../contract.ts';
import { marketplacePaths } from '../paths.ts';
import { LoadFailed } from './LoadFailed.tsx';
import { countOpened, useMarketplace, useMarkOwned } from './queries.ts';
import classes from './Partner.module.css';

function Trail() {
  return <BackLink href={marketplacePaths.home}>Marketplace</BackLink>;
}

function Offer({ partner }: { partner: Partner }) {
  const { offer, cta } = partner;
  return (
    <Panel
      title={offer ? offer.text : 'No offer at the moment'}
      {...(offer ? { description: 'For customers of this portal' } : {})}
    >
      <div className="grid gap-3">
        {offer?.code && (
          <div className={`${classes.code} row gap-3 rounded`}>
            <span className="text-small text-dimmed">Code</span>
            <code className={`${classes.codeText} flex-auto font-semibold wrap-anywhere`}>{offer.code}</code>
            <CopyButton value={offer.code} label="Copy the code" />
          </div>
        )}
        <Button
          component="a"
          href={cta.url}
          target="_blank"
          rel="noopener noreferrer sponsored"
          onClick={() => countOpened(partner)}
          rightSection={<IconExternalLink size={18} stroke={1.5} aria-label="(opens in a new tab)" />}
          fullWidth
        >
          {cta.label}
        </Button>
        {offer?.validTo && (
          <p className="text-small leading-5 text-dimmed">
            Until <time dateTime={offer.validTo}>{dayWords(offer.validTo)}</time>
          </p>
        )}
        {offer?.terms && <p className="text-small leading-5 text-dimmed">{offer.terms}</p>}
        {!offer && (
          <p className="text-small leading-5 text-dimmed">
            You can still visit {partner.name}; what you pay there is what everyone pays.
          </p>
        )}
      </div>
    </Panel>
  );
}

function Owned({ partner }: { partner: Partner }) {
  const mark = useMarkOwned();
  const { isZeguroServiceSession } = useSession();
  return (
    <Panel size="small">
      <Switch
        label="We have it already"
        description="It moves to the end of the list and is no longer recommended."
        checked={mark.isPending ? mark.variables.owned : partner.owned}
        disabled={mark.isPending || isZeguroServiceSession}
        onChange={(event) => mark.mutate({ partner: partner.id, owned: event.currentTarget.checked })}
      />
    </Panel>
  );
}

function Content({ partner, data }: { partner: Partner; data: Marketplace }) {
  return (
    <div className={`${classes.page} grid items-start gap-6`}>
      <div className="grid min-w-0 gap-6">
        {partner.because && (
          <p className={`${classes.because} text-accent rounded bg-accent px-4 py-3`}>
            <strong>Recommended.</strong> {partner.because}.
          </p>
        )}
        <Panel title={partner.summary}>
          <div className={`${classes.text} measure-68 grid gap-3 leading-6.5`}>
            {partner.body.map((block) =>
              'text' in block ? (
                <p key={block.text}>{block.text}</p>
              ) : (
                <ul key={block.items.join()}>
                  {block.items.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              ),
            )}
          </div>
        </Panel>
        {partner.benefits.length > 0 && (
          <Panel title="What you get">
            <ul className={`${classes.benefits} grid gap-3 text-reading`}>
              {partner.benefits.map((benefit) => (
                <li key={benefit}>
                  <IconCheck size={20} stroke={1.75} aria-hidden />
                  {benefit}
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
      <div className={`${classes.side} grid min-w-0 gap-6`}>
        <Offer partner={partner} />
        <Owned partner={partner} />
        {(partner.solves.length > 0 || partner.audience) && (
          <Panel size="small">
            <dl className={`${classes.facts} grid gap-3`}>
              {partner.solves.length > 0 && (
                <div>
                  <dt>Helps with</dt>
                  <dd>{partner.solves.join(' · ')}</dd>
                </div>
              )}
              {partner.audience && (
                <div>
                  <dt>Made for</dt>
                  <dd>{partner.audience}</dd>
                </div>
              )}
            </dl>
          </Panel>
        )}
        <p className="text-small leading-5 text-dimmed">
          {partner.disclosure}. {data.disclosure}
        </p>
      </div>
    </div>
  );
}

/** One partner, with its offer; an unknown one leads back to the list. */
export function PartnerScreen() {
  const { partner: route } = useParams();
  const market = useMarketplace();
  const { data } = market;
  const partner = data?.partners.find((one) => one.route === route);
  if (data && !partner) return <Navigate to={marketplacePaths.home} replace />;
  if (data && partner)
    return (
      <>
        <PageHeader
          trail={<Trail />}
          title={
            <span className={`${classes.name} inline-row gap-4`}>
              <img src={partner.logo} alt="" width={56} height={56} />
              {partner.name}
            </span>
          }
          purpose={partner.tagline}
        />
        <Content partner={partner} data={data} />
      </>
    );
  if (market.isPending)
    return (
      <div className={`${classes.page} grid items-start gap-6`}>
        <SkeletonPanel height={420} lines={8} label="Loading the partner" />
        <SkeletonPanel height={260} lines={4} label="Loading the offer" />
      </div>
    );
  return (
    <LoadFailed error={market.error} retrying={market.isFetching} onRetry={() => void market.refetch()} />
  );
}
