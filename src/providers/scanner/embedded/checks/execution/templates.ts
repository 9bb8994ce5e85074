import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import { defineRule, type Check, type Scan, type Tried } from '../../rule.ts';
import { byDepth, isAlive, isCarried, isDisturbed, isRefused, leadsOn } from './likely.ts';
import { calculates, freshSum, holdsProduct, type Attempt, type Calculated, type Sum } from './sum.ts';

const rule = defineRule({
  id: 'active.template-injection',
  title: 'Text from a request is carried out as a template (template injection)',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: 'CWE-94',
  pciAutoFail: true,
  explanation:
    'The server calculated a formula that was sent as text. Attackers can have it carry out other things in the same way, in most cases any command.',
  fix: '1. Hand text to the template as a value; never make it part of the template itself.\nFlask: render_template("page.html", name=name), not render_template_string("Hello " + name)\nTwig: $twig->render("page.html", ["name" => $name])\nEJS: ejs.render(file, { name }), with the text of the template from a file\nFreeMarker, Velocity: put the text into the data model or context\n2. Where visitors may write templates, use an engine without logic and a sandbox.\n3. Update the template engine.',
  references: [
    'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/07-Input_Validation_Testing/18-Testing_for_Server-side_Template_Injection',
    'https://portswigger.net/research/server-side-template-injection',
  ],
});

type Syntax = { mark: string; write: (formula: string) => string };

// Each of these is plain text to the engines of the others in the same list.
const first: readonly Syntax[] = [
  { mark: 'a', write: (formula) => `{{${formula}}}` },
  { mark: 'b', write: (formula) => `\${${formula}}` },
  { mark: 'c', write: (formula) => `#{${formula}}` },
  { mark: 'd', write: (formula) => `%{${formula}}` },
];
const second: readonly Syntax[] = [
  { mark: 'e', write: (formula) => `<%=${formula}%>` },
  { mark: 'f', write: (formula) => `{${formula}}` },
  { mark: 'g', write: (formula) => `@(${formula})` },
  { mark: 'h', write: (formula) => `[[\${${formula}}]]` },
];

const together = (syntaxes: readonly Syntax[], { a, b, tag }: Sum): string =>
  `${syntaxes.map((syntax) => `${tag}${syntax.mark}${syntax.write(`${a}*${b}`)}`).join('')}${tag}z`;

const engineErrors =
  /\(erb\):\d+|\b(?:jinja2|TemplateSyntaxError|UndefinedError|Twig\\?[_\\]|Twig\\Error|Smarty(?:Compiler)?Exception|Smarty:|freemarker\.|ParseErrorException|org\.apache\.velocity|Handlebars|Parse error on line \d+|liquidjs|Liquid (?:syntax )?error|mako\.|nunjucks|Template render error|ejs:\d+|pug:\d+|thymeleaf|TemplateProcessingException|SpelParseException|ELException|OgnlException|template: [\w.]{0,80}:\d+|html\/template|RazorEngine|tornado\.template)/i;

/** What an answer tells about the braces that were sent: nothing, that something broke, or that an engine read them. */
type Signs = 'none' | 'broken' | 'read';

