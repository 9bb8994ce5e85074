import { Drawing } from './Drawing.tsx';

/** Bars that grow towards a flag. */
export function DrawingSteps() {
  return (
    <Drawing>
      <path className="paper" d="M28 84h18v24H28zM54 70h18v38H54zM80 54h18v54H80z" />
      <path className="tint" d="M106 36h18v72h-18z" />
      <path d="M28 84h18v24H28zM54 70h18v38H54zM80 54h18v54H80z" />
      <path className="accent" d="M106 36h18v72h-18zM115 36V12l16 6-16 6" />
      <path className="soft" d="m30 68 24-15 24-16 20-11" />
    </Drawing>
  );
}
