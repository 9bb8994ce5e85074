export const reasons = {
  operation:
    'Left alone, because asking for it would sign out, delete, switch, pay for or otherwise do something',
  credentials:
    'Left alone, because it sets passwords, e-mail addresses, keys, second steps or other access of an account',
  'sign-up': 'Left alone while signed in, because it makes accounts or gives rights',
  described:
    'Left alone, because its description says that it makes, empties or takes away something as a whole',
  creates: 'Not sent at this level, because it would leave an entry behind',
  'put-back': 'Not sent, because what it changes could not be read before and so not be put back',
  budget: 'Not tried further, because the website keeps what is sent there and enough was left behind',
  unmarked: 'Not sent, because what stays there would not bear the word by which it can be found again',
  attempts: 'Not tried further, because so many wrong sign-ins could lock somebody out',
  locked: 'Not tried further, because the website began to refuse sign-ins',
  own: 'Left alone, because it names the account with which the scan signs in',
  fixed: 'Not tried, because another value there could change records of others',
} as const;

export type Reason = keyof typeof reasons;

const longest = 380;
const mostLabels = 60;

export function makeLeftAlone() {
  const lists = new Map<Reason, Set<string>>();
  return {
    add(reason: Reason, label: string): void {
      const list = lists.get(reason) ?? new Set();
      lists.set(reason, list);
      if (list.size <= mostLabels) list.add(label.length > 120 ? `${label.slice(0, 117)}…` : label);
    },
    lines(): string[] {
      const lines: string[] = [];
      for (const [reason, labels] of lists) {
        let line = `${reasons[reason]}: `;
        let first = true;
        for (const label of [...labels].slice(0, mostLabels)) {
          if (!first && line.length + label.length > longest) {
            lines.push(`${line}.`);
            line = `${reasons[reason]}: `;
            first = true;
          }
          line += `${first ? '' : ', '}${label}`;
          first = false;
        }
        lines.push(labels.size > mostLabels ? `${line} and more.` : `${line}.`);
      }
      return lines;
    },
  };
}
