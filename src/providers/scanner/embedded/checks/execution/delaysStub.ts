import type { HttpAnswer } from '#probes/http/answer.ts';
import type { Tried } from '../../points/tried.ts';
import type { Scan } from '../../rule.ts';
export async function provesDelay(
  _tried: Tried,
  _scan: Scan,
  _write: (seconds: number) => string,
): Promise<{ answer: HttpAnswer; payload: string; evidence: string } | null> {
  return null;
}
