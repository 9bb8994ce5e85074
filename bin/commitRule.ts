const longestSubject = 72;
/** A change of more lines says why in a body. */
const linesWithoutBody = 100;

/**
 * What a commit message lacks (CONTRIBUTING.md).
 * @param message subject, blank line, body
 * @param changedLines added and removed lines of the commit
 * @returns one sentence for each fault; none for a good message
 */
export function faultsOfMessage(message: string, changedLines: number): string[] {
  const [subject = '', blank = '', ...body] = message.trim().split('\n');
  const isMadeByGit = /^(Merge|Revert|fixup!|squash!) /.test(subject);
  if (isMadeByGit) return [];
  const faults: string[] = [];
  if (subject.length > longestSubject)
    faults.push(`the subject has ${subject.length} characters; ${longestSubject} is the limit`);
  if (!/^[a-z][\w/,. -]*: \S/i.test(subject))
    faults.push('the subject names its area first: "monitoring: Cancel a running scan"');
  if (blank !== '') faults.push('the line below the subject is blank');
  if (changedLines > linesWithoutBody && body.join('').trim() === '')
    faults.push(`${changedLines} lines change: a body says why`);
  return faults;
}
