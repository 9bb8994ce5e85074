import { Drawing } from './Drawing.tsx';

/** A signed paper. */
export function DrawingPolicy() {
  return (
    <Drawing>
      <path className="paper" d="M46 16h48l22 22v64a6 6 0 0 1-6 6H46a6 6 0 0 1-6-6V22a6 6 0 0 1 6-6Z" />
      <path className="tint" d="M94 16v16a6 6 0 0 0 6 6h16Z" />
      <path d="M94 16v16a6 6 0 0 0 6 6h16" />
      <path className="soft" d="M54 40h24M54 54h48M54 64h48M54 74h30" />
      <path className="accent" d="M54 94c6-10 10-10 10-3s6 5 10 0 6-2 8 1h20" />
    </Drawing>
  );
}
