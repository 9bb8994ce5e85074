import type { HttpAnswer } from '#probes/http/answer.ts';
import { fillPoint } from '../../points/point.ts';
import { isGuarded, withFreshGuards } from '../../points/tokens.ts';
import type { Tried } from '../../points/tried.ts';
import type { Scan, Sighting } from '../../rule.ts';
import type { Payload } from './calls.ts';
import { describe, type Proof, type Target } from './prove.ts';
import { milder } from './rules.ts';

export function sightingOf({
  answer,
  payload,
  context,
  how,
  policy,
  screenshot,
}: Proof): Sighting & { answer: HttpAnswer; payload: string } {
  const where = `The text comes back ${describe(context)}`;
  const common = { answer, payload: payload.text, excerpt: payload.call, screenshot };
  if (how === 'ran')
    return {
      ...common,
      confidence: 'certain',
      evidence: `${where} and ran as a script when Chromium opened the page.`,
    };
  if (how === 'stands')
    return { ...common, confidence: 'firm', evidence: `${where} and stands there as a script.` };
  return {
    ...common,
    subject: 'held',
    title: 'Text becomes part of the page as a script, which only the Content Security Policy holds back',
    vector: milder,
    confidence: 'firm',
    evidence: `${where} and stands there as a script. The policy of the page keeps browsers from running it: ${policy.slice(0, 200)}`,
  };
}

/** A point as the place that is tried; `spell` writes a payload as it is sent there. */
export function targetOf(tried: Tried, scan: Scan, spell: (text: string) => string = (text) => text): Target {
  const { point } = tried;
  const fill = ({ raw }: Payload) => (raw ? { raw } : {});
  return {
    takesRaw: ['query', 'form', 'path', 'name'].includes(point.kind) && !point.coded,
    send: (payload) => tried.send(spell(payload.text), fill(payload)),
    request: async (payload) => {
      const request = isGuarded(point.request) ? await withFreshGuards(scan, point.request) : point.request;
      const {
        cookieValues,
        rawPath: _rawPath,
        ...filled
      } = fillPoint({ ...point, request }, spell(payload.text), fill(payload));
      return cookieValues ? null : filled;
    },
  };
}
