import { CallError } from '#platform/web/call.ts';
import { planPath } from '#modules/plans/paths.ts';
import { ScreenFailure } from '#ui/page/ScreenFailure.tsx';
import { messageOf } from './messages.ts';

/** Where the marketplace could not be loaded. */
export function LoadFailed({ error, ...rest }: { error: unknown; retrying: boolean; onRetry: () => void }) {
  const locked = error instanceof CallError && error.code === 'module-inactive';
  return (
    <ScreenFailure
      title={locked ? 'The marketplace is not active' : 'The marketplace could not be loaded'}
      kept="What you marked as in use is kept."
      plansHref={locked ? planPath : undefined}
      {...rest}
    >
      {messageOf(error)}
    </ScreenFailure>
  );
}
