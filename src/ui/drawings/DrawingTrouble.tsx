import { Drawing } from "./Drawing.tsx";

/** A broken connection. */
export function DrawingTrouble() {
  return (
    <Drawing>
      <path className="paper" d="M24 48h34v36H24z" />
      <path className="paper" d="M102 48h34v36h-34z" />
      <path d="M24 58h34M102 58h34M30 53h.01M36 53h.01M108 53h.01M114 53h.01M32 108l3-24M50 108l-3-24M110 108l3-24M128 108l-3-24" />
      <path className="tint" d="M31 66h20v10H31zM109 66h20v10h-20z" />
      <path className="accent" d="M62 66h8M98 66h-8M74 56l4 8M86 76l-4-8M84 52l-2 8M76 80l2-8" />
      <path className="soft" d="M58 30h44M68 20h24" />
    </Drawing>
  );
}
