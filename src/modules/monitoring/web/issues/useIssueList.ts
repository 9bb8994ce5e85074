import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { firstIssueFilter, useIssues, type IssueFilter, type IssuePage } from '../queries.ts';

const searchPauseMs = 300;

/** A link may ask for one severity (`monitoringPaths.issues`). */
function filterAskedFor(params: URLSearchParams): IssueFilter {
  const severity = (['high', 'medium', 'low'] as const).find((one) => one === params.get('severity'));
  return severity ? { ...firstIssueFilter, severity } : firstIssueFilter;
}

const cleared = (filter: IssueFilter): IssueFilter => ({
  ...filter,
  search: '',
  severity: undefined,
  confidence: undefined,
  owasp: undefined,
  folder: undefined,
});

/** A page of a website's issues as they are filtered, and those that are chosen, on this page and others. */
export function useIssueList(targetId: string) {
  const [params] = useSearchParams();
  const [filter, setFilter] = useState(() => filterAskedFor(params));
  const [page, setPage] = useState(1);
  const [search] = useDebouncedValue((filter.search ?? '').trim(), searchPauseMs);
  const [chosen, setChosen] = useState<ReadonlyMap<string, IssuePage['issues'][number]>>(new Map());
  const issues = useIssues(targetId, { ...filter, search }, page);
  const chooseNone = () => setChosen(new Map());
  const change = (part: Partial<IssueFilter>) => {
    setFilter((before) => ({ ...before, ...part }));
    setPage(1);
    chooseNone();
  };
  return {
    issues,
    filter,
    change,
    clear: () => change(cleared(filter)),
    page,
    setPage,
    chosen,
    choose: (findingId: string, isChosen: boolean) => {
      const issue = issues.data!.issues.find((one) => one.findingId === findingId)!;
      setChosen((before) => {
        const next = new Map(before);
        if (isChosen) next.set(findingId, issue);
        else next.delete(findingId);
        return next;
      });
    },
    chooseNone,
  };
}
