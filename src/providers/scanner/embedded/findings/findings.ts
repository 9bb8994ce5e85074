import { createHash } from 'node:crypto';
import { maskText } from '#probes/http/masks.ts';
import type { Finding, FindingPlace } from '../../port.ts';
import { cvssScore, severityOf, type Report, type Rule, type Sighting } from '../rule.ts';
import { printable, requestExcerpt, responseExcerpt, maskUrl } from './evidence.ts';
import { owaspOf } from '#standards/owasp.ts';

/** Places where a value was tried are flaws of their own, each to be fixed. */
const mostTried = 300;
/** What a whole website lacks shows on every page: more places say nothing new; their number is kept. */
const mostSeen = 20;
const mostExcerpts = 20;
/** Characters of a picture in base64, as the port says. */
const mostPicture = 150_000;

export type Findings = {
  report: Report;
  list: () => Finding[];
  foundRules: () => Set<string>;
};

type Kept = Finding & { placesTotal: number; keys: Set<string> };

export function makeFindings(target: string): Findings {
  const kept = new Map<string, Kept>();
  const rules = new Set<string>();

  function place(sighting: Sighting, withExcerpts: boolean): FindingPlace {
    const { answer } = sighting;
    return {
      method: sighting.method ?? answer?.method ?? 'GET',
      url: printable(maskUrl(sighting.url ?? answer?.url ?? target)),
      parameter: printable(sighting.parameter ?? ''),
      evidence: printable(maskText(sighting.evidence.slice(0, 3000))).slice(0, 600),
      request: !withExcerpts
        ? ''
        : sighting.sent
          ? requestExcerpt(sighting.sent)
          : answer
            ? requestExcerpt(answer)
            : '',
      response: answer && withExcerpts ? responseExcerpt(answer, sighting.excerpt, sighting.secretBody) : '',
      ...(sighting.payload === undefined ? {} : { payload: printable(sighting.payload).slice(0, 600) }),
      ...(sighting.foundOn === undefined ? {} : { foundOn: maskUrl(sighting.foundOn).slice(0, 2000) }),
    };
  }

  function report(rule: Rule, sighting: Sighting): void {
    rules.add(rule.id);
    const subject = `${rule.id} ${sighting.subject ?? ''}`;
    const score = sighting.vector === undefined ? rule.score : cvssScore(sighting.vector);
    const vector = `CVSS:3.1/${sighting.vector ?? rule.vector}`;
    const cwe = sighting.cwe ?? rule.cwe;
    let finding = kept.get(subject);
    if (!finding) {
      finding = {
        id: createHash('sha256').update(`${target} ${subject}`).digest('hex').slice(0, 16),
        rule: rule.id,
        title: printable(sighting.title ?? rule.title),
        severity: severityOf(score),
        cvss: { vector, score },
        cwe,
        owasp: owaspOf(cwe),
        pci: rule.pci,
        pciAutoFail: rule.pciAutoFail,
        confidence: sighting.confidence ?? rule.confidence,
        explanation: sighting.explanation ?? rule.explanation,
        fix: sighting.fix ?? rule.fix,
        references: [...(sighting.references ?? rule.references)],
        places: [],
        placesTotal: 0,
        keys: new Set(),
      };
      kept.set(subject, finding);
    }
    if (score > finding.cvss.score) {
      finding.cvss = { vector, score };
      finding.severity = severityOf(score);
    }
    const picture = sighting.screenshot?.toString('base64');
    if (picture && picture.length <= mostPicture) finding.screenshot ??= picture;
    const seen = place(sighting, finding.places.length < mostExcerpts);
    const key = sighting.placeKey ?? `${seen.method} ${seen.url} ${seen.parameter}`;
    if (finding.keys.has(key)) return;
    finding.keys.add(key);
    finding.placesTotal += 1;
    const most = /^(active|forms)\./.test(rule.id) ? mostTried : mostSeen;
    if (finding.places.length < most) finding.places.push(seen);
  }

  return {
    report,
    foundRules: () => rules,
    list: () =>
      [...kept.values()]
        .map(({ keys: _keys, ...finding }) => finding)
        .sort((a, b) => b.cvss.score - a.cvss.score || (a.id < b.id ? -1 : 1)),
  };
}
