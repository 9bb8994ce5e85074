import type { OrgDb } from '#platform/server/database/database.ts';
import type { CourseStatus } from '../../entities.ts';
import { awardCertificates, type Awarded } from '../certificates/certificates.ts';
import { writeProgress } from './progress.store.ts';

export type Progress = {
  memberId: string;
  /** A course of the year, or of the organisation's own; `version` of the content that was taken. */
  course: Awarded & { version: string };
  status: CourseStatus;
  percent: number;
  score: number | null;
  attempts: number;
};

/**
 * Writes down how far somebody is in a course, and gives the certificates that follow. The one way by which an enrolment moves
 * on: nothing is ever lowered, and what was finished stays finished, whatever comes later. The caller holds `lockTrainee`.
 * @returns true when the course is finished by this
 */
export async function noteProgress(
  db: OrgDb,
  now: Date,
  { course, ...progress }: Progress,
): Promise<boolean> {
  const finished = await writeProgress(db, { ...progress, course: course.id, version: course.version }, now);
  if (finished) await awardCertificates(db, now, progress.memberId, { ...course, score: progress.score });
  return finished;
}
