import { useState } from 'react';
import { ClosedPage } from './ClosedPage.tsx';
import { IntroPage } from './IntroPage.tsx';
import { QuestionPage } from './QuestionPage.tsx';
import { ResultPage } from './ResultPage.tsx';
import type { Play } from '../usePlay.ts';

export function QuizPage({ play }: { play: Play }) {
  const { quiz } = play.view;
  // the question that is being read; kept after its answer, which may have been the last one
  const [reading, setReading] = useState<string | null>(null);
  const { questions } = quiz;
  const open = questions.find(({ answer }) => answer === null);
  const question =
    questions.find(({ id }) => id === reading) ?? (quiz.state === 'running' ? open : undefined);
  const start = async () => {
    const reply = await play.act({ kind: 'startQuiz' });
    const first = reply?.quiz.questions.find(({ answer }) => answer === null);
    if (first) setReading(first.id);
  };
  if (question)
    return (
      <QuestionPage
        key={question.id}
        play={play}
        question={question}
        onAnswer={async (choices) => {
          setReading(question.id);
          return play.act({ kind: 'answer', question: question.id, choices });
        }}
        onNext={() => setReading(open?.id ?? null)}
      />
    );
  if (quiz.state === 'closed' && !quiz.last) return <ClosedPage play={play} />;
  if (quiz.last) return <ResultPage play={play} onStart={start} />;
  return <IntroPage play={play} onStart={start} />;
}
