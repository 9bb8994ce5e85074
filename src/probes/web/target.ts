export function absolute(value: string | undefined, base: string): string | null {
  if (value === undefined) return null;
  const trimmed = value.replace(/[\t\n\r]/g, '').trim();
  if (trimmed === '' || trimmed.startsWith('#') || trimmed.length > 4000) return null;
  try {
    const url = new URL(trimmed, base);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
    url.hash = '';
    return url.href;
  } catch {
    return null;
  }
}

/** Target of a refresh instruction (`5; url=/next`), absolute; null without one. */
export function refreshTarget(content: string, base: string): string | null {
  const found = /^\d*(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"'\s][^"']*)/i.exec(
    content.slice(0, 2000).trim(),
  );
  return found ? absolute(found[1], base) : null;
}
