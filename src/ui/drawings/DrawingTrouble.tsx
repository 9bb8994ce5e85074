import { Drawing } from './Drawing.tsx';

/** A plug pulled from its socket. */
export function DrawingTrouble() {
  return (
    <Drawing>
      <path className="paper" d="M30 46h18a16 16 0 0 1 16 16v0a16 16 0 0 1-16 16H30z" />
      <path className="tint" d="M130 44h-16a8 8 0 0 0-8 8v20a8 8 0 0 0 8 8h16z" />
      <path d="M130 44h-16a8 8 0 0 0-8 8v20a8 8 0 0 0 8 8h16zM118 54v5M118 65v5" />
      <path d="M64 55h10M64 69h10M30 46v32M30 62H22c-8 0-12 6-12 14s2 32-6 32M130 62h8c8 0 12 6 12 14s-2 32 6 32" />
      <path className="accent" d="M90 36v-12M80 40l-6-9M100 40l6-9M90 88v12M80 84l-6 9M100 84l6 9" />
      <path className="soft" d="M38 56h8M38 64h12" />
    </Drawing>
  );
}
