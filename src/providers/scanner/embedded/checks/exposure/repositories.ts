import { defineRule } from '../../rule.ts';
import type { Exposure } from './probe.ts';

const fix = (name: string) =>
  `1. Remove the folder from the web server, and publish only the finished files from now on.\n2. Until then, refuse access:\nnginx: location ~ /\\.${name} { deny all; return 404; }\nApache: RedirectMatch 404 /\\.${name}\n3. Change every password and key that was ever in the source code.`;

const repository = (name: string, label: string) =>
  defineRule({
    id: `exposure.${name}`,
    title: `The source code can be downloaded (${label})`,
    vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
    cwe: 'CWE-538',
    explanation: `The folder in which developers keep their versions (${label}) was published with the website. From it, anyone can rebuild the source code with its whole history, often including passwords.`,
    fix: fix(name),
  });

const git = repository('git', 'Git');
const svn = repository('svn', 'Subversion');
const hg = repository('hg', 'Mercurial');
const bzr = repository('bzr', 'Bazaar');
const cvs = repository('cvs', 'CVS');

export const repositories: readonly Exposure[] = [
  {
    rule: git,
    paths: ['.git/HEAD'],
    folders: 'all',
    proof: ({ text }) =>
      /^(?:ref: refs\/[\w./-]+|[0-9a-f]{40})\s*$/.test(text)
        ? `.git/HEAD says ${text.trim().slice(0, 100)}`
        : null,
  },
  {
    rule: git,
    paths: ['.git/config'],
    folders: 'root',
    after: '.git/HEAD',
    proof: ({ text, html }) =>
      !html && /^[ \t]*\[core\]/m.test(text) && /repositoryformatversion\s*=/.test(text)
        ? '.git/config with the settings of the repository'
        : null,
  },
  {
    rule: git,
    paths: ['.git/index'],
    folders: 'root',
    after: '.git/HEAD',
    maxBytes: 4096,
    proof: ({ bytes }) =>
      bytes.subarray(0, 4).toString('latin1') === 'DIRC' ? '.git/index with the list of all files' : null,
  },
  {
    rule: svn,
    paths: ['.svn/wc.db', '.svn/entries'],
    maxBytes: 4096,
    proof: ({ bytes, text, html, path }) =>
      path.endsWith('wc.db') && bytes.subarray(0, 15).toString('latin1') === 'SQLite format 3'
        ? '.svn/wc.db, the database of the working copy'
        : path.endsWith('entries') &&
            !html &&
            /^\d{1,2}\s*\n/.test(text) &&
            (text.trim().length <= 3 || /\n(dir|file)\n/.test(text))
          ? `.svn/entries, format ${text.trim().split('\n')[0]}`
          : null,
  },
  {
    rule: hg,
    paths: ['.hg/requires'],
    maxBytes: 4096,
    proof: ({ text, html }) =>
      !html &&
      /^(?:revlogv1|store|fncache|dotencode|share-safe|generaldelta)$/m.test(text) &&
      text.length < 500
        ? '.hg/requires lists the format of the repository'
        : null,
  },
  {
    rule: bzr,
    paths: ['.bzr/branch-format'],
    maxBytes: 1024,
    proof: ({ text }) => (text.startsWith('Bazaar-NG meta directory') ? '.bzr/branch-format' : null),
  },
  {
    rule: cvs,
    paths: ['CVS/Root'],
    maxBytes: 1024,
    proof: ({ text, html }) =>
      !html && /^:(?:pserver|ext|local)[^\n/]*\/[^\n]*\n?$/.test(text)
        ? 'CVS/Root names the repository'
        : null,
  },
];
