import { ActionIcon, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconWorldCheck from '@tabler/icons-react/dist/esm/icons/IconWorldCheck.mjs';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { planPath } from '#modules/plans/paths.ts';
import { usePortal } from '#platform/web/boot.ts';
import { useFeatureIntro } from '#modules/plans/web/public.ts';
import { shownTime } from '#platform/dates.ts';
import { LinkTabs, linkTabPanel } from '#ui/page/LinkTabs.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { ScreenFailure } from '#ui/page/ScreenFailure.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { toast } from '#ui/notice/toast.ts';
import { useDialog } from '#ui/form/useDialog.ts';
import type { RatingsData } from '../entities.ts';
import { ratingsPaths } from '../paths.ts';
import { useRefresh } from './changes.ts';
import { RatingsDialogs, type RatingsDialog, type ShowDialog } from './RatingsDialogs.tsx';
import { isRefusal, messageOf, toasts } from './messages.ts';
import { Overview } from './Overview.tsx';
import { useCompanyUrl, useRatings, type RatingsAnswer } from './queries.ts';
import { Measuring, NoAddress, NothingFound } from './states.tsx';

const Analysis = lazy(async () => ({ default: (await import('./analysis/Analysis.tsx')).Analysis }));
const Reports = lazy(async () => ({ default: (await import('./reports/Reports.tsx')).Reports }));

const tabs = [
  { id: 'overview', label: 'Overview', href: ratingsPaths.home },
  { id: 'analysis', label: 'Individual Analysis', short: 'Analysis', href: ratingsPaths.tab('analysis') },
  { id: 'reports', label: 'Reports', href: ratingsPaths.tab('reports') },
] as const;
type Tab = (typeof tabs)[number]['id'];
const tabOf = (text: string | null): Tab => tabs.find(({ id }) => id === text)?.id ?? 'overview';

/**
 * Says once what failed (modules.md 8). That nothing is known of an address is no danger, and news only to a person who
 * watched it being measured: the page explains it by itself.
 */
function useComplaint({ data: answer, error }: ReturnType<typeof useRatings>) {
  const [watched, setWatched] = useState(false);
  if (answer?.progress && !watched) setWatched(true);
  const isUnknown = answer?.error?.includes(toasts.noEvents) ?? false;
  const showsUnknown = isUnknown && watched;
  const danger = isUnknown
    ? null
    : (answer?.error ?? (error && !isRefusal(error, 'module-inactive') ? messageOf(error) : null));
  useEffect(() => {
    if (!danger && !showsUnknown) return;
    const id = danger ? toast.danger(danger) : toast.warning(toasts.invalidUrl);
    return () => toast.hide(id);
  }, [danger, showsUnknown]);
}

function PageMenu({
  url,
  data,
  refreshFrom,
  onDialog,
}: {
  url: string;
  data: RatingsData;
  refreshFrom: string | null;
  onDialog: ShowDialog;
}) {
  const refresh = useRefresh();
  const button = useRef<HTMLButtonElement>(null);
  const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon ref={button} aria-label="More actions">
          <IconDots size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconRefresh {...icon} />}
          disabled={refreshFrom !== null || refresh.isPending}
          onClick={() => refresh.mutate({ url, pdf: false, refresh: true })}
        >
          {refreshFrom === null ? 'Measure again now' : `Measure again from ${shownTime(refreshFrom)}`}
        </Menu.Item>
        {data.source.id === 'estimate' && (
          <>
            <Menu.Item
              leftSection={<IconWorldCheck {...icon} />}
              onClick={() => onDialog({ kind: 'ownership' }, button.current)}
            >
              Verify that you own the domain
            </Menu.Item>
            <Menu.Item
              leftSection={<IconKey {...icon} />}
              onClick={() => onDialog({ kind: 'selectors' }, button.current)}
            >
              Names of email signing keys
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Keeps the place of the menu, so that the head of the page does not break its lines anew once there is a rating. */
const NoMenuYet = () => (
  <ActionIcon aria-label="More actions" title="Available as soon as there is a rating" disabled>
    <IconDots size={20} stroke={1.5} aria-hidden />
  </ActionIcon>
);

/** The rating of the company as anybody sees it from outside (modules.md 2). */
export function RatingsScreen() {
  const [query] = useSearchParams();
  const tab = tabOf(query.get('tab'));
  const url = useCompanyUrl();
  const ratings = useRatings(url);
  const { helpCenter } = usePortal().brand;
  const intro = useFeatureIntro('ratings');
  const dialog = useDialog<RatingsDialog>();
  useComplaint(ratings);
  const data = ratings.data?.data ?? null;
  return (
    <>
      <PageHeader
        title="Attack Surface Analytics"
        purpose="How safe your company looks from outside, and what would make it look safer."
        onViewIntro={intro.open}
        helpCenterHref={helpCenter}
        menu={
          data ? (
            <PageMenu
              url={url}
              data={data}
              refreshFrom={ratings.data?.refreshFrom ?? null}
              onDialog={dialog.show}
            />
          ) : (
            <NoMenuYet />
          )
        }
      />
      <LinkTabs name="ratings" label="Attack Surface Analytics" tabs={tabs} current={tab} />
      <div className="grid gap-6" {...linkTabPanel('ratings', tab)}>
        {url === '' ? (
          <NoAddress />
        ) : ratings.data ? (
          <Suspense fallback={<Waiting />}>
            <Part tab={tab} answer={ratings.data} url={url} onDialog={dialog.show} />
          </Suspense>
        ) : ratings.isPending ? (
          <Waiting />
        ) : (
          <LoadFailed
            error={ratings.error}
            retrying={ratings.isFetching}
            onRetry={() => void ratings.refetch()}
          />
        )}
      </div>
      <RatingsDialogs open={dialog.open} data={data} onClose={dialog.close} />
    </>
  );
}

function Part({
  tab,
  answer,
  url,
  onDialog,
}: {
  tab: Tab;
  answer: RatingsAnswer;
  url: string;
  onDialog: ShowDialog;
}) {
  const { data, progress } = answer;
  if (tab === 'reports') return <Reports data={data} url={url} onDialog={onDialog} />;
  if (!data)
    return progress ? (
      <Measuring progress={progress} url={url} />
    ) : (
      <NothingFound url={url} error={answer.error} />
    );
  return (
    <>
      {progress && <Measuring progress={progress} url={url} again />}
      {tab === 'analysis' ? (
        <Analysis data={data} onDialog={onDialog} />
      ) : (
        <Overview data={data} url={url} onDialog={onDialog} />
      )}
    </>
  );
}

const Waiting = () => (
  <>
    <SkeletonPanel lines={3} height={220} label="Loading your rating" />
    <SkeletonPanel lines={4} height={180} />
  </>
);

function LoadFailed({ error, ...rest }: { error: unknown; retrying: boolean; onRetry: () => void }) {
  const locked = isRefusal(error, 'module-inactive');
  return (
    <ScreenFailure
      title={locked ? 'Attack Surface Analytics is not active' : 'Your rating could not be loaded'}
      kept="Earlier ratings and reports are safe."
      plansHref={locked ? planPath : undefined}
      {...rest}
    >
      {messageOf(error)}
    </ScreenFailure>
  );
}
