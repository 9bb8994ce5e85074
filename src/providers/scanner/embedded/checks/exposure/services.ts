import { bodyText, header, mediaType, type HttpAnswer } from '#probes/http/answer.ts';
import { defineRule, type Check } from '../../rule.ts';

const openService = defineRule({
  id: 'exposure.open-service',
  title: 'A service for use inside answers everybody',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  cwe: 'CWE-306',
  pci: '1.4.4',
  explanation:
    'The address leads to a database or a tool of operators that asks nobody for a password. Whoever finds it can read what is stored there, and often change or delete it. Such services are looked for day and night.',
  fix: '1. Make it listen on inside addresses only, and close its port in the firewall.\n2. Switch its own sign-in on: xpack.security.enabled: true for Elasticsearch, [admins] for CouchDB, --web.config.file for Prometheus.\n3. Look in its logs whether strangers have read or changed anything.',
});

type Service = { name: string; fits: (text: string, answer: HttpAnswer) => boolean; mild?: boolean };

const json = (text: string) => /^\s*\{/.test(text);

const services: readonly Service[] = [
  {
    name: 'Elasticsearch or OpenSearch',
    fits: (text) => json(text) && /"cluster_name"\s*:/.test(text) && /"lucene_version"\s*:/.test(text),
  },
  {
    name: 'Kibana',
    fits: (text, answer) =>
      header(answer, 'kbn-name') !== undefined &&
      /<kbn-injected-metadata/.test(text) &&
      !new URL(answer.url).pathname.includes('/login'),
  },
  {
    name: 'Prometheus',
    fits: (text) => /<title>Prometheus Time Series Collection/.test(text),
    mild: true,
  },
  {
    name: 'Solr',
    fits: (text) => /<title ng-non-bindable>Solr Admin<\/title>|<title>Solr Admin<\/title>/.test(text),
  },
  {
    name: 'Consul',
    fits: (text) => /<title>Consul by HashiCorp<\/title>/.test(text) && /CONSUL_/.test(text),
  },
  {
    name: 'Jupyter',
    fits: (text) => /<title>Home Page - Select or create a notebook<\/title>/.test(text),
  },
  { name: 'Spark', fits: (text) => /<title>Spark Master at spark:\/\//.test(text), mild: true },
  {
    name: 'Hadoop',
    fits: (text) =>
      /<title>(?:Namenode information|All Applications)<\/title>/.test(text) && /hadoop/i.test(text),
  },
];

export function serviceOf(answer: HttpAnswer): Service | null {
  if (answer.status !== 200) return null;
  const text = bodyText(answer).slice(0, 50_000);
  return services.find((service) => service.fits(text, answer)) ?? null;
}

const milder = 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N';

export const openServices: Check = {
  name: 'Services for use inside',
  rules: [openService],
  level: 'safe',
  look: (seen, scan) => {
    if (!seen.own || seen.via !== 'page') return false;
    const service = serviceOf(seen.answer);
    if (service)
      scan.report(openService, {
        answer: seen.answer,
        subject: service.name,
        title: `${service.name} answers everybody`,
        placeKey: service.name,
        evidence: `The answer is the one of ${service.name}, without a password.`,
        ...(service.mild ? { vector: milder } : {}),
      });
    return undefined;
  },
  run: async (scan) => {
    // CouchDB greets everybody; only the list of its databases tells whether it is open.
    if (!/^\s*\{"couchdb":"Welcome"/.test(bodyText(scan.front))) return undefined;
    const answer = await scan.probe(new URL('/_all_dbs', scan.base), { maxBytes: 20_000 });
    if (answer?.status === 200 && mediaType(answer).includes('json') && /^\s*\[/.test(bodyText(answer)))
      scan.report(openService, {
        answer,
        subject: 'CouchDB',
        title: 'CouchDB answers everybody',
        evidence: `It lists its databases: ${bodyText(answer).slice(0, 120)}`,
      });
    return undefined;
  },
};
