// npm run bench -- NAME: measured work, as ratios against a floor in the same run. Never part of CI.
const benches: Record<string, () => Promise<{ run: () => Promise<void> }>> = {
  load: () => import('./load.ts'),
  pages: () => import('./pages.ts'),
  navigation: () => import('./navigation.ts'),
  rating: () => import('./rating.ts'),
  scan: () => import('./scan.ts'),
  training: () => import('./training.ts'),
  dashboard: () => import('./dashboard.ts'),
  neighbours: () => import('./neighbours.ts'),
  scale: () => import('./scale.ts'),
  writes: () => import('./writes.ts'),
};

const name = process.argv[2] ?? '';
const bench = benches[name];
if (!bench) {
  console.error(`Name a benchmark: ${Object.keys(benches).join(' or ')}.`);
  process.exit(2);
}
await (await bench()).run();
process.exit(0);
