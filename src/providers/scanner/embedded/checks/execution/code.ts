import { randomInt } from 'node:crypto';
import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import { cheatSheet, defineRule, type Check, type Scan, type Tried } from '../../rule.ts';
import { holdsBack } from './waiting.ts';
import { byDepth, isAlive, isCarried, isDisturbed, isRefused, likelyCode } from './likely.ts';
import { calculates, type Attempt, type Sum } from './sum.ts';

const injected = defineRule({
  id: 'active.code-injection',
  title: 'Text from a request is carried out as a program (code injection)',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: 'CWE-94',
  pciAutoFail: true,
  explanation:
    'The website treats text that visitors send as a part of its own program and carries it out. Attackers can read and change everything that the website can, and in most cases take over its server.',
  fix: '1. Remove the function that carries out text: eval, assert, create_function and preg_replace with /e in PHP; eval, new Function and vm in JavaScript; eval and exec in Python, Ruby and Perl; Execute in ASP.\n2. Read data with a reader for data: JSON.parse, json_decode, int(), ast.literal_eval.\n3. For formulas use a library that knows formulas only, and allow only digits and operators.\n4. For functions chosen by name keep a list: const actions = { list, show }; actions[name]?.()\n5. Look through the logs for signs that someone has used it.',
  references: ['https://owasp.org/www-community/attacks/Code_Injection', cheatSheet('Injection_Prevention')],
});
const objects = defineRule({
  id: 'active.unsafe-deserialization',
  title: 'Text from a request is read as a stored object (unsafe deserialization)',
  vector: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: 'CWE-502',
  confidence: 'firm',
  explanation:
    'The website rebuilds objects of its program from text that visitors send: the error it gave names the function that does so. With prepared objects attackers can often run programs on the server.',
  fix: '1. Exchange data as JSON and check its form: json_decode in PHP, json.loads in Python, a typed reader in Java and .NET.\n2. Where stored objects must travel, sign them with a key of the server and check the signature first.\n3. PHP: unserialize($text, ["allowed_classes" => false]). Java: set an ObjectInputFilter. .NET: do not use BinaryFormatter.',
  references: [cheatSheet('Deserialization')],
});

const objectErrors =
  /unserialize\(\)(?:<\/b>)?: Error at offset \d+|java\.io\.(?:StreamCorrupted|InvalidClass|OptionalData)Exception|invalid stream header: [0-9A-F]{8}|(?:_pickle|pickle)\.UnpicklingError|UnpicklingError: |invalid load key, |System\.Runtime\.Serialization\.SerializationException|incompatible marshal file format/;
