const setting =
  /(?<![\w.-])["']?([\w.-]{0,60}(?:passw(?:or)?d|passwd|pwd|secret|private_?key|access_?key|secret_?key|auth_?token|api_?token))["']?[ \t]{0,20}(?:=>|[:=])[ \t]{0,20}(?:"([^"\n]{3,200})"|'([^'\n]{3,200})'|([^\s"',;{}[\]]{3,200}))/gi;

// Labels, addresses, rules and gaps to fill: the value of a setting that only is about passwords.
const noSecret =
  /^(?:null|none|true|false|yes|no|undefined|required|optional|string|\*+|x{3,}|<.*|\$\{?.*|\{\{.*|%.*|\/.*|https?:.*|changeme|change_me|your.*|placeholder|\d{1,2})$|passw|secret|^[A-Z][a-z]+ |[?:]$/i;

export function hasAccessData(text: string): boolean {
  for (const match of text.matchAll(setting)) {
    const value = (match[2] ?? match[3] ?? match[4] ?? '').trim();
    if (value !== '' && !/\s/.test(value) && !noSecret.test(value)) return true;
  }
  return false;
}
