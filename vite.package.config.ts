import react from '@vitejs/plugin-react';
import path from 'node:path';
import { defineConfig, type UserConfig } from 'vite';
import { lightContracts } from './src/app/build/lightContracts.ts';

const shared: UserConfig = {
  publicDir: false,
  plugins: [lightContracts()],
};
const build = {
  emptyOutDir: true,
  target: 'es2022',
  sourcemap: false,
  reportCompressedSize: false,
  modulePreload: false,
} as const;

/** The player of a course as a folder of its own, that runs wherever another learning system puts it. */
const player: UserConfig = {
  ...shared,
  root: 'src/modules/training/web/package/player',
  base: './',
  plugins: [react(), lightContracts()],
  build: {
    ...build,
    outDir: path.resolve('dist/package'),
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'player.js',
        chunkFileNames: 'parts/[name].js',
        assetFileNames: 'parts/[name][extname]',
      },
    },
  },
};

/** What is the learning system inside a package of somebody else: one plain script for each standard. */
const runtime = (name: string): UserConfig => ({
  ...shared,
  build: {
    ...build,
    emptyOutDir: false,
    outDir: path.resolve('dist/package-runtime'),
    lib: {
      entry: path.resolve(`src/modules/training/web/package/runtime/${name}.ts`),
      formats: ['iife'],
      name: 'portalPackage',
      fileName: () => `${name}.js`,
    },
  },
});

/** `vite build --config vite.package.config.ts --mode player`, or `scorm12`, or `scorm2004`. */
export default defineConfig(({ mode }) => (mode === 'player' ? player : runtime(mode)));
