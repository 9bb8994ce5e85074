import { ActionIcon, Button, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { useRef } from 'react';
import { shownDay } from '#platform/dates.ts';
import { aboutTime } from '#platform/taskTime.ts';
import { useFeatureIntro } from '#modules/plans/web/public.ts';
import { FinishedLevels, finishedWords } from '#ui/chart/FinishedLevels.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { ProgressStrip } from '#ui/chart/ProgressStrip.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { useDialog } from '#ui/form/useDialog.ts';
import type { AssessmentConfig, AssessmentData } from '../entities.ts';
import { maturityPaths } from '../paths.ts';
import { AreaPanel } from './AreaPanel.tsx';
import classes from './Assessment.module.css';
import { ConciergeLine } from './ConciergeLine.tsx';
import { IntroCard } from './IntroCard.tsx';
import { LevelHint } from './LevelHint.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { MaturityPage } from './MaturityPage.tsx';
import { ReconfirmNotice, UnsavedNotice } from './Notices.tsx';
import { placesOf } from './order.ts';
import { nextPath, useAssessment, useConfig } from './queries.ts';
import { useUnsavedWarning } from './saving.ts';
import { StartOverDialog } from './StartOverDialog.tsx';

const purpose = 'Plain questions that show how mature your security is, and what to do next.';

/** Above 900 px (modules.md 2). */
const isDesktop = '(min-width: 56.3125em)';

/** Where the assessment begins, goes on and is changed. */
export function AssessmentScreen() {
  const assessment = useAssessment();
  const config = useConfig();
  const intro = useFeatureIntro('cybermaturity');
  useUnsavedWarning();
  if (assessment.data && config.data)
    return <Overview data={assessment.data} config={config.data} onViewIntro={intro.open} />;
  const failed = assessment.error ? assessment : config.error ? config : null;
  return (
    <MaturityPage at="assessment" purpose={purpose} onViewIntro={intro.open}>
      {failed ? (
        <LoadFailed
          what="Your assessment"
          error={failed.error}
          retrying={assessment.isFetching || config.isFetching}
          onRetry={() => {
            void assessment.refetch();
            void config.refetch();
          }}
        />
      ) : (
        <div className="stack gap-card">
          <SkeletonPanel lines={3} height={160} label="Loading your assessment" />
          <SkeletonPanel lines={5} height={280} />
        </div>
      )}
    </MaturityPage>
  );
}

const hasBegun = ({ questions }: Pick<AssessmentData, 'questions'>) => Object.keys(questions).length > 0;

/** The one button of the page, according to how far the assessment is (modules.md 4). */
function GoOnButton({ data }: { data: AssessmentData }) {
  if (!hasBegun(data))
    return (
      <Button component={Link} href={maturityPaths.start}>
        Start Assessment
      </Button>
    );
  if (data.nextQuestion)
    return (
      <Button component={Link} href={nextPath(data)}>
        Finish Assessment
      </Button>
    );
  return (
    <Button
      onClick={() => {
        const areas = document.getElementById('areas');
        areas?.scrollIntoView({ block: 'start' });
        areas?.focus({ preventScroll: true });
      }}
    >
      Update Responses
    </Button>
  );
}

type OverviewProps = { data: AssessmentData; config: AssessmentConfig; onViewIntro: () => void };

function Overview({ data, config, onViewIntro }: OverviewProps) {
  const dialog = useDialog<'start-over'>();
  const menuButton = useRef<HTMLButtonElement>(null);
  const desktop = useMediaQuery(isDesktop, undefined, { getInitialValueInEffect: false });
  const begun = hasBegun(data);
  const places = placesOf(config);
  const showsIntro = !begun && desktop;
  return (
    <MaturityPage
      at="assessment"
      purpose={purpose}
      onViewIntro={onViewIntro}
      action={showsIntro ? undefined : <GoOnButton data={data} />}
      menu={
        begun && (
          <Menu>
            <Menu.Target>
              <ActionIcon ref={menuButton} aria-label="More">
                <IconDots size={20} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                className="danger-action"
                onClick={() => dialog.show('start-over', menuButton.current)}
              >
                Start over…
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )
      }
    >
      <div className="stack gap-card">
        <UnsavedNotice places={places} />
        {data.reconfirm && <ReconfirmNotice />}
        {showsIntro && <IntroCard minutes={data.minutesLeft} action={<GoOnButton data={data} />} />}
        {begun && <Standing data={data} config={config} />}
        <div id="areas" tabIndex={-1} className={`${classes.areas} stack outline-none gap-card`}>
          {[...config.areas]
            .sort((a, b) => a.order - b.order)
            .map((area) => (
              <AreaPanel
                key={area.id}
                area={area}
                config={config}
                data={data}
                places={places}
                begun={begun}
              />
            ))}
        </div>
      </div>
      <ConciergeLine />
      <StartOverDialog opened={dialog.open === 'start-over'} onClose={dialog.close} />
    </MaturityPage>
  );
}

/** Elements with a level of their own, by the name people know them by. */
const finishedOf = ({ elements }: AssessmentData, config: AssessmentConfig) =>
  config.elements.flatMap(({ id, title }) =>
    elements.filter((state) => state.id === id && state.complete).map(({ level }) => ({ id, title, level })),
  );

/** How far one is, in one card. */
function Standing({ data, config }: { data: AssessmentData; config: AssessmentConfig }) {
  const completed = data.assessment.assessmentStatus === 'completed';
  const info = data.levelInfo[data.overallLevel];
  const level = `Level ${data.overallLevel}${info ? `: ${info.levelName}` : ''}`;
  const finished = finishedOf(data, config);
  return (
    <Panel>
      <div className={`${classes.standing} row gap-6`}>
        <LevelHint level={data.overallLevel} info={info} />
        <div className={`${classes.standingWords} flex-auto min-w-0`}>
          <h2 className="text-title">
            {completed ? level : finishedWords(finished.length, config.elements.length)}
          </h2>
          {completed ? (
            <p className="measure-68 text-dimmed text-pretty mt-1">
              Every question is answered. When something changes in your company, change the answer here and
              the level follows.
            </p>
          ) : (
            <>
              <FinishedLevels finished={finished} of={config.elements.length} />
              <div className={`${classes.progress} mt-2`}>
                <ProgressStrip label="Questions answered" percent={data.percent} />
              </div>
            </>
          )}
          <p className={`${classes.meta} text-small leading-5 text-dimmed tabular-nums`}>
            {!completed && <>{level} so far · </>}
            {data.answered} {data.answered === 1 ? 'answer' : 'answers'}
            {data.minutesLeft > 0 && <> · {aboutTime(data.minutesLeft)} left</>}
            {data.lastUpdated && <> · Last updated {shownDay(data.lastUpdated)}</>}
          </p>
        </div>
      </div>
    </Panel>
  );
}
