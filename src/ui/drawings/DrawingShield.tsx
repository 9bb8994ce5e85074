import { Drawing } from './Drawing.tsx';

/** A shield with a tick. */
export function DrawingShield() {
  return (
    <Drawing>
      <path className="tint" d="M80 18 116 30v26c0 24-15 39-36 48Z" />
      <path className="paper" d="M80 18 44 30v26c0 24 15 39 36 48" />
      <path d="M80 18 44 30v26c0 24 15 39 36 48 21-9 36-24 36-48V30L80 18Z" />
      <path className="accent" d="m64 60 12 12 22-24" />
      <path className="soft" d="M28 46h6M22 60h10M128 46h6M130 60h10M27 74h8M126 74h8" />
    </Drawing>
  );
}
