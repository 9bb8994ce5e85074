import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { orderModules, type Crossing } from './moduleOrder.ts';

/**
 * Who may import whom. First match wins; a file not named here may not exist.
 * `<m>` is the file's own module or provider. Read a line as: files here may import from these places.
 */
const rules: [where: RegExp, may: string[]][] = [
  [/^src\/app\//, ['**']],
  [
    /^src\/modules\/([a-z]+)\/web\//,
    [
      '<m>/*.ts',
      '<m>/web/',
      'src/modules/*/contract.ts',
      'src/modules/*/paths.ts',
      'src/modules/*/web/public.ts',
      'src/platform/*.ts',
      'src/platform/web/',
      'src/ui/',
    ],
  ],
  [
    /^src\/modules\/([a-z]+)\/server\//,
    [
      '<m>/*.ts',
      '<m>/server/',
      'src/modules/*/contract.ts',
      'src/modules/*/paths.ts',
      'src/modules/*/server/public.ts',
      'src/platform/*.ts',
      'src/platform/server/',
      'src/providers/*/port.ts',
      'src/standards/',
    ],
  ],
  [
    /^src\/modules\/([a-z]+)\/testing\//,
    [
      '<m>/',
      'src/modules/*/contract.ts',
      'src/modules/*/paths.ts',
      'src/modules/*/server/public.ts',
      'src/modules/*/web/public.ts',
      'src/platform/',
      'src/ui/',
    ],
  ],
  [
    /^src\/modules\/([a-z]+)\/[a-zA-Z]+(\.test)?\.ts$/,
    ['<m>/*.ts', 'src/modules/*/contract.ts', 'src/modules/*/paths.ts', 'src/platform/*.ts'],
  ],
  [/^src\/platform\/web\//, ['src/platform/web/', 'src/platform/*.ts', 'src/ui/']],
  // a context has the providers, and the queue of emails knows how a mail server refuses
  [
    /^src\/platform\/server\/(providers|mail\/outbox)\.ts$/,
    ['src/platform/server/', 'src/platform/*.ts', 'src/providers/*/port.ts'],
  ],
  [/^src\/platform\/server\//, ['src/platform/server/', 'src/platform/*.ts', 'db/tables.ts']],
  [/^src\/platform\/[a-zA-Z]+(\.test)?\.ts$/, ['src/platform/*.ts']],
  [
    /^src\/providers\/([a-z]+)\//,
    // a day is the same type on both sides of a port and reads the same, and a percentage is the same number
    [
      'src/providers/*/port.ts',
      'src/providers/<m>/',
      'src/platform/server/',
      'src/platform/dates.ts',
      'src/platform/days.ts',
      'src/platform/daySchema.ts',
      'src/platform/percent.ts',
      'src/probes/',
      'src/standards/',
    ],
  ],
  // tables of published standards
  [/^src\/standards\//, ['src/standards/']],
  // measuring primitives that the scan engine and the ratings engine share
  [/^src\/probes\//, ['src/probes/']],
  // charts of the portal and of PDFs lay time out alike, and every percentage is rounded in one place
  [/^src\/ui\//, ['src/ui/', 'src/platform/timeAxis.ts', 'src/platform/percent.ts']],
];

/** What tests may reach beyond the rule of their folder. */
const forTests = ['<m>/testing/', 'src/app/', 'src/providers/'];

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => path.posix.join('src', name.replaceAll(path.sep, '/')))
  .filter((file) => /\.tsx?$/.test(file) && statSync(file).isFile());

const importsOf = (file: string) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\b[^'"`;]*?from\s+['"]([#.][^'"]+)['"]|^import\s+['"]([#.][^'"]+)['"]|\bimport\(\s*['"]([#.][^'"]+)['"]/gm,
    ),
  ]
    .map((match) => match[1] ?? match[2] ?? match[3]!)
    .filter((spec) => !/\.(css|json|svg|ttf)$/.test(spec));

const targetOf = (file: string, spec: string) =>
  spec.startsWith('#db/')
    ? `db/${spec.slice(4)}`
    : spec.startsWith('#')
      ? `src/${spec.slice(1)}`
      : path.posix.join(path.posix.dirname(file), spec);

const matches = (target: string, pattern: string, own: string) => {
  const glob = pattern
    .replace('src/providers/<m>', `src/providers/${own}`)
    .replace('<m>', `src/modules/${own}`);
  if (glob === '**') return true;
  if (glob.endsWith('/')) return target.startsWith(glob);
  return new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`).test(target);
};

const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file);

/** The folder that a relative import must not leave. */
const homeOf = (file: string) => /^src\/(?:modules|providers)\/[a-z]+\/|^src\/[a-z]+\//.exec(file)![0];

test('every import follows the rule of its folder', () => {
  const wrong = sources.flatMap((file) => {
    const rule = rules.find(([where]) => where.test(file));
    if (!rule) return [`${file} is in no known place`];
    const own = rule[0].exec(file)?.[1] ?? '';
    const may = isTest(file) ? [...rule[1], ...forTests] : rule[1];
    return importsOf(file)
      .map((spec) => targetOf(file, spec))
      .filter((target) => !may.some((pattern) => matches(target, pattern, own)))
      .map((target) => `${file} may not import ${target}`);
  });
  expect(wrong).toEqual([]);
});

test('the product imports nothing that only tests use', () => {
  const wrong = sources
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      importsOf(file)
        .map((spec) => targetOf(file, spec))
        .filter((target) => /\/testing\/|\.test\.tsx?$/.test(target))
        .map((target) => `${file} may not import ${target}`),
    );
  expect(wrong).toEqual([]);
});

test('what only tests use is in a folder called testing', () => {
  const elsewhere = sources.filter(
    (file) =>
      !file.includes('/testing/') &&
      /\.(?:fixtures?|testing|cases)\.tsx?$|\/(?:fixtures?|testdata|mocks?|trial)\/|\/(?:test|local|fake|mock|stub)[A-Z]\w*\.tsx?$/.test(
        file,
      ),
  );
  expect(elsewhere).toEqual([]);
});

test('a relative import stays at home', () => {
  const wrong = sources.flatMap((file) =>
    importsOf(file)
      .filter((spec) => spec.startsWith('.') && !targetOf(file, spec).startsWith(homeOf(file)))
      .map((spec) => `${file} imports ${spec}: cross a border with #`),
  );
  expect(wrong).toEqual([]);
});

