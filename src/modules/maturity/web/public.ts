/** Reminders of the assessment show how far it is. */
export {
  setAssessmentProgress,
  useAssessmentProgress,
  type AssessmentProgress,
} from './assessmentProgress.ts';
