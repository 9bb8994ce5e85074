import { Drawing } from './Drawing.tsx';

/** A window being mended. */
export function DrawingMaintenance() {
  return (
    <Drawing>
      <path className="paper" d="M30 28h100v66a6 6 0 0 1-6 6H36a6 6 0 0 1-6-6z" />
      <path className="tint" d="M36 22h88a6 6 0 0 1 6 6v10H30V28a6 6 0 0 1 6-6Z" />
      <path d="M30 38V28a6 6 0 0 1 6-6h88a6 6 0 0 1 6 6v10M30 38h100M39 30h.01M46 30h.01M53 30h.01" />
      <path
        className="accent"
        d="m68 82 20-20M92 48a11 11 0 0 0-7 18 11 11 0 0 0 15-1 11 11 0 0 0 3-9l-7 6-6-2-2-6 7-6ZM68 82a5 5 0 0 1-7-7"
      />
      <path className="soft" d="M42 52h14M42 62h8M106 86h12M56 108l4-8M104 108l-4-8" />
    </Drawing>
  );
}
