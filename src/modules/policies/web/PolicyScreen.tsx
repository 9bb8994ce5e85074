import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { BackLink } from '#ui/page/BackLink.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { QueryFailed } from '#platform/web/QueryFailed.tsx';
import { Link } from '#ui/text/Link.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { useFeatureIntro } from '#modules/plans/web/public.ts';
import { blankPolicy } from '../blankPolicy.ts';
import { policiesPaths } from '../paths.ts';
import { isRefusal, messageOf } from './messages.ts';
import { PolicyEditor } from './editor/PolicyEditor.tsx';
import { PolicyReading } from './reading/PolicyReading.tsx';
import { usePolicy, versionOf } from './queries.ts';

const PolicyHistory = lazy(async () => ({
  default: (await import('./history/PolicyHistory.tsx')).PolicyHistory,
}));

const freshId = policiesPaths.fresh.slice(policiesPaths.home.length + 1);

const Back = () => <BackLink href={policiesPaths.home}>Security Policies</BackLink>;

function Waiting() {
  return (
    <>
      <PageHeader trail={<Back />} title="Security policy" />
      <SkeletonPanel lines={12} height={640} label="Loading the policy" />
    </>
  );
}

/** One policy: a draft to be edited, an approved version to be read, or its history (modules.md 2). */
export function PolicyScreen() {
  useFeatureIntro('compliance');
  const { id = '', version } = useParams();
  const { state } = useLocation();
  if (version !== undefined && versionOf(version) === null) return <Navigate to="/404" replace />;
  // saving may give the policy an address of its own: the editor stays as it is
  const visit = (state as { visit?: string } | null)?.visit ?? id;
  return <PolicyPage key={visit} visit={visit} id={id === freshId ? '' : id} version={versionOf(version)} />;
}

function PolicyPage({ id, version, visit }: { id: string; version: number | null; visit: string }) {
  const show = new URLSearchParams(useLocation().search).get('show');
  const loaded = usePolicy(id, version);
  if (id === '') return <PolicyEditor policy={blankPolicy} slot={freshId} visit={visit} />;
  if (show === 'history')
    return (
      <Suspense fallback={<Waiting />}>
        <PolicyHistory
          id={id}
          name={loaded.data?.data.name ?? ''}
          shown={loaded.data?.data.version ?? version}
        />
      </Suspense>
    );
  if (loaded.isPending) return <Waiting />;
  if (!loaded.data || (loaded.isError && isRefusal(loaded.error, 'no-such-policy') && !loaded.data))
    return (
      <>
        <PageHeader trail={<Back />} title="Security policy" />
        <Panel>
          {isRefusal(loaded.error, 'no-such-policy') ? (
            <EmptyState
              drawing={<DrawingLost />}
              title="This policy is not here"
              action={
                <Button component={Link} href={policiesPaths.home}>
                  See all policies
                </Button>
              }
            >
              It may have been deleted, or the address is incomplete.
            </EmptyState>
          ) : (
            <QueryFailed
              title="The policy could not be loaded"
              kept="All saved versions are safe."
              query={loaded}
              words={messageOf}
            />
          )}
        </Panel>
      </>
    );
  const { data: policy, storageList } = loaded.data;
  const isEdited = policy.status === 'Draft' || (show === 'edit' && policy.inForce);
  return isEdited ? (
    <PolicyEditor policy={policy} slot={policy.id} visit={visit} />
  ) : (
    <PolicyReading policy={policy} versions={storageList} />
  );
}
