import { Drawing } from './Drawing.tsx';

/** A website under a magnifier. */
export function DrawingWebsiteScan() {
  return (
    <Drawing>
      <path className="paper" d="M36 24h88a6 6 0 0 1 6 6v72a6 6 0 0 1-6 6H36a6 6 0 0 1-6-6V40" />
      <path className="tint" d="M36 24h88a6 6 0 0 1 6 6v10H30V30a6 6 0 0 1 6-6Z" />
      <path d="M30 40h100M30 40V30a6 6 0 0 1 6-6" />
      <path d="M39 32h.01M46 32h.01M53 32h.01M64 32h52" />
      <path className="soft" d="M42 54h30M42 64h22M42 74h26M42 90h76" />
      <circle className="accentPaper" cx="98" cy="68" r="19" />
      <path className="accent" d="m112 82 14 14M90 68l6 6 11-12" />
    </Drawing>
  );
}
