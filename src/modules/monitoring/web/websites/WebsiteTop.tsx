import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { Target, useLive } from '../queries.ts';
import { SchedulePanel } from '../schedules/SchedulePanel.tsx';
import type { OpenDialog } from './WebsiteDialogs.tsx';
import { WebsiteMenu, type WebsiteAction } from './WebsiteMenu.tsx';
import { WebsitePanel } from './WebsitePanel.tsx';
import classes from './WebsiteScans.module.css';

type WebsiteTopProps = {
  target: Target;
  live: ReturnType<typeof useLive>;
  starting: boolean;
  onStart: () => void;
  onDialog: (dialog: OpenDialog, from: HTMLElement | null) => void;
  onApproach: () => void;
};

/** The website itself with what can be done with it, and its schedule. */
export function WebsiteTop({ target, live, starting, onStart, onDialog, onApproach }: WebsiteTopProps) {
  const running = live.data?.scans.running ?? null;
  const schedule = live.data?.schedule ?? null;
  const act = (action: WebsiteAction, from: HTMLElement | null) => {
    if (action === 'start') onStart();
    else if (action === 'schedule') onDialog({ kind: 'schedule', target, schedule }, from);
    else if (action !== 'cancel') onDialog({ kind: action, target }, from);
    else if (running) onDialog({ kind: 'cancel', target, scan: running }, from);
  };

  return (
    <div className={`${classes.top} grid gap-card`}>
      <WebsitePanel
        target={target}
        running={running}
        menu={
          live.data && (
            <WebsiteMenu
              running={running !== null}
              hasSchedule={schedule !== null}
              busy={starting}
              mayScan={target.isInPlan}
              asksForProof={target.ownership.state !== 'operator' && target.ownership.state !== 'not-needed'}
              onPick={act}
              onOpen={onApproach}
            />
          )
        }
      />
      {live.data ? (
        <SchedulePanel
          schedule={schedule}
          target={target}
          running={running !== null}
          paused={!target.isInPlan}
          onSchedule={(button) => onDialog({ kind: 'schedule', target, schedule }, button)}
        />
      ) : (
        live.isPending && <SkeletonPanel lines={3} label="Loading the schedule" />
      )}
    </div>
  );
}
