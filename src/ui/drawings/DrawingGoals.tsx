import { Drawing } from './Drawing.tsx';

/** A flag on a hill. */
export function DrawingGoals() {
  return (
    <Drawing>
      <path className="tint" d="M22 108 62 62l20 20 18-18 38 44Z" />
      <path d="m22 108 40-46 20 20 18-18 38 44" />
      <path className="accentPaper" d="M62 20h32l-7 9 7 9H62" />
      <path className="accent" d="M62 62V16" />
      <path className="soft" d="M38 108c6-8 16-6 20-14s-4-10 2-18M110 36h14M116 46h14" />
    </Drawing>
  );
}
