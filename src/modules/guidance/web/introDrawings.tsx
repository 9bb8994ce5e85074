import { Drawing } from '#ui/drawings/Drawing.tsx';

/** A list in order of weight, the first line marked. */
export function DrawingOrder() {
  return (
    <Drawing>
      <rect className="accentPaper" x="28" y="20" width="104" height="24" rx="6" />
      <rect className="tint" x="29" y="21" width="28" height="22" rx="5" />
      <path className="accent" d="M43 27v6M43 37.5h.01M66 32h46" />
      <rect className="paper" x="28" y="52" width="104" height="22" rx="6" />
      <path d="M28 58a6 6 0 0 1 6-6h92a6 6 0 0 1 6 6v10a6 6 0 0 1-6 6H34a6 6 0 0 1-6-6V58ZM39 63h8M66 63h34" />
      <rect className="paper" x="28" y="82" width="104" height="22" rx="6" />
      <path
        className="soft"
        d="M28 88a6 6 0 0 1 6-6h92a6 6 0 0 1 6 6v10a6 6 0 0 1-6 6H34a6 6 0 0 1-6-6V88ZM39 93h8M66 93h24"
      />
      <path className="soft" d="M14 28v68M8 36l6-8 6 8" />
    </Drawing>
  );
}

/** A calendar that comes round again. */
export function DrawingCalendar() {
  return (
    <Drawing>
      <path
        className="paper"
        d="M34 28h76a6 6 0 0 1 6 6v68a6 6 0 0 1-6 6H34a6 6 0 0 1-6-6V34a6 6 0 0 1 6-6Z"
      />
      <path className="tint" d="M34 28h76a6 6 0 0 1 6 6v12H28V34a6 6 0 0 1 6-6Z" />
      <path d="M28 46h88M46 20v14M98 20v14M34 28h76a6 6 0 0 1 6 6v30M34 28a6 6 0 0 0-6 6v68a6 6 0 0 0 6 6" />
      <path className="soft" d="M42 62h6M62 62h6M82 62h6M42 78h6M62 78h6M42 94h6M62 94h6" />
      <circle className="accentPaper" cx="110" cy="84" r="22" />
      <path className="accent" d="M101 81a10 10 0 0 1 18-3M119 87a10 10 0 0 1-18 3M120 72v7h-7M100 96v-7h7" />
    </Drawing>
  );
}

/** A report with a mark of approval. */
export function DrawingReport() {
  return (
    <Drawing>
      <path className="paper" d="M40 14h56l20 20v68a6 6 0 0 1-6 6H46a6 6 0 0 1-6-6V14Z" />
      <path className="tint" d="M96 14v14a6 6 0 0 0 6 6h14Z" />
      <path d="M96 14v14a6 6 0 0 0 6 6h14M40 102V14" />
      <path className="soft" d="M54 32h28M54 44h44" />
      <path d="M56 78V66M68 78V58M80 78V70M92 78V62" />
      <path className="soft" d="M54 90h22" />
      <circle className="accentPaper" cx="108" cy="86" r="17" />
      <path className="accent" d="m100 86 6 6 10-12" />
    </Drawing>
  );
}
