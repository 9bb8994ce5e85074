/** Which of several wordings a thing gets: always the same one, so that nothing changes while it is read. */
function pick(words: readonly string[], name: string): string {
  let sum = 7;
  for (const sign of name) sum = (sum * 31 + sign.codePointAt(0)!) % 65_521;
  return words[sum % words.length]!;
}

const rightWords = ['Right:', 'Exactly:', 'Yes:', 'Well seen:'];
const wrongWords = ['Not quite:', 'Look again:', 'Not this time:'];

export const verdictWord = (right: boolean, name: string): string =>
  pick(right ? rightWords : wrongWords, name);

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

function duration(minutes: number): string {
  if (Math.abs(minutes) <= 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  return hours % 24 === 0 ? `${days} days` : `${days} days ${hours % 24} h`;
}

export function meterValue(
  value: number,
  { unit, unitBefore }: { unit: string; unitBefore: boolean },
): string {
  if (/^min(ute)?s?$/.test(unit)) return duration(value);
  const number = value.toLocaleString('en-US');
  if (unitBefore) return `${unit}${number}`;
  if (unit === '') return number;
  if (unit === '%') return `${number}%`;
  return `${number} ${value === 1 ? unit.replace(/s$/, '') : unit}`;
}

export function waitingWords(from: number, until: number): string {
  const minutes = Math.max(1, Math.ceil((until - from) / 60_000));
  if (minutes < 60) return counted(minutes, 'minute');
  return `about ${counted(Math.round(minutes / 60), 'hour')}`;
}
