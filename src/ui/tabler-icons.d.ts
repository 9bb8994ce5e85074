// The package types only its barrel, which makes a test load 6,000 files; one icon is imported by its own path.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;
  export default icon;
}
