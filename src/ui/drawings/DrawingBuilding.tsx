import { Drawing } from './Drawing.tsx';

/** An office building. */
export function DrawingBuilding() {
  return (
    <Drawing>
      <path className="tint" d="M88 56h36v52H88z" />
      <path className="paper" d="M40 24h48v84H40z" />
      <path d="M88 56h36v52M40 108V24h48v84" />
      <path d="M52 38h8M68 38h8M52 52h8M68 52h8M52 66h8M68 66h8M52 80h8M68 80h8M98 70h6M110 70h6M98 82h6M110 82h6" />
      <path className="accent" d="M58 108V94h12v14M64 24V12h14l-4 4 4 4H64" />
    </Drawing>
  );
}
