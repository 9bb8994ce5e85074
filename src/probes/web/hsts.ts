// Half a year: what the usual guidance treats as the least useful age.
const leastAge = 15_552_000;

/** What a Strict-Transport-Security value is worth. Browsers read the first header only. */
export function judgeHsts(value: string | undefined): 'missing' | 'weak' | 'good' {
  const age = /(?:^|[;\s])max-age\s*=\s*"?(\d+)"?/i.exec(value ?? '')?.[1];
  if (age === undefined || Number(age) === 0) return 'missing';
  return Number(age) < leastAge ? 'weak' : 'good';
}