const plainBraces = (text: string) =>
  text
    .replace(/&#(?:123|x7b);|&lbrace;|%7b|\\u007b/gi, '{')
    .replace(/&#(?:125|x7d);|&rbrace;|%7d|\\u007d/gi, '}')
    .replace(/&#(?:42|x2a);|%2a/gi, '*')
    .replace(/%23/g, '#')
    .replace(/%24/g, '$')
    .replace(/%25/g, '%');

function signsOf(tried: Tried, answer: HttpAnswer, sum: Sum): Signs {
  if (isRefused(answer.status) && answer.status !== tried.plain.status) return 'none';
  const text = bodyText(answer);
  if (engineErrors.test(text) && !engineErrors.test(bodyText(tried.plain))) return 'read';
  const spoken = plainBraces(text);
  const cameBack = first.filter((syntax) =>
    spoken.includes(`${sum.tag}${syntax.mark}${syntax.write(`${sum.a}*${sum.b}`)}`),
  ).length;
  if (cameBack === first.length) return 'none';
  // Cut off or cleaned up is one thing; a formula missing between what stands around it another.
  if (spoken.includes(`${sum.tag}a`) && spoken.includes(`${sum.tag}z`)) return 'read';
  return (answer.status >= 500 && tried.plain.status < 500) || isDisturbed(tried) ? 'broken' : 'none';
}

type Special = { engine: string; make: (sum: Sum, value: string) => Attempt };

const alone =
  (write: (formula: string) => string): Special['make'] =>
  (sum) => ({
    value: `${sum.tag}${write(`${sum.a}*${sum.b}`)}`,
    before: sum.tag,
  });

/** For engines whose formulas look like nobody else's, or that fail at the sight of foreign ones. The likelier stand first. */
const specials: readonly Special[] = [
  // Results in the engine's own way of counting: the length of a text, and a number in base 16.
  {
    engine: 'Handlebars',
    make: ({ tag, product }) => ({
      value: `${tag}${[...product].map((digit) => (digit === '0' ? '0' : `{{lookup "${'x'.repeat(Number(digit))}" "length"}}`)).join('')}`,
      before: tag,
    }),
  },
  { engine: 'Velocity', make: ({ tag, a, b }) => ({ value: `#set($z=${a}*${b})${tag}\${z}`, before: tag }) },
  { engine: 'Liquid', make: ({ tag, a, b }) => ({ value: `${tag}{{${a}|times:${b}}}`, before: tag }) },
  { engine: 'Django', make: ({ tag, a, b }) => ({ value: `${tag}{%widthratio ${a} 1 ${b}%}`, before: tag }) },
  {
    engine: 'Go',
    make: ({ tag, product }) => ({
      value: `${tag}{{printf "%d" 0x${Number(product).toString(16)}}}`,
      before: tag,
    }),
  },
  { engine: 'Smarty', make: alone((formula) => `{${formula}}`) },
  { engine: '', make: alone((formula) => `{{${formula}}}`) },
  { engine: '', make: alone((formula) => `\${${formula}}`) },
  { engine: '', make: alone((formula) => `<%=${formula}%>`) },
  { engine: 'Pug', make: ({ a, b, tag }) => ({ value: `\n='${tag}'+${a}*${b}\n`, before: tag }) },
  { engine: 'doT', make: alone((formula) => `{{=${formula}}}`) },
  { engine: 'Thymeleaf', make: ({ a, b, tag }) => ({ value: `${tag}__\${${a}*${b}}__::.x`, before: tag }) },
  // The text stands inside an expression already.
  { engine: '', make: ({ a, b, tag }, value) => ({ value: `${value}}}${tag}{{${a}*${b}}}`, before: tag }) },
  { engine: '', make: ({ a, b, tag }, value) => ({ value: `${value}%>${tag}<%=${a}*${b}%>`, before: tag }) },
  { engine: '', make: ({ a, b, tag }, value) => ({ value: `${value}}${tag}\${${a}*${b}}`, before: tag }) },
  { engine: '', make: ({ a, b, tag }, value) => ({ value: `${value}%}${tag}{{${a}*${b}}}`, before: tag }) },
];

type Question = { text: string; answers: readonly (readonly [RegExp, string])[] };

// What tells engines with the same braces apart: how they multiply a text, and values that only one of them has.
const questions: Record<string, readonly Question[]> = {
  a: [
    {
      text: `{{7*'7'}}`,
      answers: [
        [/^7777777/, 'Jinja2 or another of Python'],
        [/^49/, 'Twig or Nunjucks'],
      ],
    },
    { text: `{{constant('PHP_VERSION')}}`, answers: [[/^\d+\.\d+\.\d+/, 'Twig']] },
  ],
  b: [
    {
      text: `\${7*'7'}`,
      answers: [
        [/^7777777/, 'Mako'],
        [/^49/, 'a template of JavaScript or an expression language of Java'],
      ],
    },
    { text: '${.version}', answers: [[/^\d+\.\d+/, 'FreeMarker']] },
  ],
  c: [
    {
      text: `#{'7'*7}`,
      answers: [
        [/^7777777/, 'Ruby'],
        [/^49/, 'Pug or an expression language of Java'],
      ],
    },
  ],
  d: [{ text: `%{'7'*7}`, answers: [[/^49/, 'OGNL']] }],
  e: [
    {
      text: `<%='7'*7%>`,
      answers: [
        [/^7777777/, 'ERB'],
        [/^49/, 'EJS or Underscore'],
      ],
    },
  ],
  f: [{ text: '{$smarty.version}', answers: [[/^\d+\.\d+/, 'Smarty']] }],
  g: [{ text: `@('7'+"7")`, answers: [[/^110/, 'Razor']] }],
};

async function nameEngine(tried: Tried, mark: string): Promise<string> {
  let name = '';
  for (const { text, answers } of questions[mark] ?? []) {
    const { tag } = freshSum();
    const answer = await tried.send(`${tag}${text}`);
    const body = answer ? bodyText(answer) : '';
    const at = body.indexOf(tag);
    const after = at < 0 ? '' : body.slice(at + tag.length, at + tag.length + 40);
    name = answers.find(([pattern]) => pattern.test(after))?.[1] ?? name;
  }
  return name;
}

function reportProof(tried: Tried, { answer, sum, payload }: Calculated, engine: string): void {
  tried.report(rule, {
    answer,
    payload,
    evidence: `A formula with ${sum.a} and ${sum.b} came back as its result ${sum.product}, twice with other numbers.${engine === '' ? '' : ` The engine behaves like ${engine}.`}`,
    excerpt: sum.product,
  });
}

/** Both lists of syntaxes; true when something was found, else what the answers told. */
async function tryLists(tried: Tried, scan: Scan): Promise<true | Signs> {
  let signs: Signs = 'none';
  for (const list of [first, second]) {
    const marks = list.map((syntax) => syntax.mark).join('');
    const made = await calculates(
      tried,
      (sum) => ({ value: together(list, sum), before: `${sum.tag}[${marks}]\\[{0,2}` }),
      (answer, sum) => {
        if (list === first) signs = signsOf(tried, answer, sum);
      },
    );
    if (made) {
      const hit = list.find((syntax) =>
        holdsProduct(made.answer, made.sum, `${made.sum.tag}${syntax.mark}\\[{0,2}`),
      );
      reportProof(tried, made, hit ? await nameEngine(tried, hit.mark) : '');
      return true;
    }
    if (signs === 'none' && !tried.reflected && scan.depth === 'few') break;
  }
  return signs;
}

const mostSpecials: Record<Signs, readonly [few: number, usual: number, many: number]> = {
  none: [0, 1, 4],
  broken: [1, 5, specials.length],
  read: [6, specials.length, specials.length],
};

export const templates: Check = {
  name: 'Template injection',
  rules: [rule],
  level: 'safe',
  point: async (tried, scan) => {
    if (!isAlive(tried) || tried.point.kind === 'file' || tried.point.kind === 'xml') return;
    if ((isCarried(tried) || (leadsOn(tried) && scan.depth === 'few')) && !tried.reflected) return;
    const signs = await tryLists(tried, scan);
    if (signs === true) return;
    for (const special of specials.slice(0, byDepth(scan, ...mostSpecials[signs]))) {
      const made = await calculates(tried, (sum) => special.make(sum, tried.point.value));
      if (!made) continue;
      reportProof(tried, made, special.engine);
      return;
    }
  },
};
