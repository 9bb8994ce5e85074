import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { LevelBadge } from '#ui/badge/LevelBadge.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { Answer, AssessmentConfig, AssessmentData, ElementState } from '../entities.ts';
import { maturityPaths } from '../paths.ts';
import { answerLabel } from '../rules.ts';
import classes from './Assessment.module.css';
import { openQuestionsOf, type Placed } from './order.ts';

type AreaPanelProps = {
  area: AssessmentConfig['areas'][number];
  config: AssessmentConfig;
  data: AssessmentData;
  places: readonly Placed[];
  begun: boolean;
};

/** One security area with its elements, and from each the way to its answers. */
export function AreaPanel({ area, config, data, places, begun }: AreaPanelProps) {
  const states = data.elements.filter((element) => element.area === area.id);
  const done = states.filter(({ complete }) => complete).length;
  return (
    <Panel
      title={area.title}
      description={area.description}
      actions={
        begun && (
          <span className={`${classes.count} text-small text-dimmed tabular-nums whitespace-nowrap`}>
            {done} of {states.length} complete
          </span>
        )
      }
    >
      <ul className={classes.elements}>
        {area.elements.map((id) => {
          const element = config.elements.find((one) => one.id === id);
          const state = states.find((one) => one.id === id);
          if (!element || !state) return null;
          return (
            <li key={id}>
              {begun ? (
                <ElementDetails
                  title={element.title}
                  state={state}
                  questions={openQuestionsOf(places, data, id)}
                  data={data}
                />
              ) : (
                <div className={`${classes.elementIdle} row`}>
                  <span className="min-w-0 font-medium">{element.title}</span>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function standingOf(
  { complete, level, answered }: ElementState,
  levelInfo: AssessmentData['levelInfo'],
): string {
  if (complete) return `Level ${level}${levelInfo[level] ? `: ${levelInfo[level].levelName}` : ''}`;
  if (answered > 0) return `${answered} ${answered === 1 ? 'answer' : 'answers'}, not complete`;
  return 'Not started';
}

const isDue = (answer: Answer | undefined) => answer === undefined || answer.answer === 'unsure';

type ElementDetailsProps = {
  title: string;
  state: ElementState;
  questions: readonly Placed[];
  data: AssessmentData;
};

function ElementDetails({ title, state, questions, data }: ElementDetailsProps) {
  const next = questions.find(({ question }) => data.questions[question.id] === undefined);
  return (
    <details className={classes.element}>
      <summary className={`${classes.summary} min-h-14 cursor-pointer row gap-3 rounded hover-bg`}>
        {state.complete ? (
          <LevelBadge level={state.level} size={32} />
        ) : (
          <span className={`${classes.noLevel} rounded-circle flex-none`} aria-hidden />
        )}
        <span className="grid flex-auto min-w-0">
          <span className="min-w-0 font-medium">{title}</span>
          <span className={`${classes.meta} text-small leading-5 text-dimmed tabular-nums`}>
            {standingOf(state, data.levelInfo)}
          </span>
        </span>
        <IconChevronDown
          size={18}
          stroke={1.5}
          aria-hidden
          className={`${classes.chevron} flex-none text-dimmed`}
        />
      </summary>
      <div className={classes.questions}>
        {next && (
          <Link
            href={maturityPaths.question(next.question.id)}
            className="min-h-10 inline-row font-medium text-accent"
          >
            {state.answered > 0 ? 'Go on with this element' : 'Begin with this element'}
          </Link>
        )}
        <ul>
          {questions.map(({ question }) => {
            const answer = data.questions[question.id];
            return (
              <li key={question.id}>
                <Link
                  href={maturityPaths.question(question.id)}
                  className={`${classes.question} row justify-between gap-4 no-underline rounded hover-bg`}
                >
                  <span className="min-w-0 text-pretty">{question.text}</span>
                  <span
                    className={`${classes.given} flex-none font-medium`}
                    data-due={isDue(answer) || undefined}
                  >
                    {answer ? answerLabel(question, answer.answer) : 'Open'}
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      </div>
    </details>
  );
}
