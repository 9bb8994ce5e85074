import { Navigate, useNavigate } from 'react-router';
import { LoadingText } from '#ui/page/LoadingText.tsx';
import { maturityPaths } from '../paths.ts';
import { isUntouched } from './question/interludes.ts';
import { InterludePage } from './question/InterludePage.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { nextPath, useAssessment, useConfig } from './queries.ts';

/** The welcome before the first question; whoever has begun goes on where they were. */
export function StartScreen() {
  const assessment = useAssessment();
  const config = useConfig();
  const navigate = useNavigate();
  const failed = assessment.error ? assessment : config.error ? config : null;
  if (!assessment.data || !config.data)
    return failed ? (
      <LoadFailed
        what="Your assessment"
        error={failed.error}
        retrying={failed.isFetching}
        onRetry={() => void failed.refetch()}
      />
    ) : (
      <LoadingText>Loading your assessment...</LoadingText>
    );
  const { data } = assessment;
  const area = config.data.areas.find(({ id }) => id === data.nextQuestion?.elementPath.split('/')[0]);
  if (Object.keys(data.questions).length > 0)
    return <Navigate to={data.nextQuestion ? nextPath(data) : maturityPaths.assessment} replace />;
  const find = (trigger: string) => config.data.interstitials.find((page) => page.trigger === trigger);
  const welcome = find('welcome');
  const before = area && isUntouched(config.data, data, area.id) ? find(`before:${area.id}`) : undefined;
  const first = nextPath(data);
  if (!welcome) return <Navigate to={first} replace />;
  const go = () => void navigate(first, before ? { state: { pages: [before.id], leadsTo: first } } : {});
  return <InterludePage page={welcome} onGo={go} />;
}
