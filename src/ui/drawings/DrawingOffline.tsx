import { Drawing } from './Drawing.tsx';

/** A cloud without a line. */
export function DrawingOffline() {
  return (
    <Drawing>
      <path className="tint" d="M50 84a22 22 0 0 1-2-44 30 30 0 0 1 57-2 23 23 0 0 1 7 46Z" />
      <path d="M50 84a22 22 0 0 1-2-44 30 30 0 0 1 57-2 23 23 0 0 1 7 46" />
      <path d="M80 108V92M68 108h24" />
      <path className="accent" d="m70 62 20 22M90 62 70 84" />
      <path className="soft" d="M24 98h18M118 98h18" />
    </Drawing>
  );
}
