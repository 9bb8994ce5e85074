import { Button } from '@mantine/core';
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import { useState, type FormEvent } from 'react';
import type { PlayReply, QuestionView } from '../../../playEntities.ts';
import { PageTitle } from '../PageTitle.tsx';
import player from '../Player.module.css';
import type { Play } from '../usePlay.ts';
import { Verdict } from '../Verdict.tsx';
import { AnsweredOptions } from './AnsweredOptions.tsx';
import { OptionFields } from './OptionFields.tsx';
import { OrderField } from './OrderField.tsx';
import classes from './Quiz.module.css';
import { SpotField } from './SpotField.tsx';

type QuestionPageProps = {
  play: Play;
  question: QuestionView;
  onAnswer: (choices: string[]) => Promise<PlayReply | null>;
  onNext: () => void;
};

const howTo: Record<QuestionView['type'], string> = {
  single: 'Choose one answer.',
  multiple: 'Choose every answer that is right.',
  order: 'Bring the steps into the right order.',
  spot: 'Press the part of the message that gives it away.',
};
const missingWords: Record<QuestionView['type'], string> = {
  single: 'Please choose an answer first.',
  multiple: 'Please choose at least one answer first.',
  order: '',
  spot: 'Please press a part of the message first.',
};

export function QuestionPage({ play, question, onAnswer, onNext }: QuestionPageProps) {
  const { questions } = play.view.quiz;
  const number = questions.findIndex(({ id }) => id === question.id) + 1;
  const { type, answer } = question;
  const ids = question.options.flatMap(({ id }) => (id === null ? [] : [id]));
  const [picked, setPicked] = useState<string[]>(type === 'order' ? ids : []);
  const [isMissing, setMissing] = useState(false);
  const [saving, setSaving] = useState(false);
  const [isAnswered, setAnswered] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(picked.length === 0);
    if (picked.length === 0 || saving) return;
    setSaving(true);
    setAnswered(true);
    await onAnswer(picked);
    setSaving(false);
  };
  const pick = (choices: string[]) => {
    setPicked(choices);
    setMissing(false);
  };
  const isLast = questions.every((one) => one.answer !== null);
  const Field = type === 'order' ? OrderField : type === 'spot' ? SpotField : OptionFields;
  return (
    <article className={player.page}>
      <div>
        <Steps questions={questions} current={question.id} />
        <PageTitle
          kicker={
            <>
              Question {number} of {questions.length}
            </>
          }
        >
          <span className={`${classes.stem} block`}>{question.stem}</span>
        </PageTitle>
      </div>
      {answer ? (
        <>
          <div aria-live="polite">
            <Verdict
              takesFocus={isAnswered}
              tone={answer.right ? 'right' : 'wrong'}
              word={answer.right ? 'Right.' : 'Not quite.'}
            >
              {answer.right
                ? 'Here is why.'
                : type === 'order'
                  ? 'This is the right order, and why.'
                  : 'Here is what each answer means.'}
            </Verdict>
          </div>
          <AnsweredOptions question={question} answer={answer} />
          <footer className={player.foot}>
            <Button
              size="lg"
              className={player.next}
              rightSection={<IconArrowRight size={20} stroke={1.75} aria-hidden />}
              onClick={onNext}
            >
              {isLast ? 'See the result' : 'Next question'}
            </Button>
          </footer>
        </>
      ) : (
        <form className="stack gap-4" noValidate onSubmit={(event) => void submit(event)}>
          <Field question={question} label={howTo[type]} picked={picked} onPick={pick} />
          <p className={`${classes.missing} ${player.note} leading-5.5 text-danger`} role="alert">
            {isMissing && missingWords[type]}
          </p>
          <footer className={player.foot}>
            <Button type="submit" size="lg" className={player.next} loading={saving}>
              Answer
            </Button>
          </footer>
        </form>
      )}
    </article>
  );
}

function Steps({ questions, current }: { questions: readonly QuestionView[]; current: string }) {
  return (
    <ol className={`${classes.steps} mb-5 flex gap-1`} aria-hidden>
      {questions.map(({ id, answer }) => (
        <li
          key={id}
          data-state={answer ? (answer.right ? 'right' : 'wrong') : undefined}
          data-current={id === current || undefined}
        />
      ))}
    </ol>
  );
}
