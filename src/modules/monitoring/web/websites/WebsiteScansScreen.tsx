import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { planPath } from '#modules/plans/paths.ts';
import { track } from '#platform/web/analytics.ts';
import { usePortal } from '#platform/web/boot.ts';
import { useFeatureIntro } from '#modules/plans/web/public.ts';
import { BackLink } from '#ui/page/BackLink.tsx';
import { LoadingText } from '#ui/page/LoadingText.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { ScreenFailure } from '#ui/page/ScreenFailure.tsx';
import { useDialog } from '#ui/form/useDialog.ts';
import { monitoringPaths } from '../../paths.ts';
import { AddWebsiteButton } from './AddWebsiteButton.tsx';
import { useRemoveWebsite } from '../changes.ts';
import { isRefusal, messageOf } from '../messages.ts';
import { NoWebsites } from './NoWebsites.tsx';
import { useTargets, type ShowWebsite, type Target, type TargetList } from '../queries.ts';
import { ScansSkeleton } from './ScansSkeleton.tsx';
import { selectWebsite, type Selection } from '../issues/selection.ts';
import { prepareDialogs, WebsiteDialogs, type OpenDialog } from './WebsiteDialogs.tsx';
import { WebsiteList } from './WebsiteList.tsx';
import { WebsitePicker } from './WebsitePicker.tsx';
import { WebsiteView } from './WebsiteView.tsx';

const title = 'Website Security Scans';
const purpose = 'See what an attacker could find on your websites, and what to fix first.';

/** Websites, their scans and what these found (modules.md 2). */
export function WebsiteScansScreen() {
  useEffect(() => track('Viewed Scanning Home'), []);
  const targets = useTargets();
  const { helpCenter } = usePortal().brand;
  const intro = useFeatureIntro('monitoring');
  if (targets.data) return <Websites list={targets.data} onViewIntro={intro.open} />;
  return (
    <>
      <PageHeader title={title} purpose={purpose} helpCenterHref={helpCenter} onViewIntro={intro.open} />
      {targets.isPending ? (
        <ScansSkeleton />
      ) : (
        <LoadFailed
          error={targets.error}
          retrying={targets.isFetching}
          onRetry={() => void targets.refetch()}
        />
      )}
    </>
  );
}

function LoadFailed({ error, ...rest }: { error: unknown; retrying: boolean; onRetry: () => void }) {
  const locked = isRefusal(error, 'module-inactive');
  return (
    <ScreenFailure
      title={locked ? 'Website scans are not active' : 'Your websites could not be loaded'}
      kept="Your websites, schedules and reports are safe."
      plansHref={locked ? planPath : undefined}
      {...rest}
    >
      {messageOf(error)}
    </ScreenFailure>
  );
}

/** The website of the address. One that gets another name while it is shown stays, until the address follows. */
function useSelection(list: TargetList): Selection<Target> {
  const { key, state, ...address } = useLocation();
  const [last, setLast] = useState({ key: '', targetId: '' });
  const chosen = (state as { targetId?: string } | null)?.targetId;
  const selection = selectWebsite(
    list.targetList,
    address,
    chosen ?? (last.key === key ? last.targetId : undefined),
  );
  const shownId = 'shown' in selection ? selection.shown.targetId : '';
  if (last.key !== key || last.targetId !== shownId) setLast({ key, targetId: shownId });
  return selection;
}

/** A link may ask for the wizard (`monitoringPaths.add`). */
function useAskedToAdd(mayAdd: boolean, open: () => void): void {
  const [params, setParams] = useSearchParams();
  const asked = params.has('add');
  useEffect(() => {
    if (!asked) return;
    setParams(
      (before) => {
        before.delete('add');
        return before;
      },
      { replace: true },
    );
    if (mayAdd) open();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for each link
  }, [asked]);
}

function Websites({ list, onViewIntro }: { list: TargetList; onViewIntro: () => void }) {
  const { helpCenter } = usePortal().brand;
  const navigate = useNavigate();
  const dialog = useDialog<OpenDialog>();
  const remove = useRemoveWebsite();
  const selection = useSelection(list);
  const limit = { ...list.numberOfTargets, isHighestPlan: list.isHighestPlan };
  const add = (button: HTMLElement) => dialog.show({ kind: 'add' }, button);
  useAskedToAdd(limit.remaining > 0, () => dialog.show({ kind: 'add' }, null));
  const show =
    (replace: boolean): ShowWebsite =>
    async ({ targetId, targetName }) =>
      navigate(monitoringPaths.website(targetName), { replace, state: { targetId } });
  const removeWebsite = (target: Target) => {
    dialog.close();
    remove.mutate({ targetId: target.targetId, targetName: target.targetName });
    void navigate(monitoringPaths.home, { replace: true, state: { targetId: target.targetId } });
  };

  const isEmpty = 'empty' in selection;
  return (
    <>
      <PageHeader
        title={title}
        purpose={purpose}
        trail={
          'shown' in selection &&
          list.targetList.length > 1 && <BackLink href={monitoringPaths.home}>All websites</BackLink>
        }
        helpCenterHref={helpCenter}
        onViewIntro={onViewIntro}
        action={
          isEmpty || remove.isPending ? undefined : (
            <AddWebsiteButton label="Add Another Website" limit={limit} onAdd={add} />
          )
        }
      />
      {remove.isPending ? (
        <Panel>
          <LoadingText>Removing Website</LoadingText>
        </Panel>
      ) : (
        <>
          {'redirect' in selection && <Navigate to={selection.redirect} replace />}
          {'list' in selection && <WebsiteList />}
          {isEmpty && <NoWebsites limit={limit} onAdd={add} onApproach={prepareDialogs} />}
          {'shown' in selection && (
            <>
              <WebsitePicker
                targets={list.targetList}
                shown={selection.shown}
                onPick={(target) => void show(false)(target)}
              />
              <WebsiteView
                key={selection.shown.targetId}
                target={selection.shown}
                companyName={list.companyName}
                limit={limit}
                onDialog={dialog.show}
                onApproach={prepareDialogs}
              />
            </>
          )}
        </>
      )}
      <WebsiteDialogs
        open={dialog.open}
        list={list}
        onClose={dialog.close}
        onShow={show(true)}
        onRemove={removeWebsite}
      />
    </>
  );
}
