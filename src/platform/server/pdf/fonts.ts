import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'fontkit';
import type { Font } from 'fontkit';

/** The faces every document embeds as it needs them. Files and licences are in `fonts/`. */
export const faces = ['regular', 'italic', 'medium', 'semibold', 'mono'] as const;
export type Face = (typeof faces)[number];

const files: Record<Face, string> = {
  regular: 'Inter-Regular.ttf',
  italic: 'Inter-Italic.ttf',
  medium: 'Inter-Medium.ttf',
  semibold: 'Inter-SemiBold.ttf',
  mono: 'JetBrainsMono-Regular.ttf',
};

const parsed = new Map<Face, Font>();

/** The parsed font of a face; read from disk once per process. */
export function fontOf(face: Face): Font {
  let font = parsed.get(face);
  if (!font) {
    const opened = create(readFileSync(join(import.meta.dirname, 'fonts', files[face])));
    if ('fonts' in opened) throw new Error(`${files[face]} is a collection, one font is expected`);
    font = spacedFigures(readable(opened));
    parsed.set(face, font);
  }
  return font;
}

/**
 * A glyph is kept with the characters that it was first asked for. The dot of a colon is asked for without any, as a part of it,
 * and would be a dot without meaning in every later document of this process, to whoever searches, copies or listens.
 */
function readable(font: Font): Font {
  const kept = font.getGlyph.bind(font);
  font.getGlyph = (id, characters = []) => {
    const glyph = kept(id, characters);
    const isSame =
      glyph.codePoints.length === characters.length &&
      characters.every((one, i) => one === glyph.codePoints[i]);
    return characters.length === 0 || isSame
      ? glyph
      : (Object.create(glyph, { codePoints: { value: characters } }) as typeof glyph);
  };
  return font;
}

/** Inter's kerning pulls the points of a version number into its figures: 3.7.1 would read 3.71. */
function spacedFigures(font: Font): Font {
  const layout: Font['layout'] = (text, features, ...rest) =>
    font.layout(text, features ?? (/\d[.,:]\d/u.test(text) ? { kern: false } : undefined), ...rest);
  return Object.create(font, { layout: { value: layout } }) as Font;
}

const coverage = new Map<Face, ReadonlySet<number>>();

/** Whether a face can draw this code point. */
export function covers(face: Face, codePoint: number): boolean {
  let set = coverage.get(face);
  if (!set) {
    set = new Set(fontOf(face).characterSet);
    coverage.set(face, set);
  }
  return set.has(codePoint);
}

/** Height of capitals as a share of the type size; used to centre text on its line. */
export function capHeight(face: Face): number {
  const font = fontOf(face);
  return font.capHeight / font.unitsPerEm;
}
