import { Drawing } from './Drawing.tsx';

/** An empty tray. */
export function DrawingInbox() {
  return (
    <Drawing>
      <path className="tint" d="M34 76h28a18 18 0 0 0 36 0h28v26a6 6 0 0 1-6 6H40a6 6 0 0 1-6-6V76Z" />
      <path className="paper" d="M48 44h64l14 32H98a18 18 0 0 1-36 0H34l14-32Z" />
      <path d="M34 76v26a6 6 0 0 0 6 6h80a6 6 0 0 0 6-6V76" />
      <path className="soft" d="M62 56h36M58 66h10M92 66h10" />
      <path className="accent" d="M80 14v16M62 20l7 11M98 20l-7 11" />
    </Drawing>
  );
}
