import { planPath } from '#modules/plans/paths.ts';
import { ScreenFailure } from '#ui/page/ScreenFailure.tsx';
import { isRefusal, messageOf } from './messages.ts';

export function LoadFailed({ error, ...rest }: { error: unknown; retrying: boolean; onRetry: () => void }) {
  const locked = isRefusal(error, 'module-inactive');
  return (
    <ScreenFailure
      title={locked ? 'Training is not active' : 'Your training could not be loaded'}
      kept="Everyone's progress is safe."
      plansHref={locked ? planPath : undefined}
      {...rest}
    >
      {messageOf(error)}
    </ScreenFailure>
  );
}
