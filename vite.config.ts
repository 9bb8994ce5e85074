import react from '@vitejs/plugin-react';
import path from 'node:path';
import { defineConfig } from 'vite';
import { lightContracts } from './src/app/build/lightContracts.ts';
import { pageFiles } from './src/app/pages/pageFiles.ts';

export default defineConfig({
  root: 'src/app',
  publicDir: path.resolve('src/ui/public'),
  plugins: [react(), lightContracts(), pageFiles()],
  build: {
    outDir: path.resolve('dist/web'),
    manifest: true,
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // the first script names most others; the names of shared ones list who shares them
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
        codeSplitting: {
          // one file for each first screen with everything that it needs, instead of fifty small ones
          groups: [
            {
              name: 'first',
              // whoever reports a step of use must not bring a whole screen along, nor the dashboard what floats for a hook of it
              test: /src[\\/]app[\\/]web\.tsx$|platform[\\/]web[\\/]analytics\.ts$|@mantine[\\/]core[\\/].*(create-safe-context|use-resolved-styles-api|get-auto-contrast-value)|@mantine[\\/]core[\\/].*[\\/](ActionIcon|CloseButton)[\\/]|@mantine[\\/]hooks[\\/].*use-(uncontrolled|id|merged-ref)[\\/]|(createReactComponent|IconCheck)\.mjs$/,
              priority: 12,
            },
            // what floats over a field: sign-up needs it without the dashboard
            {
              name: 'floating',
              test: /node_modules[\\/](@floating-ui|tabbable)|@mantine[\\/]core[\\/].*[\\/](Popover|Tooltip|Floating|Portal|Transition|FocusTrap)[\\/]/,
              priority: 11,
            },
            // what pages for people without an account share with signed-in ones: they bring no dashboard along
            {
              name: 'calm',
              test: /ui[\\/]\w+[\\/](SkeletonPanel|ErrorState|StatusPill|KeyValueList|CopyButton|Tip|Drawing(Policy|Steps))\.tsx$|platform[\\/](dates|daySchema|fileNames)\.ts$|Icon(ArrowLeft|CircleCheck|AlertTriangle|Lock|Clock|Plus|Pencil|ChevronDown|RosetteDiscountCheck)\.mjs$/,
              priority: 10,
            },
            { name: 'input', test: /@mantine[\\/]core[\\/].*[\\/](Input|InputBase)[\\/]/, priority: 9 },
            { name: 'fields', test: /@mantine[\\/]core[\\/].*[\\/](Checkbox|Textarea)[\\/]/, priority: 8 },
            // what a dialog needs: the news on the first visit must not bring the screen of the scans along
            {
              name: 'dialog',
              test: /node_modules[\\/](react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref)|@mantine[\\/]core[\\/].*[\\/](Modal|ModalBase)[\\/]/,
              priority: 6,
            },
            {
              name: 'editor',
              test: /node_modules[\\/](@tiptap|prosemirror-|@mantine[\\/]tiptap)|@mantine[\\/]core[\\/].*[\\/](ColorPicker|ColorSwatch)[\\/]/,
              priority: 2,
            },
            {
              name: 'shared',
              test: /node_modules[\\/](?!@tabler)/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 20_000,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
