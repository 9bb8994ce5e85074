import { NativeSelect } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { shownDay, shownTime } from '#platform/dates.ts';
import { BackLink } from '#ui/page/BackLink.tsx';
import { DrawingPolicy } from '#ui/drawings/DrawingPolicy.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { QueryFailed } from '#platform/web/QueryFailed.tsx';
import { Link } from '#ui/text/Link.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { DiffLine, StoredVersion } from '../../entities.ts';
import { policiesPaths } from '../../paths.ts';
import { DiffLines } from './DiffLines.tsx';
import { policyPdf } from '../downloads.ts';
import classes from './History.module.css';
import { messageOf } from '../messages.ts';
import { standingOf, StandingPill } from '../PolicyPills.tsx';
import { useComparison, useHistory } from '../queries.ts';

function VersionLine({ version }: { version: StoredVersion }) {
  const { approvalDate, savedAt } = version;
  return (
    <li className={`${classes.version} grid gap-0.5 border-t`}>
      <div className={`${classes.what} row flex-wrap`}>
        <Link
          className={`${classes.link} font-medium text-accent hover-underline`}
          href={policiesPaths.version(version.id, version.version)}
        >
          Version {version.version}
        </Link>
        <StandingPill standing={standingOf(version)} />
        {version.material && <span className="text-small text-dimmed">Material change</span>}
      </div>
      <p className="text-small text-dimmed">
        {approvalDate ? (
          <>
            Approved by <bdi>{version.approver}</bdi>
            {version.recordedBy && (
              <>
                , recorded by <bdi>{version.recordedBy}</bdi>,
              </>
            )}{' '}
            on <time dateTime={approvalDate}>{shownTime(approvalDate)}</time>
          </>
        ) : (
          <>
            Last saved by <bdi>{version.savedBy || 'somebody'}</bdi>
            {savedAt && (
              <>
                {' '}
                on <time dateTime={savedAt}>{shownTime(savedAt)}</time>
              </>
            )}
          </>
        )}
      </p>
      {version.note && <p className={`${classes.note} wrap-anywhere mt-1`}>{version.note}</p>}
      <p className="text-small">
        <a
          className={`${classes.link} font-medium text-accent hover-underline`}
          href={policyPdf(version)}
          target="_blank"
          rel="noopener"
        >
          Download PDF<span className="visually-hidden"> of version {version.version}</span>
        </a>
      </p>
    </li>
  );
}

/** How much changed, in words. */
function sumOf(lines: DiffLine[]): string {
  const parts = (['changed', 'added', 'removed'] as const).flatMap((kind) => {
    const count = lines.filter((line) => line.kind === kind).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? 'line' : 'lines'} ${kind}`];
  });
  return parts.length === 0 ? 'Both versions say the same.' : `${parts.join(', ')}.`;
}

function Compared({ id, from, to }: { id: string; from: number; to: number }) {
  const comparison = useComparison(id, from, to);
  if (comparison.isError)
    return (
      <QueryFailed
        level={3}
        title="The comparison could not be loaded"
        query={comparison}
        words={messageOf}
      />
    );
  if (!comparison.data) return <SkeletonPanel bare lines={8} height={320} label="Comparing" />;
  const { lines } = comparison.data;
  return (
    <>
      <output className={`${classes.sum} block text-dimmed`}>{sumOf(lines)}</output>
      <DiffLines lines={lines} />
    </>
  );
}

/** All kept versions, and what changed between two of them. */
export function PolicyHistory({ id, name, shown }: { id: string; name: string; shown: number | null }) {
  const history = useHistory(id);
  const [params, setParams] = useSearchParams();
  const versions = history.data ?? [];
  const known = (text: string | null) => versions.find((one) => String(one.version) === text)?.version;
  const newer = known(params.get('to')) ?? versions[0]?.version ?? 1;
  const older = known(params.get('from')) ?? versions.find((one) => one.version < newer)?.version ?? newer;
  const choose = (part: { from?: string; to?: string }) =>
    setParams(
      { show: 'history', from: String(older), to: String(newer), ...part },
      { replace: true, preventScrollReset: true },
    );
  const options = versions.map((one) => ({
    value: String(one.version),
    label: `Version ${one.version}${one.approvalDate ? `, ${shownDay(one.approvalDate)}` : ', draft'}`,
  }));
  return (
    <>
      <PageHeader
        trail={
          <BackLink href={shown === null ? policiesPaths.policy(id) : policiesPaths.version(id, shown)}>
            <bdi>{name || 'Policy'}</bdi>
          </BackLink>
        }
        title="History"
        purpose="Which rules were in force when, who approved them, and what changed between versions."
      />
      {history.isPending ? (
        <SkeletonPanel lines={8} height={480} label="Loading the history" />
      ) : history.isError && !history.data ? (
        <Panel>
          <QueryFailed
            title="The history could not be loaded"
            kept="All versions are safe."
            query={history}
            words={messageOf}
          />
        </Panel>
      ) : versions.length === 0 ? (
        <Panel>
          <EmptyState drawing={<DrawingPolicy />} title="No versions yet">
            Save a draft or approve the policy: every approved version will be kept here.
          </EmptyState>
        </Panel>
      ) : (
        <div className={`${classes.columns} stack items-start gap-card`}>
          <Panel title="Versions" size="small">
            <ol className="grid" reversed>
              {versions.map((one) => (
                <VersionLine key={one.version} version={one} />
              ))}
            </ol>
          </Panel>
          <Panel title="What changed" flush>
            {versions.length === 1 ? (
              <p className={`${classes.only} measure-64 text-dimmed`}>
                There is only one version so far. Once there are two, this shows what changed word by word.
              </p>
            ) : (
              <>
                <div className={`${classes.choose} grid gap-3`}>
                  <NativeSelect
                    label="From"
                    value={String(older)}
                    data={options}
                    onChange={(event) => choose({ from: event.currentTarget.value })}
                  />
                  <NativeSelect
                    label="To"
                    value={String(newer)}
                    data={options}
                    onChange={(event) => choose({ to: event.currentTarget.value })}
                  />
                </div>
                <Compared id={id} from={older} to={newer} />
              </>
            )}
          </Panel>
        </div>
      )}
    </>
  );
}
