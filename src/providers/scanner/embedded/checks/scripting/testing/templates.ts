import { escaped } from './trial.ts';

/** A small framework of our own that computes what stands in double braces, as large ones do; `sandbox` refuses constructors. */
const framework = (sandbox: boolean) => `<script>addEventListener('DOMContentLoaded', () => {
  const scope = { $emit() {}, shop: 'Lamps' };
  const compute = (text) => text.replace(/\\{\\{(.+?)\\}\\}/g, (all, code) => {
    if (${sandbox} && code.includes('constructor')) throw new Error('not allowed');
    try { return String(new Function('scope', 'with (scope) { return ' + code + '; }')(scope)); } catch { return all; }
  });
  const walk = (node) => {
    if (node.nodeType === 3) { if (node.data.includes('{{')) node.data = compute(node.data); return; }
    if (node.nodeType !== 1 || node.tagName === 'SCRIPT' || node.hasAttribute('ng-non-bindable')) return;
    for (const one of node.attributes) if (one.value.includes('{{')) one.value = compute(one.value);
    node.childNodes.forEach(walk);
  };
  document.querySelectorAll('[ng-app]').forEach(walk);
});</script>`;

const page = (body: string, sandbox = false, head = framework(sandbox)) =>
  `<!doctype html><html><head><title>Lamps</title>${head}</head><body>${body}</body></html>`;

export const pages: Record<string, (text: string) => string> = {
  text: (t) => page(`<div ng-app><h1>{{shop}}</h1><p>Results for ${escaped(t)}</p></div>`),
  attribute: (t) => page(`<div ng-app><input value="${escaped(t)}"></div>`),
  sandbox: (t) => page(`<div ng-app><p>${escaped(t)}</p></div>`, true),
  left: (t) => page(`<div ng-app><p ng-non-bindable>${escaped(t)}</p></div>`),
  outside: (t) => page(`<p>${escaped(t)}</p><div ng-app><h1>{{shop}}</h1></div>`),
  braces: (t) => page(`<div ng-app><p>${escaped(t).replaceAll('{', '&#8203;{&#8203;')}</p></div>`),
  server: (t) =>
    page(
      `<div ng-app><p>${escaped(t).replace(/\{\{(\d+)\*(\d+)\}\}/g, (_all, a, b) => String(Number(a) * Number(b)))}</p></div>`,
    ),
  quotes: (t) => page(`<p>Write {{shop}} for the name. You wrote ${escaped(t)}</p>`, false, ''),
};
