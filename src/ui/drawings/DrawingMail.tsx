import { Drawing } from './Drawing.tsx';

/** A letter on its way. */
export function DrawingMail() {
  return (
    <Drawing>
      <rect className="paper" x="36" y="36" width="88" height="60" rx="6" />
      <path className="tint" d="M38 38h84L80 72 38 38Z" />
      <path d="m38 40 36.500 29a9 9 0 0 0 11 0L122 40" />
      <path className="soft" d="m38 92 26-24M122 92 96 68M14 56h12M8 68h18M16 80h10" />
      <circle className="accentPaper" cx="124" cy="36" r="13" />
      <path className="accent" d="m118 36 5 5 8-9" />
    </Drawing>
  );
}