const moduleOf = (file: string): string | undefined => /^src\/modules\/([a-z]+)\//.exec(file)?.[1];
const modules = [...new Set(sources.map(moduleOf).filter((name) => name !== undefined))];
const crossings = sources
  .filter((file) => !isTest(file))
  .flatMap((file) => importsOf(file).map((spec) => ({ file, target: targetOf(file, spec) })))
  .map((one) => ({ ...one, from: moduleOf(one.file), to: moduleOf(one.target) }))
  .filter((one): one is Crossing => !!one.from && !!one.to && one.from !== one.to);

test('modules have an order: none imports one that imports it, over however many', () => {
  const { layers, circles } = orderModules(modules, crossings);
  expect(circles).toEqual([]);
  expect(layers.flat().toSorted()).toEqual(modules.toSorted());
});

test('no module knows the desk of the staff', () => {
  expect(crossings.filter(({ to }) => to === 'staff')).toEqual([]);
});

test('a circle of modules is named with the import that most likely does not belong there', () => {
  const crossing = (from: string, to: string, name: string): Crossing => ({
    from,
    to,
    file: `${from}/${name}`,
    target: `${to}/public`,
  });
  const right = [
    crossing('scans', 'ground', 'a'),
    crossing('scans', 'ground', 'b'),
    crossing('desk', 'scans', 'c'),
    crossing('desk', 'scans', 'd'),
  ];
  const names = ['desk', 'ground', 'scans'];
  const layers = [['ground'], ['scans'], ['desk']];
  expect(orderModules(names, right)).toEqual({ layers, circles: [] });
  expect(orderModules(names, [...right, crossing('ground', 'desk', 'e')])).toEqual({
    layers,
    circles: [
      [
        'desk → scans → ground → desk: turn one of these round, best the first',
        '  ground/e → desk/public',
        '  (desk → scans: 2, as desk/c → scans/public)',
        '  (scans → ground: 2, as scans/a → ground/public)',
      ].join('\n'),
    ],
  });
});

test('no drawers: file names say what is inside', () => {
  const drawers = sources.filter((file) =>
    /\/(utils?|helpers?|common|misc|types|index|shared)(\.tsx?$|\/)/.test(file),
  );
  expect(drawers).toEqual([]);
});

test('files stay within 300 lines', () => {
  const code = [
    ...sources,
    ...['checks', 'bench', 'simulate', 'e2e', 'bin'].flatMap((dir) =>
      readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => `${dir}/${name}`),
    ),
  ].filter((file) => /\.(tsx?|mjs)$/.test(file));
  const long = code.filter((file) => readFileSync(file, 'utf8').trimEnd().split('\n').length > 300);
  expect(long).toEqual([]);
});

test('a port exports nothing of its implementations', () => {
  const ports = sources.filter((file) => /^src\/providers\/[a-z]+\/port\.ts$/.test(file));
  const wrong = ports.flatMap((file) =>
    importsOf(file)
      .map((spec) => targetOf(file, spec))
      .filter((target) => target.startsWith('src/providers/') && !target.endsWith('/port.ts'))
      .map((target) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('no product text names a brand', () => {
  const named = sources.filter((file) => !isTest(file) && /harborline/i.test(readFileSync(file, 'utf8')));
  expect(named).toEqual([]);
});
