import { expect, test, vi } from 'vitest';

async function freshFonts() {
  vi.resetModules();
  return import('./fonts.ts');
}

test('a sign that was first drawn as a part of another one keeps its meaning in later documents', async () => {
  const [known, { fontOf, faces }] = [await freshFonts(), await freshFonts()];
  for (const face of faces) {
    const font = fontOf(face);
    // what embedding a colon or a quotation mark does with its parts
    for (const character of ['.', "'", '-'])
      font.getGlyph(known.fontOf(face).glyphForCodePoint(character.codePointAt(0)!).id);
    const { glyphs } = font.layout("it's. a-b");
    expect(String.fromCodePoint(...glyphs.flatMap(({ codePoints }) => codePoints))).toBe("it's. a-b");
  }
});
