import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md'),
  ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  'docs/security/controls.md',
  'docs/security/asvs.md',
  'src/ui/README.md',
];

/** Paths from the root, in backticks, and targets of links, from the document. Placeholders such as `<name>` name no file. */
function namedIn(document: string): { named: string; file: string }[] {
  const text = readFileSync(document, 'utf8');
  const fromRoot = [
    ...text.matchAll(/`((?:src|checks|bench|e2e|bin|simulate|db|docs|content|config)\/[\w@./-]+)`/g),
  ];
  const links = [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)(?:#[^)]*)?\)/g)];
  return [
    ...fromRoot.map(([, named = '']) => ({ named, file: named })),
    ...links.map(([, named = '']) => ({ named, file: path.join(path.dirname(document), named) })),
  ];
}

test('every file that a document names exists', () => {
  const missing = documents.flatMap((document) =>
    namedIn(document)
      .filter(({ file }) => !existsSync(file))
      .map(({ named }) => `${document} names ${named}`),
  );
  expect(missing).toEqual([]);
});

test('every heading that a document links to within itself exists', () => {
  const missing = documents.flatMap((document) => {
    const text = readFileSync(document, 'utf8');
    const anchors = new Set(
      [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .replaceAll(/\s/g, '-'),
      ),
    );
    return [...text.matchAll(/\]\(#([^)]+)\)/g)].flatMap(([, anchor = '']) =>
      anchors.has(anchor) ? [] : [`${document} links to #${anchor}`],
    );
  });
  expect(missing).toEqual([]);
});
