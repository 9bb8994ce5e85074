import { redirectTarget, type HttpAnswer } from '#probes/http/answer.ts';
import { hasPasswordField } from './wall.ts';

const usualEvery = 80;
const windowSize = 15;
const firstPatience = 12;
const longestPatience = 400;

/** What many answers to different requests have in common when one page takes the place of them all. */
function signature(answer: HttpAnswer | null): string {
  if (answer === null) return 'silent';
  const target = redirectTarget(answer);
  if (target) return `to ${target.pathname}`;
  if (answer.status === 401 || answer.status === 403 || answer.status === 429 || answer.status >= 500)
    return `status ${answer.status}`;
  return answer.status < 300 && hasPasswordField(answer)
    ? 'password'
    : `${answer.status} ${answer.body.length}`;
}

export function makeSuspicion(every = usualEvery) {
  let since = 0;
  let recent: string[] = [];
  const patience = new Map<string, number>();

  function isSuspicious(): boolean {
    const last = recent.at(-1);
    if (last === undefined || recent.length < windowSize) return false;
    const alike = recent.filter((one) => one === last).length;
    return alike >= firstPatience && since >= (patience.get(last) ?? firstPatience);
  }

  return {
    sent: () => void (since += 1),
    answered(answer: HttpAnswer | null): void {
      recent.push(signature(answer));
      if (recent.length > windowSize) recent.shift();
    },
    isDue: () => since >= every || isSuspicious(),
    looked: () => void (since = 0),
    /** Waits longer before answers of this kind are suspicious again. */
    grow(): void {
      const last = recent.at(-1);
      if (last !== undefined && isSuspicious())
        patience.set(last, Math.min(longestPatience, (patience.get(last) ?? firstPatience) * 2));
    },
    forget: () => void (recent = []),
  };
}
