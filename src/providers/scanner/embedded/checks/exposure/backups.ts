import { gunzipSync } from 'node:zlib';
import { defineRule, type Rule, type Scan } from '../../rule.ts';
import { high, medium, archiveKind, sourceKind, type Content, type Exposure } from './probe.ts';

const source = defineRule({
  id: 'exposure.backup-source',
  title: 'Backup copies show the source code of pages',
  vector: high,
  cwe: 'CWE-530',
  explanation:
    'An editor or an administrator left a copy of a program file. The server hands it out as text, so anyone can read the program and the passwords in it.',
  fix: '1. Delete the copies; make copies outside the web folder only.\n2. Change passwords that stand in the file.\n3. Refuse such names.\nnginx: location ~* (~|\\.(bak|old|orig|save|sw[op]|tmp))$ { return 404; }\nApache: <FilesMatch "(~|\\.(bak|old|orig|save|sw[op]|tmp))$"> Require all denied </FilesMatch>',
});
const archive = defineRule({
  id: 'exposure.archive',
  title: 'An archive of the website can be downloaded',
  vector: high,
  cwe: 'CWE-530',
  explanation:
    'A packed copy of the website lies in the web folder. It usually holds the whole source code with passwords, sometimes the data of customers too.',
  fix: '1. Delete the archive from the web folder and keep backups elsewhere.\n2. Change the passwords in it.\n3. Look in the logs whether someone has downloaded it.',
});
const dump = defineRule({
  id: 'exposure.database-dump',
  title: 'A copy of the database can be downloaded',
  vector: high,
  cwe: 'CWE-530',
  pci: '3.5.1',
  explanation:
    'A copy of the database lies in the web folder. It holds everything the website knows: customers, orders, password hashes.',
  fix: '1. Delete the file and keep backups outside the web folder.\n2. Look in the logs whether someone has downloaded it; if personal data was in it, ask your lawyer about the duty to report.\n3. Have all passwords changed.',
});
const logFile = defineRule({
  id: 'exposure.log-file',
  title: 'A log file can be read',
  vector: medium,
  cwe: 'CWE-538',
  pci: '10.3.1',
  explanation:
    'A log of the website can be read by everyone. Logs hold addresses of visitors, errors, and sometimes passwords or session keys.',
  fix: '1. Write logs outside the web folder.\n2. Delete the file, and refuse others: nginx: location ~ \\.log$ { return 404; }',
  references: ['https://cwe.mitre.org/data/definitions/532.html'],
});

