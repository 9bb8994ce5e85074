import { defineRule, type Scan } from '../../rule.ts';
import { medium, low, type Content, type Exposure } from './probe.ts';

const high = 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N';

const tool = defineRule({
  id: 'exposure.operator-tool',
  title: 'A tool of operators can be used by everybody',
  vector: high,
  cwe: 'CWE-306',
  pci: '1.4.4',
  explanation:
    'A tool with which operators run the website or its servers answers without a sign-in. Such tools show secrets, and most of them let their user run commands.',
  fix: '1. Allow it from inside only: nginx: location /jolokia { allow 10.0.0.0/8; deny all; }\n2. Switch its own sign-in on.\n3. Change all passwords that it could show, and look in the logs who has used it.',
});
const samples = defineRule({
  id: 'exposure.sample-pages',
  title: 'Examples and manuals of the server software are published',
  vector: low,
  cwe: 'CWE-1188',
  pci: '2.2.4',
  explanation:
    'Pages that came with the server software are open to everybody. They name the software and its version, and example programs have had weaknesses of their own time and again.',
  fix: '1. Remove what came along: the folders manual and icons of Apache (a2disconf), the applications examples, docs and host-manager of Tomcat, the example files of the content management system.',
});
const versionFile = defineRule({
  id: 'exposure.version-file',
  title: 'A file tells the exact version of the software',
  vector: low,
  cwe: 'CWE-497',
  explanation:
    'A file that came with the content management system or one of its parts names the version. Attackers search for versions with known weaknesses.',
  fix: '1. Delete the file, or refuse it: nginx: location ~* /(readme\\.html|CHANGELOG\\.txt|license\\.txt)$ { return 404; }\n2. Keep the software up to date; hiding the version only makes searching harder.',
});
const serviceDescription = defineRule({
  id: 'exposure.wsdl',
  title: 'The description of a SOAP service is public',
  vector: low,
  cwe: 'CWE-200',
  confidence: 'firm',
  explanation:
    'The service describes all its calls and their values to everybody (WSDL). If it is not meant for others, this is a map for attackers.',
  fix: '1. If the service is for your own programs only, switch the description off.\nASP.NET: <webServices><protocols><remove name="Documentation"/></protocols></webServices>\n2. If it is meant for the public, accept this finding.',
});

