import { Drawing } from './Drawing.tsx';

/** Two people in conversation. */
export function DrawingTalk() {
  return (
    <Drawing>
      <path
        className="paper"
        d="M30 22h58a6 6 0 0 1 6 6v26a6 6 0 0 1-6 6H52L38 72V60h-8a6 6 0 0 1-6-6V28a6 6 0 0 1 6-6Z"
      />
      <path d="M30 22h58a6 6 0 0 1 6 6v26a6 6 0 0 1-6 6H52L38 72V60h-8a6 6 0 0 1-6-6V28a6 6 0 0 1 6-6Z" />
      <path className="soft" d="M38 34h40M38 46h26" />
      <path
        className="tint"
        d="M76 54h52a6 6 0 0 1 6 6v24a6 6 0 0 1-6 6h-6v12L108 90H76a6 6 0 0 1-6-6V60a6 6 0 0 1 6-6Z"
      />
      <path
        className="accent"
        d="M76 54h52a6 6 0 0 1 6 6v24a6 6 0 0 1-6 6h-6v12L108 90H76a6 6 0 0 1-6-6V60a6 6 0 0 1 6-6Z"
      />
      <path className="accent" d="m92 72 8 8 14-15" />
    </Drawing>
  );
}
