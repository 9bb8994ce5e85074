export function sourceKind(text: string): string | null {
  if (/<\?php\b|<\?=/.test(text)) return 'PHP';
  if (/<%@\s*(?:page|language|control|taglib|import)|<%\s*(?:dim|set|response|string|int)\b/i.test(text))
    return 'ASP or JSP';
  if (/^#!\/.*\b(?:perl|python|ruby|sh|bash)\b/.test(text)) return 'script';
  if (/^[ \t]*(?:using System|namespace \w+|package [\w.]+;|import java)/m.test(text)) return 'program';
  if (/<cfset\b|<cfquery\b|<cfcomponent\b/i.test(text)) return 'ColdFusion';
  return null;
}

export function archiveKind(bytes: Buffer): string | null {
  const hex = bytes.subarray(0, 8).toString('hex');
  if (hex.startsWith('504b0304')) return 'ZIP';
  if (hex.startsWith('1f8b08')) return 'gzip';
  if (hex.startsWith('425a68')) return 'bzip2';
  if (hex.startsWith('377abcaf271c')) return '7-Zip';
  if (hex.startsWith('526172211a07')) return 'RAR';
  if (hex.startsWith('fd377a585a00')) return 'xz';
  return bytes.subarray(257, 262).toString('latin1') === 'ustar' ? 'tar' : null;
}
