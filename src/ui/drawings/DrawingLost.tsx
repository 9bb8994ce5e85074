import { Drawing } from './Drawing.tsx';

/** A signpost with no way on it. */
export function DrawingLost() {
  return (
    <Drawing>
      <path d="M80 108V20" />
      <path className="tint" d="M50 30h58l12 11-12 11H50z" />
      <path d="M50 30h58l12 11-12 11H50z" />
      <path className="paper" d="M110 62H58L46 72l12 10h52z" />
      <path
        className="accent"
        d="M75.500 37.500a4.500 4.500 0 1 1 6.500 4c-1.500.8-2 1.500-2 3M80 47.500h.01"
      />
      <path className="soft" d="M66 72h30M64 108c2-6 6-8 16-8s14 2 16 8M24 92h12M18 100h10M128 96h10" />
    </Drawing>
  );
}
