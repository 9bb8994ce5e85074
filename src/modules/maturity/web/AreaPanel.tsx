import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { LevelBadge } from '#ui/LevelBadge.tsx';
import { Link } from '#ui/Link.tsx';
import { Panel } from '#ui/Panel.tsx';
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
          <span className={classes.count}>
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
                <div className={classes.elementIdle}>
                  <span className={classes.elementTitle}>{element.title}</span>
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
      <summary className={classes.summary}>
        {state.complete ? (
          <LevelBadge level={state.level} size={32} />
        ) : (
          <span className={classes.noLevel} aria-hidden />
        )}
        <span className={classes.summaryWords}>
          <span className={classes.elementTitle}>{title}</span>
          <span className={classes.meta}>{standingOf(state, data.levelInfo)}</span>
        </span>
        <IconChevronDown size={18} stroke={1.5} aria-hidden className={classes.chevron} />
      </summary>
      <div className={classes.questions}>
        {next && (
          <Link href={maturityPaths.question(next.question.id)} className={classes.goOn}>
            {state.answered > 0 ? 'Go on with this element' : 'Begin with this element'}
          </Link>
        )}
        <ul>
          {questions.map(({ question }) => {
            const answer = data.questions[question.id];
            return (
              <li key={question.id}>
                <Link href={maturityPaths.question(question.id)} className={classes.question}>
                  <span className={classes.questionText}>{question.text}</span>
                  <span className={classes.given} data-due={isDue(answer) || undefined}>
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
