import type { RatingFinding } from '../../port.ts';
import { vectorInfo, type VectorId } from '../../vectors.ts';

export type Cap = { most: number; reason: string };

const onePort = 730;
const severalPorts = 630;

const sentences: Partial<Record<VectorId, string>> = {
  ssl_configurations: 'The website has no working HTTPS',
  ssl_certificates: 'The certificate of the website is not valid',
};

function sentenceOf(id: VectorId): string {
  if (vectorInfo[id].category === 'compromised')
    return 'A compromised machine of the company was reported in the last 60 days';
  return sentences[id] ?? `A serious finding is open in ${vectorInfo[id].name}`;
}

/** The lowest limit that the findings set to the rating, null for none. */
export function capOf(alive: readonly { id: VectorId; finding: RatingFinding }[]): Cap | null {
  const caps: Cap[] = [];
  const add = (most: number, sentence: string) =>
    caps.push({ most, reason: `${sentence}. Until this is solved, the rating is at most ${most}.` });
  const ports = alive.filter(({ id, finding }) => id === 'open_ports' && finding.effect.cap !== undefined);
  const places = new Set(ports.map(({ finding }) => `${finding.fact} ${finding.asset}`));
  if (places.size > 1)
    add(severalPorts, 'Two or more ports that must never be open to the internet are open');
  else if (places.size === 1) add(onePort, 'A port that must never be open to the internet is open');
  for (const { id, finding } of alive)
    if (id !== 'open_ports' && finding.effect.cap !== undefined) add(finding.effect.cap, sentenceOf(id));
  return caps.reduce<Cap | null>((lowest, cap) => (lowest && lowest.most <= cap.most ? lowest : cap), null);
}
