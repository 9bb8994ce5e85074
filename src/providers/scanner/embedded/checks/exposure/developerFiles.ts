import { Buffer } from 'node:buffer';
import { defineRule } from '../../rule.ts';
import { hasAccessData, medium, low, type Exposure } from './probe.ts';

const ide = defineRule({
  id: 'exposure.editor-files',
  title: 'Working files of developers are published',
  vector: low,
  cwe: 'CWE-538',
  explanation:
    'Files of a development program were published with the website. They name folders, servers and people, and some hold access data.',
  fix: '1. Remove the files from the web folder and leave them out when publishing.\nnginx: location ~ /\\.(idea|vscode|DS_Store) { return 404; }',
});
const dsStore = defineRule({
  id: 'exposure.ds-store',
  title: 'A macOS folder file tells the names of hidden files (.DS_Store)',
  vector: low,
  cwe: 'CWE-538',
  explanation:
    'The file was made by a Mac and lists everything in the folder, including files that nobody linked to.',
  fix: '1. Delete it: find . -name .DS_Store -delete\n2. Leave it out when publishing, for example by rsync --exclude .DS_Store',
});
const build = defineRule({
  id: 'exposure.build-files',
  title: 'Files of the build tell which software is in use',
  vector: low,
  cwe: 'CWE-538',
  explanation:
    'Files with which the website is put together can be read. They list software with its exact versions, which tells attackers where to look for known weaknesses.',
  fix: '1. Publish only the folder with the finished website (often public/ or dist/).\n2. Refuse the rest.\nnginx: location ~ /(composer\\.(json|lock)|package(-lock)?\\.json|yarn\\.lock|Dockerfile|docker-compose\\.ya?ml|Gemfile(\\.lock)?)$ { return 404; }',
});

export const developerFiles: readonly Exposure[] = [
  {
    rule: ide,
    paths: ['.htaccess'],
    proof: (content) =>
      !content.html &&
      /^[ \t]*(?:RewriteEngine|RewriteRule|AuthType|Options|Deny from|Require|<IfModule|<Files)/im.test(
        content.text,
      )
        ? '.htaccess, the settings of the folder'
        : null,
  },
  {
    rule: ide,
    paths: ['.idea/workspace.xml', '.idea/modules.xml', '.vscode/settings.json', '.project'],
    proof: ({ text, html, path }) =>
      !html &&
      ((path.includes('.idea') && /<project version="\d/.test(text)) ||
        (path.includes('.vscode') &&
          /^\s*(\/\/[^\n]*\n\s*)*\{/.test(text) &&
          /"(?:editor|files|workbench|search|[\w-]+)\.[\w.]+"\s*:/.test(text)) ||
        (path.endsWith('.project') && /<projectDescription>/.test(text)))
        ? `${path} of a development program`
        : null,
  },
  {
    rule: dsStore,
    paths: ['.DS_Store'],
    folders: 'all',
    maxBytes: 8192,
    proof: ({ bytes }) =>
      bytes.subarray(0, 8).equals(Buffer.from([0, 0, 0, 1, 0x42, 0x75, 0x64, 0x31]))
        ? '.DS_Store with the names of files'
        : null,
  },
  {
    rule: build,
    paths: [
      'composer.json',
      'composer.lock',
      'package.json',
      'package-lock.json',
      'yarn.lock',
      'Gemfile.lock',
      'requirements.txt',
      'Dockerfile',
      'docker-compose.yml',
      'docker-compose.yaml',
      'Makefile',
      '.gitlab-ci.yml',
      'Jenkinsfile',
    ],
    proof: ({ text, html, path }) => {
      if (html) return null;
      const name = path.split('/').at(-1)!;
      const fits: Record<string, RegExp> = {
        'composer.json': /^\s*\{[\s\S]*"require(-dev)?"\s*:\s*\{/,
        'composer.lock': /"content-hash"\s*:|"packages"\s*:\s*\[/,
        'package.json': /^\s*\{[\s\S]*"(?:dependencies|devDependencies|scripts)"\s*:\s*\{/,
        'package-lock.json': /"lockfileVersion"\s*:/,
        'yarn.lock': /# yarn lockfile v1|^__metadata:/m,
        'Gemfile.lock': /^GEM\s+remote:/m,
        'requirements.txt': /^[A-Za-z][\w.-]*(?:\[[\w,]+\])?\s*[=~><]=\s*\d/m,
        Dockerfile: /^[ \t]*FROM\s+[\w./:@-]+/m,
        Makefile: /^[\w.-]+:[^=\n]{0,300}\n\t\S/m,
        '.gitlab-ci.yml': /^[ \t]+script:\s*$/m,
        Jenkinsfile: /\b(?:pipeline|node)\s{0,20}(?:\([^()]{0,300}\)\s{0,20})?\{[\s\S]{0,3000}\bstage\b/,
      };
      const pattern = fits[name] ?? /^services:\s*$/m;
      return pattern.test(text) ? `${path} as written by the developers` : null;
    },
    vector: ({ text, path }) =>
      /docker-compose|\.gitlab-ci|Dockerfile|Jenkinsfile/.test(path) && hasAccessData(text)
        ? medium
        : undefined,
  },
];
