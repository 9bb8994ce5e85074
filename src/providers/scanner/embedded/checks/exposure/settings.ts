import { cheatSheet, defineRule } from '../../rule.ts';
import { hasAccessData, high, medium, settingNames, type Exposure } from './probe.ts';

const references = ['https://cwe.mitre.org/data/definitions/538.html', cheatSheet('Secrets_Management')];
const removal = (what: string) =>
  `1. Remove the file from the web folder; keep ${what} outside of it.\n2. Change every password and key in it: treat them as known to others.\n3. Refuse such files for good.\nnginx: location ~ /\\.(?!well-known) { return 404; }\nApache: <FilesMatch "^\\.|\\.(bak|old|orig|sql|ini|yml|log)$"> Require all denied </FilesMatch>`;

const env = defineRule({
  id: 'exposure.env',
  title: 'The file with the passwords of the website can be read (.env)',
  vector: high,
  cwe: 'CWE-538',
  pci: '8.6.2',
  explanation:
    'This file holds the settings of the website, usually with the passwords of the database and of mail and payment services. Attackers look for it on every website.',
  fix: removal('settings'),
  references,
});
const config = defineRule({
  id: 'exposure.config',
  title: 'A settings file with access data can be read',
  vector: high,
  cwe: 'CWE-538',
  pci: '8.6.2',
  explanation:
    'A file with settings of the website can be downloaded and contains user names, passwords or keys.',
  fix: removal('settings'),
  references,
});
const htpasswd = defineRule({
  id: 'exposure.htpasswd',
  title: 'The password file of the server can be read (.htpasswd)',
  vector: high,
  cwe: 'CWE-522',
  pci: '8.3.2',
  explanation:
    'The file holds the user names and scrambled passwords of a protected area. Weak passwords can be worked out from it.',
  fix: '1. Move the file out of the web folder and correct AuthUserFile.\n2. Change the passwords in it.\n3. Apache: <FilesMatch "^\\.ht"> Require all denied </FilesMatch>',
  references,
});
const privateKey = defineRule({
  id: 'exposure.private-key',
  title: 'A private key can be downloaded',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: 'CWE-522',
  pci: '3.6.1',
  explanation:
    'A private key is the identity of a server or an administrator. Whoever has it can sign in as them or pretend to be the website.',
  fix: '1. Take the key out of use at once: remove it from all authorized_keys files, or have the certificate revoked.\n2. Make a new key and keep it outside the web folder.\n3. Look in the logs for sign-ins by others.',
  references,
});
const secretWord =
  /(pass(word|wd)?|pwd|secret|token|api_?key|access_?key|private_?key|dsn|database_url|auth)/i;
const names = (list: string[]) => `Settings: ${[...new Set(list)].slice(0, 8).join(', ')}`;
export const settings: readonly Exposure[] = [
  {
    rule: env,
    paths: [
      '.env',
      '.env.local',
      '.env.production',
      '.env.prod',
      '.env.dev',
      '.env.development',
      '.env.backup',
      '.env.bak',
      '.env.old',
      '.env.save',
      'env.txt',
    ],
    folders: 'all',
    proof: (content) => {
      const found = settingNames(content.text);
      return !content.html && found.length >= 2 && !/[{};]\s*$/m.test(content.text.split('\n')[0] ?? '')
        ? names(found)
        : null;
    },
    vector: ({ text }) => (settingNames(text).some((name) => secretWord.test(name)) ? undefined : medium),
  },
  {
    rule: config,
    paths: [
      'config.json',
      'config.yml',
      'config.ini',
      'config.inc',
      'database.yml',
      'config/database.yml',
      'WEB-INF/web.xml',
      'appsettings.json',
      'application.properties',
      'application.yml',
      'settings.json',
      'secrets.yml',
      'credentials.json',
      'config.yaml',
      'db.ini',
      'app/config/parameters.yml',
      'appsettings.Development.json',
    ],
    proof: (content) => {
      if (content.html) return null;
      if (content.path.endsWith('WEB-INF/web.xml'))
        return /<web-app\b/.test(content.text) ? 'WEB-INF/web.xml, the inside of the application' : null;
      const shaped = content.path.endsWith('.json')
        ? /^\s*[{[]/.test(content.text)
        : /^\s*[#;\w[-]/.test(content.text) && /^[ \t]*[\w.\-"']+\s*[:=]/m.test(content.text);
      return shaped && hasAccessData(content.text) ? `${content.path} contains a password or key.` : null;
    },
    vector: ({ path }) => (path.endsWith('web.xml') ? medium : undefined),
  },
  {
    rule: config,
    paths: ['.vscode/sftp.json', '.ftpconfig', 'sftp-config.json'],
    firstOnly: true,
    proof: (content) =>
      !content.html &&
      /"host(name)?"\s*:/.test(content.text) &&
      /"(?:user(name)?|pass(word)?|privateKeyPath)"\s*:/.test(content.text)
        ? `${content.path} holds the access data of the server.`
        : null,
    vector: ({ text }) => (/"pass(word)?"\s*:\s*"[^"]+/.test(text) ? undefined : medium),
  },
  {
    rule: config,
    paths: ['.npmrc', '.netrc', '.docker/config.json', '.aws/credentials', '.git-credentials', 'auth.json'],
    proof: (content) =>
      !content.html &&
      /_authToken\s*=|_auth\s*=\s*\S{8}|^machine\s+\S+[\s\S]{0,80}password|"auth"\s*:\s*"[A-Za-z0-9+/=]{8,}|aws_secret_access_key\s*=|^https?:\/\/[^\s:@]+:[^\s@]+@|^password\s*[=:]\s*\S|^secret_key\s*=|^[\w.*-]+:\d+:[^:\n]*:[^:\n]*:[^:\n]+$|"(?:http-basic|github-oauth)"\s*:/m.test(
        content.text,
      )
        ? `${content.path} holds access data.`
        : null,
  },
  {
    rule: config,
    paths: ['web.config'],
    proof: (content) =>
      /<configuration[\s>]/.test(content.text) &&
      /<(system\.web|system\.webServer|connectionStrings|appSettings)\b/.test(content.text)
        ? 'web.config, the settings of the server'
        : null,
    vector: ({ text }) => (/password\s*=|pwd\s*=|machineKey/i.test(text) ? undefined : medium),
  },
  {
    rule: htpasswd,
    paths: ['.htpasswd', 'htpasswd'],
    firstOnly: true,
    proof: (content) =>
      !content.html &&
      /^[^\s:<>]{1,64}:(?:\$(?:apr1|1|2[aby]|5|6)\$|\{SHA\}|[./0-9A-Za-z]{13}\s*$)/m.test(content.text)
        ? `${content.text.trim().split('\n').length} user entries`
        : null,
  },
  {
    rule: privateKey,
    paths: [
      'id_rsa',
      '.ssh/id_rsa',
      '.ssh/id_ed25519',
      'server.key',
      'private.key',
      'key.pem',
      'ssl/server.key',
      'privkey.pem',
    ],
    proof: (content) =>
      !content.html &&
      /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\r?\n(?:[\w-]+:[^\n]{0,200}\n){0,5}\s{0,4}[A-Za-z0-9+/=][A-Za-z0-9+/=\s]{60}/.test(
        content.text,
      )
        ? `${content.path} begins with ${content.text.trim().split('\n')[0]}`
        : null,
  },
];
