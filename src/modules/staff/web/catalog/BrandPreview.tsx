import { paletteOf, type Scheme } from '#ui/theme/palette.ts';
import classes from './Catalog.module.css';

export type PreviewLogo = { address: string; width: number; height: number };

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

function Sample({
  scheme,
  accent,
  radius,
  logo,
  name,
}: {
  scheme: Scheme;
  accent: string;
  radius: string;
  logo: PreviewLogo | null;
  name: string;
}) {
  const { surface, accent: tones } = paletteOf({ accent }, scheme);
  const corner = radius === 'square' ? 2 : 8;
  const height = 28;
  return (
    <figure>
      <div
        className="border overflow-hidden"
        style={{
          background: surface.canvas,
          color: surface.text,
          borderRadius: radius === 'square' ? 2 : 12,
        }}
      >
        <div
          className={`${classes.sampleBar} row`}
          style={{ background: surface.card, borderColor: surface.border }}
        >
          {logo ? (
            <img
              src={logo.address}
              alt=""
              height={height}
              width={Math.round((logo.width / logo.height) * height) || undefined}
            />
          ) : (
            <strong>{name}</strong>
          )}
        </div>
        <div className="row flex-wrap gap-3 gap-x-4 p-4">
          <span
            className={`${classes.samplePill} font-medium`}
            style={{ background: tones.tint, color: tones.text, borderRadius: corner }}
          >
            Dashboard
          </span>
          <span style={{ color: surface.dimmed }}>Website scans</span>
          <span
            className={`${classes.sampleButton} font-medium`}
            style={{ background: tones.filled, color: tones.onFilled, borderRadius: corner }}
          >
            Start a scan
          </span>
          <span className={`underline font-medium`} style={{ color: tones.text }}>
            See all issues
          </span>
        </div>
      </div>
      <figcaption className={`${classes.caption} text-small text-dimmed`}>
        {scheme === 'light' ? 'Light' : 'Dark'}
      </figcaption>
    </figure>
  );
}

/** How a header and a button would look; colours are derived so that text stays legible whatever the accent. */
export function BrandPreview({
  accent,
  radius,
  name,
  light,
  dark,
}: {
  accent: string;
  radius: string;
  name: string;
  light: PreviewLogo | null;
  dark: PreviewLogo | null;
}) {
  if (!isColour(accent))
    return <p className="text-dimmed">Give the accent color as #rrggbb to see it here.</p>;
  const common = { accent, radius, name };
  return (
    <div className="grid gap-4" data-testid="brand-preview">
      <Sample {...common} scheme="light" logo={light} />
      <Sample {...common} scheme="dark" logo={dark ?? light} />
    </div>
  );
}
