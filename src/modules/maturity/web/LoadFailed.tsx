import { Button } from '@mantine/core';
import { planPath } from '#modules/plans/paths.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Link } from '#ui/Link.tsx';
import { Panel } from '#ui/Panel.tsx';
import { isRefusal, messageOf } from './messages.ts';

type LoadFailedProps = { what: string; error: unknown; retrying: boolean; onRetry: () => void };

/** Where a page of the module could not be loaded. */
export function LoadFailed({ what, error, retrying, onRetry }: LoadFailedProps) {
  const inactive = isRefusal(error, 'module-inactive');
  return (
    <Panel>
      <ErrorState
        title={inactive ? 'Cyber Maturity is not active' : `${what} could not be loaded`}
        kept="Your answers and reports are safe."
        retrying={retrying}
        {...(inactive ? {} : { onRetry })}
        action={
          inactive ? (
            <Button component={Link} href={planPath}>
              See plans
            </Button>
          ) : undefined
        }
      >
        {messageOf(error)}
      </ErrorState>
    </Panel>
  );
}
