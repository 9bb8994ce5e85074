import { Drawing } from './Drawing.tsx';

/** Three plans side by side. */
export function DrawingPlan() {
  return (
    <Drawing>
      <rect className="paper" x="20" y="48" width="36" height="60" rx="5" />
      <rect className="paper" x="104" y="48" width="36" height="60" rx="5" />
      <path className="soft" d="M28 62h20M28 76h14M28 86h18M112 62h20M112 76h14M112 86h18" />
      <rect className="accentPaper" x="58" y="28" width="44" height="80" rx="6" />
      <path className="tint" d="M60 30h40v20H60z" />
      <path className="accent" d="M70 40h20M68 64l3 3 5-6M68 78l3 3 5-6M68 92l3 3 5-6" />
      <path d="M82 64h10M82 78h10M82 92h10" />
    </Drawing>
  );
}
