import { ActionIcon, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs';
import IconMailForward from '@tabler/icons-react/dist/esm/icons/IconMailForward.mjs';
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { usePortal } from '#platform/web/boot.ts';
import { useFeatureIntro } from '#modules/plans/web/public.ts';
import { LinkTabs, linkTabPanel } from '#ui/page/LinkTabs.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { useDialog } from '#ui/form/useDialog.ts';
import { trainingPaths, type TrainingTab } from '../paths.ts';
import { DialogHost } from './DialogHost.tsx';
import type { ShowDialog, TrainingDialog } from './dialogs.ts';
import { EnrolMenu } from './EnrolMenu.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { OverviewTab } from './overview/OverviewTab.tsx';
import { isTab, traineesCsv, useOverview, type Loaded } from './queries.ts';

const TraineesTab = lazy(async () => ({ default: (await import('./trainees/TraineesTab.tsx')).TraineesTab }));
const CoursesTab = lazy(async () => ({ default: (await import('./courses/CoursesTab.tsx')).CoursesTab }));
const SettingsTab = lazy(async () => ({ default: (await import('./settings/SettingsTab.tsx')).SettingsTab }));

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;
const tabs = [
  { id: 'overview', label: 'Overview', href: trainingPaths.home },
  { id: 'trainees', label: 'People', href: trainingPaths.tab('trainees') },
  { id: 'courses', label: 'Courses', href: trainingPaths.tab('courses') },
  { id: 'settings', label: 'Settings', href: trainingPaths.tab('settings') },
] as const;

function PageMenu({ onDialog }: { onDialog: ShowDialog }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon ref={button} aria-label="More actions">
          <IconDots size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconMailForward {...icon} />}
          onClick={() => onDialog({ kind: 'remind', people: 'all' }, button.current)}
        >
          Remind everyone with something due
        </Menu.Item>
        <Menu.Item
          leftSection={<IconListCheck {...icon} />}
          onClick={() => onDialog({ kind: 'courses', people: 'all' }, button.current)}
        >
          Edit courses of everyone
        </Menu.Item>
        <Menu.Item component="a" href={traineesCsv()} download leftSection={<IconDownload {...icon} />}>
          Export progress as CSV
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const isEmpty = ({ traineesData: data }: Loaded) => data !== null && data.seats.taken + data.archived === 0;

/** Opens the dialog that an address asks for, once, and takes the wish out of the address. */
function useWish(onDialog: ShowDialog, ready: boolean) {
  const [query, setQuery] = useSearchParams();
  const wished = ready && query.get('add') === '1';
  const show = useRef(onDialog);
  useEffect(() => {
    show.current = onDialog;
  });
  useEffect(() => {
    if (!wished) return;
    show.current({ kind: 'add' }, null);
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('add');
        return next;
      },
      { replace: true },
    );
  }, [wished, setQuery]);
}

/** Training of the team: how it goes, who takes part, the courses, and how it runs (modules.md 2). */
export function TrainingScreen() {
  const { tab = 'overview' } = useParams();
  const { helpCenter } = usePortal().brand;
  const intro = useFeatureIntro('training');
  const overview = useOverview();
  const dialog = useDialog<TrainingDialog>();
  useWish(dialog.show, overview.data !== undefined);
  if (!isTab(tab)) return <Navigate to="/404" replace />;
  const loaded = overview.data;
  const empty = loaded !== undefined && isEmpty(loaded);
  return (
    <>
      <PageHeader
        title="Training"
        purpose="One short course a month, so that everyone spots trouble early."
        onViewIntro={intro.open}
        helpCenterHref={helpCenter}
        menu={
          loaded
            ? !empty && <PageMenu onDialog={dialog.show} />
            : overview.isPending && (
                <RoomFor>
                  <PageMenu onDialog={dialog.show} />
                </RoomFor>
              )
        }
        action={
          tab !== 'settings' &&
          (loaded?.traineesData
            ? !(empty && (tab === 'overview' || tab === 'trainees')) && (
                <EnrolMenu others={loaded.traineesData.others} onDialog={dialog.show} />
              )
            : overview.isPending && (
                <RoomFor>
                  <EnrolMenu others={0} onDialog={dialog.show} />
                </RoomFor>
              ))
        }
      />
      <LinkTabs name="training" label="Training" tabs={tabs} current={tab} />
      <div className="stack gap-6" {...linkTabPanel('training', tab)}>
        {loaded?.traineesData ? (
          <Suspense fallback={<Waiting />}>
            <Part tab={tab} loaded={loaded} empty={empty} onDialog={dialog.show} />
          </Suspense>
        ) : overview.isPending ? (
          <Waiting />
        ) : (
          <LoadFailed
            error={overview.error}
            retrying={overview.isFetching}
            onRetry={() => void overview.refetch()}
          />
        )}
      </div>
      {loaded && <DialogHost open={dialog.open} loaded={loaded} onClose={dialog.close} />}
    </>
  );
}

/** Holds the room of what comes with the data, so that the page does not move. */
const RoomFor = ({ children }: { children: ReactNode }) => (
  <span style={{ visibility: 'hidden' }}>{children}</span>
);

const Waiting = (): ReactNode => (
  <>
    <SkeletonPanel lines={3} height={168} label="Loading training" />
    <SkeletonPanel lines={8} height={480} label="Loading progress" />
  </>
);

function Part({
  tab,
  ...rest
}: {
  tab: TrainingTab;
  loaded: Loaded;
  empty: boolean;
  onDialog: ShowDialog;
}): ReactNode {
  switch (tab) {
    case 'overview':
      return <OverviewTab {...rest} />;
    case 'trainees':
      return <TraineesTab {...rest} />;
    case 'courses':
      return <CoursesTab {...rest} />;
    case 'settings':
      return <SettingsTab {...rest} />;
  }
}
