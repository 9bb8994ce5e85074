import { planPath } from '#modules/plans/paths.ts';
import { ScreenFailure } from '#ui/page/ScreenFailure.tsx';
import { isRefusal, messageOf } from './messages.ts';

type LoadFailedProps = { what: string; error: unknown; retrying: boolean; onRetry: () => void };

/** Where a page of the module could not be loaded. */
export function LoadFailed({ what, error, ...rest }: LoadFailedProps) {
  const locked = isRefusal(error, 'module-inactive');
  return (
    <ScreenFailure
      title={locked ? 'Cyber Maturity is not active' : `${what} could not be loaded`}
      kept="Your answers and reports are safe."
      plansHref={locked ? planPath : undefined}
      {...rest}
    >
      {messageOf(error)}
    </ScreenFailure>
  );
}
