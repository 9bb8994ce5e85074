import { ErrorState, type ErrorStateProps } from '#ui/page/ErrorState.tsx';

type QueryFailedProps = Pick<ErrorStateProps, 'title' | 'kept' | 'level'> & {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** What a person reads about the error. */
  words: (error: unknown) => string;
};

/** In the place of what could not be loaded: why, and the way to ask again. */
export const QueryFailed = ({ query, words, ...rest }: QueryFailedProps) => (
  <ErrorState {...rest} retrying={query.isFetching} onRetry={() => void query.refetch()}>
    {words(query.error)}
  </ErrorState>
);
