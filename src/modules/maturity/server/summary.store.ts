import { sql } from 'kysely';
import type { AnswerValue } from '../entities.ts';
import {
  emptyAssessment,
  type Result,
  type StoredAnswer,
  type StoredAssessment,
} from './assessment.store.ts';

type Json = {
  updatedAt: string | null;
  overallLevel: number;
  status: Result['status'];
  levels: Record<string, number>;
  answers: { questionId: string; answer: AnswerValue; contentVersion: string }[];
} | null;

/** What levels are worked out from, without what people wrote beside it. */
export const answersValue = sql<Json>`(
  select jsonb_build_object(
    'updatedAt', a.updated_at, 'overallLevel', a.overall_level, 'status', a.status, 'levels', a.levels,
    'answers', coalesce((select jsonb_agg(jsonb_build_object('questionId', q.question_id, 'answer', q.answer, 'contentVersion', q.content_version))
      from maturity_answer q), '[]')
  ) from maturity_assessment a
)`;

export function storedOf(json: Json): Pick<StoredAssessment, 'updatedAt' | 'result' | 'answers'> {
  if (json === null) return emptyAssessment;
  const { updatedAt, answers, ...result } = json;
  const unread: Pick<StoredAnswer, 'note' | 'answeredBy' | 'answeredAt'> = {
    note: '',
    answeredBy: '',
    answeredAt: new Date(0),
  };
  return {
    updatedAt: updatedAt === null ? null : new Date(updatedAt),
    result,
    answers: answers.map((answer) => ({ ...unread, ...answer })),
  };
}
