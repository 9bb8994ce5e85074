import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AnswerValue, AssessmentConfig, AssessmentData } from '../../entities.ts';
import { maturityPaths } from '../../paths.ts';
import { interludesBetween } from './interludes.ts';
import { answeredBefore, questionAfter, type Placed } from '../order.ts';
import { currentAssessment } from '../queries.ts';
import { answerSettled, keepAnswer, useUnsaved, wishNow } from '../saving.ts';

export type QuestionViewProps = {
  place: Placed;
  places: readonly Placed[];
  data: AssessmentData;
  config: AssessmentConfig;
};

/** The answer to one question: what is chosen and saved of it, and the ways on and back. */
export function useAnswering({ place, places, data, config }: QuestionViewProps) {
  const { question, area } = place;
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
  const back = answeredBefore(places, data, question.id);

  const save = (answer: AnswerValue | null, text = '') =>
    keepAnswer(client, question.id, { answer, note: text });
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
    void save(null);
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
  return {
    unsaved,
    stored,
    wished,
    chosen,
    asksNote,
    note,
    problem,
    back,
    choose,
    saveNote,
    takeBack,
    goOn: () => void goOn(),
    goBack,
    changeNote: (text: string) => {
      setNote(text);
      setProblem(null);
    },
    retry: () => unsaved && void save(unsaved.answer, unsaved.note),
  };
}