// Of text that a program was made of: no data reader says so.
const programErrors =
  /eval\(\)(?:'|&#0?39;|&#x27;)d code|assert\(\)(?:<\/b>)?: (?:Assertion|Failure evaluating)|preg_replace\(\)(?:<\/b>)?: (?:Failed evaluating code|Unknown modifier)|runtime-created function|\(eval(?: at [^)\n]{1,200})?(?:\):|:)\d+|at eval \(eval at |evalmachine\.<anonymous>|File (?:"|&quot;|&#34;)&?l?t?;?<?string>?(?:&gt;)?(?:"|&quot;|&#34;), line \d+|at \(eval \d+\) line \d+/;

const provoked = (tried: Tried, pattern: RegExp): { answer: HttpAnswer; text: string } | null => {
  if (!tried.marked) return null;
  const found = pattern.exec(bodyText(tried.marked).slice(0, 500_000));
  return found && !pattern.test(bodyText(tried.plain)) && !pattern.test(bodyText(tried.again))
    ? { answer: tried.marked, text: found[0] }
    : null;
};

type Way = { language: string; make: (sum: Sum, value: string) => Attempt };

// What comes before the result must not end in a digit: a number would run into it.
const bare = (value: string): Attempt => ({ value, before: '' });
/** Closes a string in either quotes, calculates, and opens it again: in the other quotes it stays a text. */
const inQuotes = (value: string, tag: string, joint: string, formula: string): Attempt =>
  bare(`${value}${tag}${["'", '"'].map((quote) => `${quote}${joint}${formula}${joint}${quote}`).join('')}`);

const ways: readonly Way[] = [
  { language: 'PHP or Perl', make: ({ a, b }) => bare(`null;print(${a}*${b});//`) },
  // Written so that a database, which also adds and knows str(), does not understand it.
  { language: 'JavaScript', make: ({ a, b, tag }, value) => inQuotes(value, tag, '+', `[${a}*${b}]`) },
  { language: 'PHP or Perl', make: ({ a, b, tag }, value) => inQuotes(value, tag, '.', `print(${a}*${b})`) },
  { language: 'Python', make: ({ a, b, tag }, value) => inQuotes(value, tag, '+', `repr(${a}*${b})`) },
  { language: 'PHP', make: ({ a, b }, value) => bare(`${value}\${@print(${a}*${b})}`) },
  {
    language: 'JavaScript',
    make: ({ a, b, tag }) => ({ value: `1;(function(){return '${tag}'+${a}*${b}})()`, before: tag }),
  },
  {
    language: 'PHP',
    make: ({ a, b, tag }, value) => bare(`${value}${tag}";print(${a}*${b});//';print(${a}*${b});//`),
  },
  { language: 'Ruby', make: ({ a, b, tag }, value) => inQuotes(value, tag, '+', `(${a}*${b}).to_s`) },
  { language: 'PHP', make: ({ a, b }) => bare(`print(${a}*${b})`) },
  { language: 'ASP', make: ({ a, b }) => bare(`response.write(${a}*${b})`) },
  {
    language: 'PHP',
    make: ({ a, b, tag }, value) => bare(`${value}${tag}');print(${a}*${b});//");print(${a}*${b});//`),
  },
  { language: 'JavaScript', make: ({ a, b }, value) => bare(`${value}');(${a}*${b});('`) },
  { language: 'Python', make: ({ a, b, tag }) => ({ value: `'${tag}'+repr(${a}*${b})`, before: tag }) },
];

/** One text of the same letters in the way of each language: whoever only calculates with numbers does not know them. */
const spellings: readonly { language: string; write: (codes: readonly number[]) => string }[] = [
  { language: 'JavaScript', write: (codes) => `String.fromCharCode(${codes.join(',')})` },
  { language: 'Python', write: (codes) => codes.map((code) => `chr(${code})`).join('+') },
  { language: 'PHP or Perl', write: (codes) => codes.map((code) => `chr(${code})`).join('.') },
  { language: 'Ruby', write: (codes) => codes.map((code) => `${code}.chr`).join('+') },
  { language: 'Java', write: (codes) => codes.map((code) => `''+(char)${code}`).join('+') },
  {
    language: 'an expression language of Java',
    write: (codes) => `T(java.lang.String).valueOf(new char[]{${codes.join(',')}})`,
  },
  { language: 'ASP', write: (codes) => codes.map((code) => `Chr(${code})`).join('&') },
];

const random = 'bcdfghjkmnpqrstvwxz';

async function spells(
  tried: Tried,
): Promise<{ language: string; answer: HttpAnswer; payload: string; word: string } | null> {
  for (const { language, write } of spellings) {
    let last: { answer: HttpAnswer; payload: string; word: string } | null = null;
    for (let turn = 0; turn < 2; turn++) {
      const word = Array.from({ length: 9 }, () => random[randomInt(random.length)]!).join('');
      const payload = write([...word].map((letter) => letter.charCodeAt(0)));
      const answer = await tried.send(payload);
      last = answer && bodyText(answer).includes(word) ? { answer, payload, word } : null;
      if (!last) break;
    }
    if (last) return { language, ...last };
  }
  return null;
}

function reportProof(
  tried: Tried,
  answer: HttpAnswer,
  payload: string,
  language: string,
  result: string,
): void {
  tried.report(injected, {
    answer,
    payload,
    evidence: `A line of ${language} was carried out: its result ${result} stands in the answer, twice with other values.`,
    excerpt: result,
  });
}

function most(tried: Tried, scan: Scan, error: boolean): number {
  if (isCarried(tried)) return error ? ways.length : byDepth(scan, 0, 0, 2);
  if (error) return ways.length;
  if (!isAlive(tried)) return 0;
  if (isDisturbed(tried))
    return likelyCode(tried) ? byDepth(scan, 3, 8, ways.length) : byDepth(scan, 1, 4, ways.length);
  return likelyCode(tried) ? byDepth(scan, 2, 4, 8) : byDepth(scan, 0, 2, 5);
}

async function byOutput(tried: Tried, scan: Scan, error: boolean): Promise<void> {
  const number = most(tried, scan, error);
  if (number === 0) return;
  let refused = false;
  const sum = await calculates(
    tried,
    ({ a, b }) => bare(`${a}*${b}`),
    (answer) => {
      refused = isRefused(answer.status) && answer.status !== tried.plain.status;
    },
  );
  if (sum) {
    const word = await spells(tried);
    if (word) reportProof(tried, word.answer, word.payload, word.language, word.word);
    // A calculator, as far as can be told.
    return;
  }
  // Who takes nothing but a number takes no program either.
  if (refused && !error && scan.depth !== 'many') return;
  for (const way of ways.slice(0, number)) {
    const made = await calculates(tried, (fresh) => way.make(fresh, tried.point.value));
    if (!made) continue;
    reportProof(tried, made.answer, made.payload, way.language, made.sum.product);
    return;
  }
}

const waits: readonly { language: string; line: (value: string, pause: number) => string }[] = [
  { language: 'PHP, Perl or Ruby', line: (_value, pause) => `1;sleep(${pause});#` },
  { language: 'Python', line: (_value, pause) => `__import__('time').sleep(${pause})` },
  { language: 'PHP', line: (value, pause) => `${value}'.sleep(${pause}).'".sleep(${pause})."` },
  { language: 'Python', line: (value, pause) => `${value}'+repr(__import__('time').sleep(${pause}))+'` },
];

export const code: Check = {
  name: 'Code injection',
  rules: [injected, objects],
  level: 'safe',
  point: async (tried, scan) => {
    if (tried.point.kind === 'file' || tried.point.kind === 'xml') return;
    const object = provoked(tried, objectErrors);
    if (object)
      tried.report(objects, {
        answer: object.answer,
        payload: scan.mark,
        evidence: `Text that is no stored object brought the error: ${object.text}`,
        excerpt: object.text,
      });
    const error = provoked(tried, programErrors);
    await byOutput(tried, scan, error !== null);
    if (error && !tried.found.has(injected.id))
      tried.report(injected, {
        answer: error.answer,
        payload: scan.mark,
        evidence: `Quotation marks and brackets brought an error of a program made from text: ${error.text}`,
        excerpt: error.text,
        confidence: 'firm',
      });
  },
  timed: async (tried, scan) => {
    if (
      tried.point.kind === 'file' ||
      tried.point.kind === 'xml' ||
      tried.found.has(injected.id) ||
      isCarried(tried)
    )
      return;
    const number =
      likelyCode(tried) && isAlive(tried)
        ? byDepth(scan, 0, 2, 4)
        : isDisturbed(tried)
          ? byDepth(scan, 0, 1, 4)
          : 0;
    for (const { language, line } of waits.slice(0, number)) {
      const delay = await holdsBack(tried, (pause) => line(tried.point.value, pause));
      if (!delay) continue;
      tried.report(injected, {
        answer: delay.answer,
        payload: delay.payload,
        evidence: `A line of ${language} that waits held the answer back: ${delay.evidence}`,
      });
      return;
    }
  },
};
