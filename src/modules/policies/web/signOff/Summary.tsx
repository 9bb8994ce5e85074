import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconMailForward from '@tabler/icons-react/dist/esm/icons/IconMailForward.mjs';
import { percentOf } from '#platform/percent.ts';
import { Panel } from '#ui/page/Panel.tsx';
import { PercentRing } from '#ui/chart/PercentRing.tsx';
import { peopleCount, policyCount } from './messages.ts';
import { signaturesCsv, type Standing } from './queries.ts';
import classes from './SignOff.module.css';

function titleOf(done: number, people: number): string {
  if (done === people) return 'Everyone has signed';
  if (done === 0) return 'No one has signed everything yet';
  return `${done} of ${peopleCount(people)} ${done === 1 ? 'has' : 'have'} signed everything`;
}

type SummaryProps = { standing: Standing; onRemindAll: (from: HTMLElement | null) => void };

/** How far the whole team is. */
export function Summary({ standing: { people, done, policies }, onRemindAll }: SummaryProps) {
  const asked = policies.filter((one) => one.asked);
  const signatures = asked.reduce((sum, one) => sum + one.signed, 0);
  const expected = asked.reduce((sum, one) => sum + one.people, 0);
  const waiting = people - done;
  return (
    <Panel>
      <div className={`${classes.summary} grid items-center gap-card`}>
        <PercentRing percent={percentOf(done, people)} />
        <div className={classes.summaryWords}>
          <h2 className={`${classes.summaryTitle} text-title text-balance`}>{titleOf(done, people)}</h2>
          <p className={classes.quiet}>
            {`${signatures} of ${expected} signatures on ${policyCount(asked.length)}. `}
            {waiting > 0
              ? 'We remind everyone who has not signed by email after 3, 7, and 14 days.'
              : 'People get an email when you approve a changed policy that they need to sign again.'}
          </p>
        </div>
        <div className={`${classes.summaryActions} flex flex-wrap justify-end gap-2`}>
          {waiting > 0 && (
            <Button
              leftSection={<IconMailForward size={18} stroke={1.75} aria-hidden />}
              onClick={(event) => onRemindAll(event.currentTarget)}
            >
              Remind all waiting
            </Button>
          )}
          <Button
            variant="default"
            component="a"
            href={signaturesCsv()}
            download
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          >
            Export CSV
          </Button>
        </div>
      </div>
    </Panel>
  );
}