const title = ({ text }: Content) => /<title[^>]{0,100}>\s*([^<]{1,200})/i.exec(text)?.[1]?.trim() ?? '';
const locked = ({ text }: Content) => /type=["']?password/i.test(text);

/** A site of plain files is served by nothing that has tools. */
const hasPrograms = (tech: ReadonlySet<string>) => !tech.has('files');

/** Consoles of servers and of the programs beside a website, and what came along with them. */
export const operatorTools: readonly Exposure[] = [
  {
    rule: tool,
    when: hasPrograms,
    paths: ['jolokia/', 'jolokia/version', 'actuator/jolokia', 'hawtio/', 'jmx-console/', 'web-console/'],
    firstOnly: true,
    proof: (content) =>
      content.json && /"agent"\s*:\s*"\d/.test(content.text) && /"protocol"\s*:/.test(content.text)
        ? 'Jolokia, the remote control of Java programs'
        : /<title>JBoss JMX Management Console/.test(content.text) && !locked(content)
          ? 'JMX console of JBoss'
          : null,
  },
  {
    rule: tool,
    when: hasPrograms,
    paths: ['h2-console/', 'h2-console/login.jsp', 'h2/'],
    firstOnly: true,
    proof: ({ text }) => (/<title>H2 Console<\/title>/.test(text) ? 'Console of the database H2' : null),
    vector: () => medium,
  },
  {
    rule: tool,
    when: hasPrograms,
    paths: [
      'jenkins/',
      'jenkins/script',
      'script',
      'solr/',
      'solr/admin/',
      'consul/',
      'ui/',
      'kibana/',
      'app/kibana',
      'grafana/',
      'prometheus/',
      'portainer/',
      'airflow/',
    ],
    proof: (content) => {
      const { text, answer } = content;
      if (locked(content)) return null;
      if (/<title>Dashboard \[Jenkins\]<\/title>/.test(text)) return 'Jenkins without a sign-in';
      if (/<h1[^<>]{0,300}>Script Console<\/h1>/.test(text) && /Jenkins|groovy/i.test(text))
        return 'Script console of Jenkins';
      if (/<title[^<>]{0,300}>Solr Admin<\/title>/.test(text)) return 'Administration of Solr';
      if (/<title>Consul by HashiCorp<\/title>/.test(text)) return 'Consul';
      if (/<title>Prometheus Time Series/.test(text)) return 'Prometheus';
      return answer.headers.some(([name]) => /^kbn-name$/i.test(name)) && /kbn-injected-metadata/.test(text)
        ? 'Kibana'
        : null;
    },
  },
  {
    rule: tool,
    when: hasPrograms,
    paths: [
      '_cat/indices',
      '_cluster/health',
      '_all_dbs',
      'v1/agent/self',
      'v2/_catalog',
      'api/v1/pods',
      'containers/json',
      'solr/admin/info/system?wt=json',
    ],
    proof: (content) => {
      const { text, path } = content;
      if (path.endsWith('_cat/indices'))
        return /^(?:green|yellow|red) +(?:open|close) +\S+ +[\w-]{20,24} /m.test(text)
          ? 'List of the indices of Elasticsearch'
          : null;
      if (!content.json) return null;
      if (path.endsWith('_cluster/health'))
        return /"cluster_name"\s*:[\s\S]{0,2000}"number_of_nodes"\s*:/.test(text)
          ? 'State of an Elasticsearch cluster'
          : null;
      if (path.endsWith('_all_dbs'))
        return /^\s*\[\s*"(?:_replicator|_users)"/.test(text) ? 'List of the databases of CouchDB' : null;
      if (path.endsWith('agent/self'))
        return /"Config"\s*:\s*\{[\s\S]{0,2000}"Datacenter"\s*:/.test(text) ? 'Settings of Consul' : null;
      if (path.endsWith('_catalog'))
        return /^\s*\{\s*"repositories"\s*:\s*\[\s*"/.test(text)
          ? 'List of the images of a container registry'
          : null;
      if (path.endsWith('v1/pods'))
        return /"kind"\s*:\s*"PodList"/.test(text) ? 'List of the pods of Kubernetes' : null;
      if (path.endsWith('containers/json'))
        return /^\s*\[\s*\{\s*"Id"\s*:\s*"[0-9a-f]{64}"/.test(text)
          ? 'List of the containers of Docker'
          : null;
      return /"solr-spec-version"\s*:/.test(text) ? 'Settings of Solr' : null;
    },
  },
  {
    rule: samples,
    when: hasPrograms,
    paths: [
      'manual/',
      'icons/README',
      'examples/',
      'examples/servlets/',
      'tomcat-docs/',
      'docs/RELEASE-NOTES.txt',
      'host-manager/html',
      'manager/html',
      'iisstart.htm',
      'server-manual/',
      'doc/',
    ],
    proof: (content) => {
      const { text, path } = content;
      if (/Apache HTTP Server Version \d[\d.]* ?(?:Documentation)?/i.test(title(content)))
        return title(content);
      if (path.endsWith('icons/README'))
        return /^Public Domain Icons/m.test(text) ? 'Icons of Apache with their description' : null;
      if (
        /^Apache Tomcat (?:Examples|\d+ ?\(|\d)/i.test(title(content)) ||
        /<title>(?:Servlet|JSP|Apache Tomcat) Examples/i.test(text)
      )
        return `${title(content)} of Tomcat`;
      return path.endsWith('iisstart.htm') && /<title>(?:IIS|Internet Information Services)/i.test(text)
        ? 'Start page of IIS'
        : null;
    },
  },
  {
    rule: versionFile,
    when: hasPrograms,
    paths: [
      'readme.html',
      'CHANGELOG.txt',
      'core/CHANGELOG.txt',
      'administrator/manifests/files/joomla.xml',
      'README.txt',
      'joomla.xml',
      'wp-links-opml.php',
      'language/en-GB/en-GB.xml',
    ],
    proof: ({ text, path }) => {
      const found =
        /<h1[^<>]{0,200}id="logo"[^<>]{0,200}>[\s\S]{0,400}?\bVersion (\d+\.\d[\d.]*)/.exec(text)?.[1] ??
        (path.endsWith('.xml') && /<extension[^<>]{0,300}(?:type="file"|version=)|<metafile/.test(text)
          ? /<version>(\d+\.\d[\d.]*)<\/version>/.exec(text)?.[1]
          : undefined) ??
        /^(Drupal \d+\.\d[\w.]*), \d{4}-\d\d-\d\d/m.exec(text)?.[1] ??
        /<!-- generator="(WordPress\/\d[\d.]*)" -->/.exec(text)?.[1];
      return found ? `Version ${found}` : null;
    },
  },
];

export function descriptionsOf(scan: Scan): Exposure[] {
  const paths = [...scan.site.paths]
    .filter((path) =>
      /\.(?:asmx|svc|jws|wsdl)$|\/(?:ws|soap|services)\/[\w-]+$|\/soap(?:\.php)?$/i.test(path),
    )
    .slice(0, 5);
  return paths.map((path) => ({
    rule: serviceDescription,
    paths: [`${path.slice(1)}${path.toLowerCase().endsWith('.wsdl') ? '' : '?wsdl'}`],
    proof: ({ text }) =>
      /<(?:wsdl:)?definitions\b[^<>]{0,1000}xmlns[^<>]{0,300}schemas\.xmlsoap\.org\/wsdl\//i.test(text)
        ? `A description with ${text.match(/<(?:wsdl:)?operation\b/g)?.length ?? 0} operations`
        : null,
    maxBytes: 100_000,
  }));
}

export const operatorRules = [tool, samples, versionFile, serviceDescription];
