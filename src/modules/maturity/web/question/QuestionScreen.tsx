import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { AssessmentConfig, AssessmentData } from '../../entities.ts';
import { readInterludes } from './interludes.ts';
import { InterludePage } from './InterludePage.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { placesOf } from '../order.ts';
import { nextPath, useAssessment, useConfig } from '../queries.ts';
import classes from './Question.module.css';
import { QuestionBar } from './QuestionBar.tsx';
import { QuestionView } from './QuestionView.tsx';
import { useUnsavedWarning } from '../saving.ts';

/** One question of the assessment, by its id in the address. */
export function QuestionScreen() {
  const assessment = useAssessment();
  const config = useConfig();
  useUnsavedWarning();
  if (assessment.data && config.data) return <Question data={assessment.data} config={config.data} />;
  const failed = assessment.error ? assessment : config.error ? config : null;
  return (
    <div className={classes.column}>
      <QuestionBar />
      {failed ? (
        <LoadFailed
          what="This question"
          error={failed.error}
          retrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      ) : (
        <SkeletonPanel lines={6} height={480} label="Loading the question" />
      )}
    </div>
  );
}

function Question({ data, config }: { data: AssessmentData; config: AssessmentConfig }) {
  const { nextQuestion = '' } = useParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const interludes = readInterludes(state);
  const page = interludes && config.interstitials.find(({ id }) => id === interludes.pages[0]);
  if (interludes && page) {
    const pages = interludes.pages.slice(1);
    const onGo = () =>
      void (pages.length > 0
        ? navigate(pathname, { replace: true, state: { ...interludes, pages } })
        : navigate(interludes.leadsTo, { replace: true }));
    return <InterludePage page={page} onGo={onGo} />;
  }
  const places = placesOf(config);
  const place = places.find(({ question }) => question.id === nextQuestion);
  // a link to what is not there, or not yet, leads to where one is
  if (!place || !data.reachable.includes(nextQuestion)) return <Navigate to={nextPath(data)} replace />;
  return <QuestionView key={nextQuestion} place={place} places={places} data={data} config={config} />;
}
