import { Button } from '@mantine/core';
import { shownDay } from '#platform/dates.ts';
import { FinishedLevels, finishedWords } from '#ui/chart/FinishedLevels.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { ProgressStrip } from '#ui/chart/ProgressStrip.tsx';
import type { Report } from '../../entities.ts';
import { maturityPaths } from '../../paths.ts';
import { LevelHint } from '../LevelHint.tsx';
import { nextPath } from '../queries.ts';
import classes from './Report.module.css';

/** The level of the company, and how far the assessment is (modules.md 2). */
export function ReportHead({ report }: { report: Report }) {
  const { overallLevel, levelInfo, assessment, percent, lastUpdated } = report;
  const info = levelInfo[overallLevel];
  const finished = report.elements.filter(({ complete }) => complete);
  const completed = assessment.assessmentStatus === 'completed';
  return (
    <Panel>
      <div className={`${classes.head} row`}>
        <LevelHint level={overallLevel} info={info} />
        <div className={`${classes.headWords} flex-auto min-w-0`}>
          <h2 className="text-body leading-5 font-medium text-dimmed">
            Your company&apos;s Cyber Maturity Level
            {completed ? '' : ` so far: ${overallLevel}, ${info?.levelName}`}
            <strong className={`${classes.levelName} block text-plain`}>
              {completed ? info?.levelName : finishedWords(finished.length, report.elements.length)}
            </strong>
          </h2>
          {completed && info && <p className="text-dimmed text-pretty measure-68">{info.description}</p>}
          {completed ? (
            <p className={`measure-68 text-pretty mt-2`}>
              The elements with the lowest level are your weakest points and should be addressed first: your
              overall level is the same as theirs.
            </p>
          ) : (
            <>
              <FinishedLevels finished={finished} of={report.elements.length} />
              <div className={`${classes.progress} mt-3`}>
                <ProgressStrip label="Questions Answered" percent={percent} />
              </div>
            </>
          )}
          {lastUpdated && (
            <p className={classes.meta}>
              {completed ? 'Updated' : 'Last updated'} {shownDay(lastUpdated)}
            </p>
          )}
        </div>
        <div className={`${classes.headAction} flex-none`}>
          {completed ? (
            <Button component={Link} variant="default" href={maturityPaths.assessment}>
              Update Responses
            </Button>
          ) : (
            <Button component={Link} href={nextPath(report)}>
              Finish Assessment
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}
