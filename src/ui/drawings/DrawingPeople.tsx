import { Drawing } from './Drawing.tsx';

/** A team of three. */
export function DrawingPeople() {
  return (
    <Drawing>
      <circle className="paper" cx="46" cy="56" r="12" />
      <circle className="paper" cx="114" cy="56" r="12" />
      <path d="M24 108V96a20 20 0 0 1 22-20c6 0 10 2 13 5M136 108V96a20 20 0 0 0-22-20c-6 0-10 2-13 5" />
      <path className="tint" d="M52 108V98a28 28 0 0 1 56 0v10Z" />
      <circle className="accentPaper" cx="80" cy="46" r="16" />
      <path className="accent" d="M52 108V98a28 28 0 0 1 56 0v10" />
      <path className="soft" d="M80 10v8M58 16l5 7M102 16l-5 7" />
    </Drawing>
  );
}