const isDump = (text: string) =>
  /^-- (?:MySQL|MariaDB|PostgreSQL|SQLite|phpMyAdmin|Adminer)[^\n]*/m.test(text) ||
  (/\bCREATE TABLE\b[\s\S]{0,400}\(/i.test(text) &&
    /\b(?:INSERT INTO|DROP TABLE|ENGINE\s*=|COPY \w+ \(|PRIMARY KEY)\b/i.test(text)) ||
  text.startsWith('PGDMP') ||
  /^PRAGMA foreign_keys=OFF;/m.test(text);

function dumpProof({ bytes, text, html, path }: Content): string | null {
  if (html) return null;
  if (bytes.subarray(0, 15).toString('latin1') === 'SQLite format 3') return `${path} is an SQLite database.`;
  if (archiveKind(bytes) === 'gzip') {
    try {
      return isDump(gunzipSync(bytes, { finishFlush: 2, maxOutputLength: 1_000_000 }).toString('latin1'))
        ? `${path} is a packed copy of a database.`
        : null;
    } catch {
      return null;
    }
  }
  if (!isDump(text)) return null;
  const tables = [...text.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?[`"[]?([\w.]+)/gi)].map(
    (match) => match[1]!,
  );
  return `${path} is a copy of a database${tables.length > 0 ? ` with ${tables.slice(0, 6).join(', ')}` : ''}.`;
}

const archives = ['zip', 'tar.gz', 'tgz', 'tar', 'rar', '7z'];

function archivePaths(host: string): string[] {
  const name = host.replace(/^www\./, '');
  const label = name.split('.')[0]!;
  const bases = [
    'backup',
    ...(/[a-z]/.test(label) ? [...new Set([name, label])] : []),
    'site',
    'www',
    'public_html',
    'html',
    'web',
    'website',
  ];
  return [
    ...bases.flatMap((base) => ['zip', 'tar.gz'].map((extension) => `${base}.${extension}`)),
    ...archives.slice(2).map((extension) => `backup.${extension}`),
    'backup/backup.zip',
    'backups/backup.zip',
  ];
}

export function backups(host: string): readonly Exposure[] {
  const label = host.replace(/^www\./, '').split('.')[0]!;
  return [
    {
      rule: archive,
      paths: archivePaths(host),
      maxBytes: 1024,
      proof: ({ bytes, type, path }) => {
        const kind = archiveKind(bytes);
        return kind !== null && !type.startsWith('text/html') ? `${path} is a ${kind} archive.` : null;
      },
    },
    {
      rule: dump,
      paths: [
        ...(/[a-z]/.test(label) ? [`${label}.sql`] : []),
        'backup.sql',
        'dump.sql',
        'db.sql',
        'database.sql',
        'backup.sql.gz',
        'dump.sql.gz',
        'db.sql.gz',
        'backup/db.sql',
        'backup/dump.sql',
        'backup/backup.sql',
        'db.sqlite',
        'db.sqlite3',
        'database.sqlite',
        'data.db',
      ],
      maxBytes: 100_000,
      proof: dumpProof,
    },
    {
      rule: source,
      paths: [
        'wp-config.php~',
        'wp-config.php.bak',
        'wp-config.php.old',
        'wp-config.php.save',
        'wp-config.php.orig',
        'wp-config.php.txt',
        'wp-config.txt',
        '.wp-config.php.swp',
      ],
      proof: (content) => sourceProof(content),
    },
    {
      rule: source,
      paths: [
        'config.php~',
        'config.php.bak',
        'config.php.old',
        'configuration.php~',
        'configuration.php.bak',
        'config.inc.php.bak',
      ],
      proof: (content) => sourceProof(content),
    },
    {
      rule: logFile,
      paths: [
        'error.log',
        'access.log',
        'error_log',
        'debug.log',
        'logs/error.log',
        'logs/access.log',
        'storage/logs/laravel.log',
        'wp-content/debug.log',
        'npm-debug.log',
        'app.log',
        'log/production.log',
        'log/development.log',
      ],
      proof: ({ text, html, path }) =>
        !html &&
        /^\[?(?:\w{3} )?\w{3} +\d{1,2} \d\d:\d\d:\d\d|^\[\d{4}-\d\d-\d\d[ T]\d\d:\d\d|^\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:\d\d:\d\d|^\[\d\d-\w{3}-\d{4} \d\d:\d\d:\d\d|^[\d.:a-f]+ \S+ \S+ \[\d\d\/\w{3}\/\d{4}:|^\d+ (?:info|verbose|silly|error) /m.test(
          text.slice(0, 20_000),
        )
          ? `${path} with log entries`
          : null,
    },
  ];
}

function sourceProof({ bytes, text, html, path }: Content): string | null {
  if (/\.sw[op]$/.test(path))
    return bytes.subarray(0, 5).toString('latin1') === 'b0VIM'
      ? `${path} is a swap file of the editor Vim.`
      : null;
  const kind = sourceKind(text);
  return kind !== null && (!html || kind !== 'script') ? `${path} shows ${kind} source code.` : null;
}

const suffixes = ['~', '.bak', '.old', '.orig', '.save', '.txt'];
const rarer = ['.backup', '.copy', '.1', '.tmp', '.dist', '_old', '_bak', '-old', '.inc', '.src'];

export function copiesOf(scan: Scan): Exposure[] {
  const programs = [...scan.site.paths]
    .filter((path) => /\.(?:php\d?|phtml|aspx?|jsp|cgi|pl|py|rb|cfm|inc)$/i.test(path))
    .slice(0, scan.depth === 'few' ? 12 : 25);
  const endings = scan.depth === 'few' ? suffixes : [...suffixes, ...rarer];
  const index = scan.site.tech.has('php') && !programs.includes('/index.php') ? ['/index.php'] : [];
  return [...index, ...programs].map((path) => {
    const name = path.split('/').at(-1)!;
    const folder = path.slice(1, path.length - name.length);
    return {
      rule: source,
      paths: [
        ...endings.map((suffix) => `${path.slice(1)}${suffix}`),
        `${folder}.${name}.swp`,
        path.slice(1).replace(/\.\w+$/, '.bak'),
      ],
      proof: (content: Content) => sourceProof(content),
      maxBytes: 32_768,
    };
  });
}

const folderNames =
  /^(?:css|js|img|images?|fonts?|static|assets?|media|dist|build|vendor|lib|node_modules|_next|wp-\w+|cgi-bin)$/i;

export function archivesOf(scan: Scan): Exposure[] {
  const folders = [
    ...new Set(
      [...scan.site.paths, ...scan.site.disclosed]
        .map((path) => path.split('/'))
        .filter((parts) => parts.length > 2)
        .map((parts) => parts[1]!),
    ),
  ]
    .filter((name) => /^[\w-]{2,40}$/.test(name) && !folderNames.test(name))
    .slice(0, scan.depth === 'few' ? 4 : 12);
  const known = backups(scan.base.hostname).find((item) => item.rule === archive)!;
  const endings = scan.depth === 'few' ? ['zip', 'tar.gz'] : archives;
  return folders.length === 0
    ? []
    : [{ ...known, paths: folders.flatMap((name) => endings.map((ending) => `${name}.${ending}`)) }];
}

/** What a file in a list of files could be, by its name; the content decides. */
export function suspectsOf(
  scan: Scan,
  others: { env: Exposure; config: Exposure; key: Exposure },
): Exposure[] {
  const all = backups(scan.base.hostname);
  const of = (rule: Rule) => all.find((item) => item.rule === rule)!;
  return [...scan.site.suspects].flatMap((path) => {
    const name = path.split('/').at(-1)!.toLowerCase();
    // An archive that is offered for download is no accident; one that is called a backup is.
    const packed = /\.(zip|tar|tgz|gz|rar|7z)$/.test(name);
    const chosen = /\.(sql|sqlite3?|db|dump)(\.gz)?$/.test(name)
      ? of(dump)
      : packed
        ? /back-?up|bkp|dump|site|www|html|web|source|src|database|db|old|private|full/.test(name)
          ? of(archive)
          : null
        : name.endsWith('.log')
          ? of(logFile)
          : /^\.env|\.env$/.test(name)
            ? others.env
            : /\.(key|pem)$/.test(name)
              ? others.key
              : /\.(ini|ya?ml|conf|cfg)$/.test(name)
                ? others.config
                : /(~|\.(bak|old|orig|save|sw[op]))$/.test(name)
                  ? { rule: source, paths: [], proof: sourceProof }
                  : null;
    return chosen ? [{ ...chosen, paths: [path.slice(1)] }] : [];
  });
}

export const backupRules = [source, archive, dump, logFile];
