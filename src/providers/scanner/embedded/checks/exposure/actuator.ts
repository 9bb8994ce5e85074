import { defineRule } from '../../rule.ts';
import { high, medium, type Exposure } from './probe.ts';

const actuator = defineRule({
  id: 'exposure.actuator',
  title: 'Maintenance addresses of Spring Boot are public',
  vector: medium,
  cwe: 'CWE-306',
  pci: '2.2.4',
  explanation:
    'Addresses meant for operators answer everybody. Some of them show settings with passwords or hand out the memory of the program.',
  fix: 'application.properties:\n  management.endpoints.web.exposure.include=health\n  management.endpoint.health.show-details=never\nPut the others on a port of their own: management.server.port=9001, reachable from inside only. If env or heapdump was open, change all passwords of the program.',
  references: ['https://docs.spring.io/spring-boot/reference/actuator/endpoints.html'],
});
const actuatorAnswers: readonly (readonly [RegExp, string])[] = [
  [/"dispatcherServlets"\s*:/, 'All addresses of the program'],
  [
    /^\s*\{\s*"(?:traces|exchanges)"\s*:\s*\[[\s\S]{0,4000}"(?:headers|request)"\s*:/,
    'The last requests with their headers',
  ],
  [
    /^\s*\[\s*\{\s*"timestamp"\s*:\s*\d+,\s*"info"\s*:\s*\{\s*"method"/,
    'The last requests with their headers',
  ],
  [/^\s*(?:\{\s*"threads"\s*:\s*)?\[\s*\{\s*"threadName"\s*:/, 'What the threads of the program are doing'],
  [/^\s*\{\s*"contexts"\s*:\s*\{[\s\S]{0,2000}"(?:beans|prefix)"\s*:/, 'Parts and settings of the program'],
  [/^\s*\{\s*"levels"\s*:\s*\[[^\]]*"TRACE"/, 'The loggers of the program'],
];

const actuatorProof: Exposure['proof'] = ({ text, path, bytes, type, html, json }) =>
  path.endsWith('heapdump')
    ? bytes.subarray(0, 12).toString('latin1') === 'JAVA PROFILE' ||
      (bytes.subarray(0, 3).toString('hex') === '1f8b08' && !type.includes('html'))
      ? 'A copy of the memory of the program'
      : null
    : json && /"(?:propertySources|activeProfiles)"\s*:/.test(text)
      ? 'The settings of the program'
      : json &&
          /"_links"\s*:\s*\{/.test(text) &&
          /"(?:env|heapdump|beans|mappings|loggers|threaddump|configprops)"\s*:/.test(text)
        ? `Open addresses: ${[...text.matchAll(/"([a-z-]+)"\s*:\s*\{\s*"href"/g)]
            .map((match) => match[1])
            .slice(0, 12)
            .join(', ')}`
        : json
          ? (actuatorAnswers.find(([pattern]) => pattern.test(text))?.[1] ?? null)
          : path.endsWith('actuator/logfile') &&
              !html &&
              /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\s\S]{0,80}(?:INFO|WARN|ERROR|DEBUG)/m.test(text)
            ? 'The log of the program'
            : null;

const actuatorVector: Exposure['vector'] = ({ path }) =>
  /env$|heapdump$|trace$|httpexchanges$|logfile$|configprops$/.test(path) ? high : undefined;

export const actuators: readonly Exposure[] = [
  {
    rule: actuator,
    paths: ['actuator', 'actuator/env', 'actuator/heapdump', 'actuator/mappings', 'env', 'management/env'],
    maxBytes: 32_768,
    proof: actuatorProof,
    vector: actuatorVector,
  },
  {
    rule: actuator,
    paths: [
      'configprops',
      'httptrace',
      'httpexchanges',
      'threaddump',
      'logfile',
      'loggers',
      'beans',
      'trace',
      'dump',
    ].map((name) => `actuator/${name}`),
    after: 'actuator',
    maxBytes: 32_768,
    proof: actuatorProof,
    vector: actuatorVector,
  },
];
