import { cheatSheet, defineRule } from '../../rule.ts';
import { actuators } from './actuator.ts';
import { debugTools } from './debugTools.ts';
import { high, medium, low, type Exposure } from './probe.ts';

const restrict = (path: string) =>
  `1. Allow it only from inside, or switch it off.\nnginx: location ${path} { allow 10.0.0.0/8; deny all; }\nApache: <Location "${path}"> Require ip 10.0.0.0/8 </Location>`;

const phpinfo = defineRule({
  id: 'exposure.phpinfo',
  title: 'A page shows all settings of PHP (phpinfo)',
  vector: medium,
  cwe: 'CWE-200',
  explanation:
    'A test page lists versions, folders, modules and sometimes passwords from the environment of the server.',
  fix: '1. Delete the file with phpinfo().\n2. If it has shown passwords of the environment, change them.',
  references: ['https://www.php.net/manual/function.phpinfo.php'],
});
const serverStatus = defineRule({
  id: 'exposure.server-status',
  title: 'The status page of the server is public',
  vector: medium,
  cwe: 'CWE-200',
  pci: '2.2.4',
  explanation:
    'The page shows what the server is doing, often with the addresses of visitors and the pages they are opening, including secret links.',
  fix: restrict('/server-status'),
  references: ['https://httpd.apache.org/docs/current/mod/mod_status.html'],
});
const metrics = defineRule({
  id: 'exposure.metrics',
  title: 'Measurements of the running program are public',
  vector: low,
  cwe: 'CWE-200',
  pci: '2.2.4',
  explanation:
    'The program shows its measurements to everybody: addresses, load, versions and names inside. They help attackers to choose a target and to watch the effect.',
  fix: restrict('/metrics'),
  references: ['https://prometheus.io/docs/operating/security/'],
});
const debug = defineRule({
  id: 'exposure.debug-console',
  title: "A developers' console is public",
  vector: high,
  cwe: 'CWE-215',
  pci: '6.5.6',
  explanation:
    'A tool with which developers look into the running program is open to everybody. It shows requests of other visitors with their session keys, or memory and settings of the program.',
  fix: `1. Switch it off on the public server.\nSymfony: APP_ENV=prod; Laravel: remove Telescope and Debugbar from production; ASP.NET: <trace enabled="false" /> and ELMAH allowRemoteAccess="0"; Go: do not register net/http/pprof.\n2. End all running sessions.`,
  references: ['https://cwe.mitre.org/data/definitions/489.html'],
});
const apiDocs = defineRule({
  id: 'exposure.api-docs',
  title: 'The description of the programming interface is public',
  vector: low,
  cwe: 'CWE-200',
  confidence: 'firm',
  explanation:
    'A complete description of the interface (OpenAPI, Swagger) is open to everybody. If the interface is not meant for others, this is a map for attackers.',
  fix: '1. If the interface is for your own pages only, switch the description off in production or put it behind a sign-in.\n2. If it is meant for the public, accept this finding.',
  references: ['https://owasp.org/API-Security/'],
});
const graphql = defineRule({
  id: 'exposure.graphql-introspection',
  title: 'The GraphQL interface describes itself to everybody',
  vector: low,
  cwe: 'CWE-200',
  explanation:
    'The interface tells everybody all its queries and fields. If it is not meant for others, this is a map for attackers.',
  fix: '1. Switch introspection off in production.\nApollo: new ApolloServer({ introspection: false })\n2. Check that every field asks who may read it.',
  references: [cheatSheet('GraphQL')],
});
const crossdomain = defineRule({
  id: 'exposure.crossdomain',
  title: 'A policy file allows every website to read answers',
  vector: low,
  cwe: 'CWE-942',
  explanation:
    'crossdomain.xml or clientaccesspolicy.xml opens the website to programs of every other website. Only old plug-ins still read it, but it is no longer needed at all.',
  fix: '1. Delete the file, or name exact hosts in place of *.',
});
const databaseAdmin = defineRule({
  id: 'exposure.database-admin',
  title: 'The administration of the database can be reached by everybody',
  vector: medium,
  cwe: 'CWE-284',
  pci: '1.4.4',
  explanation:
    'The sign-in page of a program for managing the database (phpMyAdmin, Adminer) is open to the internet. Attackers try passwords there day and night, and old versions have grave weaknesses.',
  fix: restrict('/phpmyadmin'),
  references: ['https://docs.phpmyadmin.net/en/latest/setup.html#securing-your-phpmyadmin-installation'],
});

const first = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? '';

