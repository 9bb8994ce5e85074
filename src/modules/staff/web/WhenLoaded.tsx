import type { ReactNode } from 'react';
import { CallError } from '#platform/web/call.ts';
import { BackLink } from '#ui/page/BackLink.tsx';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { messageOf } from './messages.ts';

export type Loaded<T> = {
  data: T | undefined;
  error: unknown;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

/** Loading and failure of a part of the desk; what was loaded is drawn by `children`. */
export function WhenLoaded<T>({
  of,
  what,
  height = 420,
  children,
}: {
  of: Loaded<T>;
  what: string;
  height?: number;
  children: (data: T) => ReactNode;
}) {
  if (of.data !== undefined) return <>{children(of.data)}</>;
  if (!of.isError) return <SkeletonPanel lines={6} height={height} label={`Loading ${what}`} />;
  const gone = of.error instanceof CallError && of.error.status < 500 && of.error.code !== 'offline';
  return (
    <Panel>
      <ErrorState
        title={`Could not load ${what}`}
        {...(gone ? {} : { onRetry: () => void of.refetch(), retrying: of.isFetching })}
      >
        {messageOf(of.error)}
      </ErrorState>
    </Panel>
  );
}

export const backTo = (href: string, words: string): ReactNode => <BackLink href={href}>{words}</BackLink>;
