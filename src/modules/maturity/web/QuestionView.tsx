import { Anchor, Button, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Link } from '#ui/Link.tsx';
import type { AnswerValue, AssessmentConfig, AssessmentData } from '../entities.ts';
import { maturityPaths } from '../paths.ts';
import { AnswerButtons } from './AnswerButtons.tsx';
import { optionsOf } from './answers.ts';
import { ConciergeLine } from './ConciergeLine.tsx';
import { EvidenceCard } from './EvidenceCard.tsx';
import { Explained, WordList } from './Explained.tsx';
import { interludesBetween } from './interludes.ts';
import { NoteField } from './NoteField.tsx';
import { answeredBefore, questionAfter, type Placed } from './order.ts';
import classes from './Question.module.css';
import { currentAssessment } from './queries.ts';
import { QuestionBar } from './QuestionBar.tsx';
import { SavedLine } from './SavedLine.tsx';
import { answerSettled, keepAnswer, useUnsaved, wishNow } from './saving.ts';
import { ShortcutsButton } from './ShortcutsButton.tsx';
import { takeFocus } from './takeFocus.ts';
import { UnsureCard } from './UnsureCard.tsx';
import { useQuestionKeys } from './useQuestionKeys.ts';

type QuestionViewProps = {
  place: Placed;
  places: readonly Placed[];
  data: AssessmentData;
  config: AssessmentConfig;
};

/** One question, its answers and the ways on and back. */
export function QuestionView({ place, places, data, config }: QuestionViewProps) {
  const { question, element, level, index, area } = place;
  const client = useQueryClient();
  const navigate = useNavigate();
  const unsaved = useUnsaved()[question.id];
  const stored = data.questions[question.id];
  const wished = unsaved ? unsaved.answer : (stored?.answer ?? null);
  // "not applicable" is chosen at once and saved with its note
  const [asksNote, setAsksNote] = useState(wished === 'notApplicable');
  const [note, setNote] = useState(unsaved?.note ?? stored?.note ?? '');
  const [problem, setProblem] = useState<'answer' | 'note' | null>(null);
  const going = useRef(false);
  const [arrival] = useState(data);
  const chosen: AnswerValue | null = asksNote ? 'notApplicable' : wished;
  const options = optionsOf(question);
  const step = element.steps.find((one) => one.level === level);
  const terms = config.glossary.filter(({ key }) => question.glossary.includes(key));
  const back = answeredBefore(places, data, question.id);

  const save = (answer: AnswerValue, text = '') => keepAnswer(client, question.id, { answer, note: text });
  const choose = (answer: AnswerValue) => {
    setProblem(null);
    if (answer === 'notApplicable') {
      setAsksNote(true);
      return;
    }
    setAsksNote(false);
    const isKept = unsaved
      ? unsaved.answer === answer && !unsaved.failed
      : stored?.answer === answer && !stored.inactive;
    if (!isKept) void save(answer);
  };
  const saveNote = (): Promise<boolean> => {
    const text = note.trim();
    if (!text) {
      setProblem('note');
      return Promise.resolve(false);
    }
    const isKept = !unsaved && stored?.answer === 'notApplicable' && stored.note === text;
    return isKept ? Promise.resolve(true) : save('notApplicable', text);
  };
  const takeBack = () => {
    setAsksNote(false);
    setNote('');
    void keepAnswer(client, question.id, { answer: null, note: '' });
  };

  const goOn = async () => {
    if (going.current) return;
    // keys can be quicker than the screen
    const wish = wishNow(client, question.id);
    if ((wish && !asksNote ? wish.answer : chosen) === null) {
      setProblem('answer');
      return;
    }
    going.current = true;
    const retry = unsaved?.failed && unsaved.answer ? () => save(unsaved.answer!, unsaved.note) : null;
    const isSaved = asksNote ? await saveNote() : retry ? await retry() : await answerSettled(question.id);
    going.current = false;
    if (!isSaved) return;
    const now = currentAssessment(client) ?? data;
    const next = questionAfter(places, now, question.id);
    const leadsTo = next ? maturityPaths.question(next) : maturityPaths.report;
    const entered = places.find((one) => one.question.id === next)?.area ?? null;
    const pages = interludesBetween(config, arrival, now, entered === area ? null : entered).map(
      ({ id }) => id,
    );
    // at the end there is no question to stand before: the pages are read here
    const at = next ? leadsTo : maturityPaths.question(question.id);
    void (pages.length > 0 ? navigate(at, { state: { pages, leadsTo } }) : navigate(leadsTo));
  };
  const goBack = () => void (back && navigate(maturityPaths.question(back)));

  const keys = useQuestionKeys({ options, onChoose: choose, onGoOn: () => void goOn(), onBack: goBack });

  return (
    <div className={classes.column}>
      <QuestionBar>
        <span className="text-small font-medium text-dimmed tabular-nums">{data.percent}% answered</span>
        <ShortcutsButton options={options} keys={keys} />
      </QuestionBar>
      <Progress value={data.percent} size={6} aria-label="Questions answered" className={classes.progress} />
      <article className={`${classes.card} card`}>
        <p className={`${classes.place} flex flex-wrap text-small leading-5 text-dimmed`}>
          <span>{config.areas.find(({ id }) => id === area)?.title}</span>
          <span>{element.title}</span>
          <span>
            Level {level}, question {index + 1} of {step?.questions.length}
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
            onChange={(text) => {
              setNote(text);
              setProblem(null);
            }}
            onSave={() => void saveNote()}
          />
        )}
        {wished === 'unsure' && !asksNote && <UnsureCard />}
        <SavedLine
          unsaved={unsaved}
          saved={stored !== undefined}
          waitsForNote={asksNote && !unsaved && stored?.answer !== 'notApplicable'}
          onRetry={() =>
            unsaved && void keepAnswer(client, question.id, { answer: unsaved.answer, note: unsaved.note })
          }
          onTakeBack={stored && !unsaved ? takeBack : null}
        />
        <div className={`${classes.ways} flex justify-between gap-3 border-t mt-4`}>
          {back && (
            <Button variant="default" size="md" onClick={goBack}>
              Back
            </Button>
          )}
          <Button
            size="md"
            onClick={() => void goOn()}
            rightSection={
              <kbd aria-hidden className={`${classes.hint} text-tiny leading-4.5 rounded-sm`}>
                ↵
              </kbd>
            }
          >
            Next
          </Button>
        </div>
      </article>
      <details className={`${classes.why} text-dimmed mt-4`}>
        <summary>Why {element.title} matters</summary>
        <p>{element.why}</p>
        {step && (
          <p>
            Level {level} means: {step.summary}
          </p>
        )}
      </details>
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
