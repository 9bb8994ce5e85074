import { Anchor, Button, Progress } from '@mantine/core';
import { Link } from '#ui/text/Link.tsx';
import type { AssessmentConfig } from '../../entities.ts';
import { maturityPaths } from '../../paths.ts';
import { AnswerButtons } from './AnswerButtons.tsx';
import { optionsOf } from './answers.ts';
import { ConciergeLine } from '../ConciergeLine.tsx';
import { EvidenceCard } from './EvidenceCard.tsx';
import { Explained, WordList } from './Explained.tsx';
import { NoteField } from './NoteField.tsx';
import type { Placed } from '../order.ts';
import classes from './Question.module.css';
import { QuestionBar } from './QuestionBar.tsx';
import { SavedLine } from './SavedLine.tsx';
import { ShortcutsButton } from './ShortcutsButton.tsx';
import { takeFocus } from './takeFocus.ts';
import { UnsureCard } from './UnsureCard.tsx';
import { useAnswering, type QuestionViewProps } from './useAnswering.ts';
import { useQuestionKeys } from './useQuestionKeys.ts';

const stepOf = ({ element, level }: Placed) => element.steps.find((one) => one.level === level);

/** Where the question stands, and what it asks. */
function Head({ place, config }: { place: Placed; config: AssessmentConfig }) {
  const { question, element, level, index, area } = place;
  const terms = config.glossary.filter(({ key }) => question.glossary.includes(key));
  return (
    <>
      <p className={`${classes.place} flex flex-wrap text-small leading-5 text-dimmed`}>
        <span>{config.areas.find(({ id }) => id === area)?.title}</span>
        <span>{element.title}</span>
        <span>
          Level {level}, question {index + 1} of {stepOf(place)?.questions.length}
        </span>
      </p>
      <h1
        ref={takeFocus}
        tabIndex={-1}
        className={`${classes.text} text-heading text-pretty mt-2 outline-none`}
      >
        <Explained text={question.text} terms={terms} />
      </h1>
      <div className={`${classes.help} text-reading measure-68 text-dimmed text-pretty mt-3`}>
        <Explained text={question.help} terms={terms} after={question.text} />
        <WordList texts={[question.text, question.help]} terms={terms} />
      </div>
    </>
  );
}

type WaysProps = { back: boolean; onBack: () => void; onGoOn: () => void };

const Ways = ({ back, onBack, onGoOn }: WaysProps) => (
  <div className={`${classes.ways} flex justify-between gap-3 border-t mt-4`}>
    {back && (
      <Button variant="default" size="md" onClick={onBack}>
        Back
      </Button>
    )}
    <Button
      size="md"
      onClick={onGoOn}
      rightSection={
        <kbd aria-hidden className={`${classes.hint} text-tiny leading-4.5 rounded-sm`}>
          ↵
        </kbd>
      }
    >
      Next
    </Button>
  </div>
);

function Why({ place }: { place: Placed }) {
  const { element, level } = place;
  const step = stepOf(place);
  return (
    <details className={`${classes.why} text-dimmed mt-4`}>
      <summary>Why {element.title} matters</summary>
      <p>{element.why}</p>
      {step && (
        <p>
          Level {level} means: {step.summary}
        </p>
      )}
    </details>
  );
}

/** One question, its answers and the ways on and back. */
export function QuestionView(props: QuestionViewProps) {
  const { place, data, config } = props;
  const { question } = place;
  const answering = useAnswering(props);
  const { unsaved, stored, wished, chosen, asksNote, note, problem, back, choose, goOn, goBack } = answering;
  const options = optionsOf(question);
  const keys = useQuestionKeys({ options, onChoose: choose, onGoOn: goOn, onBack: goBack });
  return (
    <div className={classes.column}>
      <QuestionBar>
        <span className="text-small font-medium text-dimmed tabular-nums">{data.percent}% answered</span>
        <ShortcutsButton options={options} keys={keys} />
      </QuestionBar>
      <Progress value={data.percent} size={6} aria-label="Questions answered" className={classes.progress} />
      <article className={`${classes.card} card`}>
        <Head place={place} config={config} />
        <EvidenceCard
          offers={data.evidence.filter(({ questionId }) => questionId === question.id)}
          question={question}
          chosen={chosen}
          onUse={choose}
        />
        <AnswerButtons
          label={question.text}
          options={options}
          chosen={chosen}
          hints={keys.on}
          problem={problem === 'answer' ? 'Choose an answer to go on.' : null}
          onChoose={choose}
        />
        {asksNote && (
          <NoteField
            note={note}
            problem={problem === 'note'}
            saved={!unsaved && stored?.answer === 'notApplicable' && stored.note === note.trim()}
            onChange={answering.changeNote}
            onSave={() => void answering.saveNote()}
          />
        )}
        {wished === 'unsure' && !asksNote && <UnsureCard />}
        <SavedLine
          unsaved={unsaved}
          saved={stored !== undefined}
          waitsForNote={asksNote && !unsaved && stored?.answer !== 'notApplicable'}
          onRetry={answering.retry}
          onTakeBack={stored && !unsaved ? answering.takeBack : null}
        />
        <Ways back={back !== null} onBack={goBack} onGoOn={goOn} />
      </article>
      <Why place={place} />
      {data.nextQuestion && data.nextQuestion.questionId !== question.id && (
        <p className="text-dimmed text-center mt-4">
          <Anchor component={Link} href={maturityPaths.question(data.nextQuestion.questionId)}>
            Go to the first open question
          </Anchor>
        </p>
      )}
      <ConciergeLine />
    </div>
  );
}
