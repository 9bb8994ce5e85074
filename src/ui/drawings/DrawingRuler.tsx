import { Drawing } from './Drawing.tsx';

/** A rating on its ruler. */
export function DrawingRuler() {
  return (
    <Drawing>
      <path className="tint" d="M24 64h112v18H24z" />
      <path className="paper" d="M24 64h112v18H24z" />
      <path d="M24 64h112v18H24zM61 64v18M98 64v18" />
      <path className="soft" d="M24 92v5M42 92v3M61 92v5M79 92v3M98 92v5M117 92v3M136 92v5" />
      <path
        className="accentPaper"
        d="M108 22a14 14 0 0 1 14 14c0 10-14 24-14 24S94 46 94 36a14 14 0 0 1 14-14Z"
      />
      <path className="accent" d="m102 36 4 4 8-8" />
      <path className="soft" d="M58 50v8M54 50h8" />
    </Drawing>
  );
}