export const consoles: readonly Exposure[] = [
  {
    rule: phpinfo,
    paths: ['phpinfo.php', 'info.php', 'test.php', 'php.php', 'i.php', 'phpinfo'],
    firstOnly: true,
    proof: ({ text }) =>
      /<title>(?:PHP \d[^<]* - )?phpinfo\(\)<\/title>/.test(text) ||
      (/<h1 class="p">PHP Version/.test(text) && /Loaded Configuration File/.test(text))
        ? `phpinfo() of PHP ${first(text, /PHP Version (?:<[^<>]+>)*([\d.]+)/)}`.trim()
        : null,
  },
  {
    rule: serverStatus,
    paths: ['server-status', 'server-info', 'nginx_status', 'status?full', 'fpm-status'],
    proof: ({ text }) =>
      /<title>Apache Status<\/title>|<h1>Apache Server Status for/.test(text)
        ? 'Status page of Apache'
        : /<title>Server Information<\/title>|<h1[^<>]*>Apache Server Information/.test(text)
          ? 'Settings page of Apache'
          : /^Active connections: \d+\s+server accepts handled requests/.test(text)
            ? 'Status page of nginx'
            : /^pool:\s+\S+\s+process manager:/.test(text)
              ? 'Status page of PHP-FPM'
              : null,
    // nginx only counts; the others name visitors and pages.
    vector: ({ text }) => (text.startsWith('Active connections') ? low : undefined),
  },
  ...actuators,
  {
    rule: metrics,
    paths: ['metrics', 'actuator/prometheus'],
    maxBytes: 32_768,
    proof: ({ text, html }) =>
      !html && /^# (?:HELP|TYPE) \w+/m.test(text) && /^\w+(?:\{[^}\n]{0,500}\})? [\d.e+-]+/m.test(text)
        ? `Measurements such as ${first(text, /^# TYPE (\w+)/m)}`
        : null,
  },
  {
    rule: debug,
    paths: [
      '_profiler/',
      'app_dev.php',
      'telescope/requests',
      '_debugbar/open',
      'elmah.axd',
      'trace.axd',
      'debug/pprof/',
      'debug/vars',
      'console',
      '__debug__/',
      '_ignition/health-check',
      'rails/info/properties',
      'debug/default/view',
    ],
    proof: (probed) => {
      const tool = debugTools.find(([at]) => at.test(probed.path));
      return tool?.[2](probed) ? tool[1] : null;
    },
    vector: ({ path }) => (/debug\/(vars|pprof)/.test(path) ? medium : undefined),
  },
  {
    rule: apiDocs,
    paths: [
      'swagger.json',
      'openapi.json',
      'swagger/v1/swagger.json',
      'v2/api-docs',
      'v3/api-docs',
      'api-docs',
      'api/swagger.json',
      'api/openapi.json',
      'openapi.yaml',
      'swagger-ui.html',
      'swagger-ui/',
      'swagger/',
      'docs',
      'redoc',
      'api/docs',
      'documentation/json',
    ],
    firstOnly: true,
    maxBytes: 200_000,
    proof: ({ text, html, json }) => {
      if (json && /"(?:swagger|openapi)"\s*:\s*"[23]\.\d/.test(text) && /"paths"\s*:/.test(text)) {
        const addresses = text.match(/"\/[^"]*"\s*:\s*\{/g)?.length ?? 0;
        return `Description with ${addresses} ${addresses === 1 ? 'address' : 'addresses'}`;
      }
      if (!html && /^(?:openapi|swagger):\s*["']?[23]\.\d/m.test(text) && /^paths:/m.test(text))
        return 'Description in YAML';
      return html && /SwaggerUIBundle\(|<title>Swagger UI<\/title>|<redoc\b|Redoc\.init\(/.test(text)
        ? 'Swagger UI or ReDoc'
        : null;
    },
  },
  {
    rule: graphql,
    paths: [
      'graphql?query=%7B__schema%7BqueryType%7Bname%7D%7D%7D',
      'api/graphql?query=%7B__schema%7BqueryType%7Bname%7D%7D%7D',
      'v1/graphql?query=%7B__schema%7BqueryType%7Bname%7D%7D%7D',
    ],
    firstOnly: true,
    proof: ({ text, json }) =>
      json && /"__schema"\s*:\s*\{\s*"queryType"\s*:\s*\{\s*"name"\s*:/.test(text)
        ? `Answered a question about its own schema: ${text.slice(0, 120)}`
        : null,
  },
  {
    rule: apiDocs,
    when: (tech) => !tech.has('files'),
    paths: ['graphiql', 'playground', 'altair', 'graphql/console', 'graphql/playground', 'graphql'],
    firstOnly: true,
    proof: ({ text, html }) =>
      html &&
      /<title>(?:GraphiQL|GraphQL Playground|Altair|Apollo Server|Apollo Sandbox)[^<]*<\/title>|GraphQLPlayground\.init\(|GraphiQL\.createFetcher|embeddable-sandbox\.cdn\.apollographql/i.test(
        text,
      )
        ? 'A console for GraphQL'
        : null,
  },
  {
    rule: crossdomain,
    paths: ['crossdomain.xml', 'clientaccesspolicy.xml'],
    proof: ({ text }) =>
      /<allow-access-from\s[^<>]{0,300}?domain\s*=\s*["']\*["']/i.test(text) ||
      (/<access-policy>/i.test(text) && /<domain\s+uri\s*=\s*["'](?:\*|https?:\/\/\*)["']/i.test(text))
        ? first(text, /(<allow-access-from[^<>]*>|<domain[^<>]*>)/i)
        : null,
  },
  {
    rule: databaseAdmin,
    paths: [
      'phpmyadmin/',
      'phpMyAdmin/',
      'pma/',
      'adminer.php',
      'adminer/',
      'dbadmin/',
      'mysql/',
      'pgadmin/',
    ],
    firstOnly: true,
    proof: ({ text, html }) =>
      html && /<title>[^<]*phpMyAdmin/i.test(text) && /pma_(?:username|password)|name="pma_/.test(text)
        ? 'Sign-in page of phpMyAdmin'
        : html && /<title>[^<]*Adminer<\/title>/.test(text) && /name=['"]auth\[/.test(text)
          ? `Sign-in page of Adminer ${first(text, /class=['"]version['"]>([\d.]+)/)}`.trim()
          : html && /<title>pgAdmin/.test(text)
            ? 'Sign-in page of pgAdmin'
            : null,
  },
];
