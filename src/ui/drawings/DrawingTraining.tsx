import { Drawing } from './Drawing.tsx';

/** A lesson on a screen. */
export function DrawingTraining() {
  return (
    <Drawing>
      <path
        className="paper"
        d="M36 20h88a6 6 0 0 1 6 6v54a6 6 0 0 1-6 6H36a6 6 0 0 1-6-6V26a6 6 0 0 1 6-6Z"
      />
      <path className="tint" d="M38 28h84v36H38z" />
      <path className="accentPaper" d="M73 36v20l16-10z" />
      <path className="accent" d="M42 75h32" />
      <path className="soft" d="M74 75h44" />
      <circle className="solid" cx="74" cy="75" r="3.5" />
      <path d="M80 86v12M60 108l4-10h32l4 10" />
    </Drawing>
  );
}
