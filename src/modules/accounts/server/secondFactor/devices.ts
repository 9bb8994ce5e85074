export type Device = { words: string; kind: 'computer' | 'phone' | 'tablet' | 'other' };

// in this order: browsers name those that they descend from
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//, 'Safari'],
];
const systems: [RegExp, string, Device['kind']][] = [
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\biPhone\b|\biPod\b/, 'iPhone', 'phone'],
  [/^.{0,400}?\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMac(?:intosh| OS X)\b/, 'Mac', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer'],
];

/** What a browser says of itself, in words that its owner knows; anything may be sent, so only known words come out. */
export function describeDevice(userAgent: string | null): Device {
  const text = userAgent ?? '';
  const browser = browsers.find(([shape]) => shape.test(text))?.[1];
  const system = systems.find(([shape]) => shape.test(text));
  if (!browser && !system) return { words: 'Unknown device', kind: 'other' };
  const on = system
    ? ` on ${system[1] === 'Mac' ? 'a Mac' : system[1] === 'iPhone' || system[1] === 'iPad' ? `an ${system[1]}` : system[1]}`
    : '';
  return { words: `${browser ?? 'A browser'}${on}`, kind: system?.[2] ?? 'other' };
}
