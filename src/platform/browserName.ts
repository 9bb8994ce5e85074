import { oneLine } from './text.ts';

/** Families of browsers, the most particular first: many name the others beside themselves. */
const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d{1,4})/],
  ['Opera', /\bOPR\/(\d{1,4})/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d{1,4})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d{1,4})/],
  ['Safari', /\bVersion\/(\d{1,4})[.\d]* (?:Mobile\/\w+ )?Safari\//],
];
const systems: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** What a browser calls itself, in a few words: `Chrome 142 on Windows`. Anybody may send anything here, so it is only ever shown. */
export function browserName(userAgent: string): string {
  const text = oneLine(userAgent.slice(0, 400));
  if (text === '') return 'Unknown browser';
  const system = systems.find(([, pattern]) => pattern.test(text))?.[0];
  for (const [name, pattern] of browsers) {
    const version = pattern.exec(text)?.[1];
    if (version) return system ? `${name} ${version} on ${system}` : `${name} ${version}`;
  }
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
