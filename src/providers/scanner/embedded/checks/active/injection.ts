import type { HttpAnswer } from '#probes/http/answer.ts';
import { bodyText } from '#probes/http/answer.ts';
import type { Check, Scan } from '../../rule.ts';
import { defineRule } from '../../rule.ts';
import { findError } from '../leaks/errorPatterns.ts';
import type { Parameter } from './parameters.ts';
import { firstTries, parametersOf, withValue } from './parameters.ts';

const sql = defineRule({
  id: 'active.sql-injection',
  title: 'Text from an address reaches the database as a command (SQL injection)',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: 'CWE-89',
  pci: '6.2.4',
  pciAutoFail: true,
  explanation:
    'A single apostrophe in the address disturbs a command of the database. Attackers can put commands of their own in its place and read, change or delete all data of the website.',
  fix: "1. Use parameters in every query and never put text together.\nPHP: $db->prepare('SELECT * FROM lamps WHERE id = ?')->execute([$id]);\nNode.js: db.query('SELECT * FROM lamps WHERE id = $1', [id])\nJava: PreparedStatement; .NET: SqlParameter\n2. Give the website's database account only the rights it needs.\n3. Look through the logs for signs that someone has used it.",
  references: [
    'https://owasp.org/www-community/attacks/SQL_Injection',
    'https://cheatsheetseries.owasp.org/cheatsheets/Query_Parameterization_Cheat_Sheet.html',
  ],
});
const traversal = defineRule({
  id: 'active.path-traversal',
  title: 'Any file of the server can be read through an address',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  cwe: 'CWE-22',
  pci: '6.2.4',
  pciAutoFail: true,
  explanation:
    'A part of the address is used as the name of a file without a check. By going up through the folders, strangers read any file of the server, such as settings with passwords.',
  fix: '1. Choose files by a key from a list, not by a name in the address.\n2. If a name is needed, take its last part only and check that the full path lies in the intended folder:\nconst full = path.resolve(folder, path.basename(name));\n3. Change the passwords in files that could be read.',
  references: ['https://owasp.org/www-community/attacks/Path_Traversal'],
});
const template = defineRule({
  id: 'active.template-injection',
  title: 'Text from an address is carried out as a template (template injection)',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: 'CWE-94',
  pci: '6.2.4',
  pciAutoFail: true,
  explanation:
    'The server calculated a formula that stood in the address. Attackers can have it carry out other things in the same way, in most cases any command.',
  fix: '1. Hand text to the template as a value; never make it part of the template itself.\nFlask: render_template("page.html", name=name), not render_template_string("Hello " + name)\n2. Update the template engine and use its sandbox.',
  references: ['https://owasp.org/www-project-web-security-testing-guide/'],
});

const databaseError = (answer: HttpAnswer) => {
  const text = bodyText(answer).slice(0, 500_000);
  const found = findError(text, text, true);
  return found?.pattern.kind === 'database' ? found : null;
};

/** An error with an odd number of apostrophes and none with an even one: the text stands inside a string of a query. */
async function confirmSql(scan: Scan, parameter: Parameter): Promise<void> {
  const ask = (quotes: number) => scan.probe(withValue(parameter, `${parameter.value}${"'".repeat(quotes)}`), { maxBytes: 500_000 });
  const one = await ask(1);
  if (!one) return;
  const two = await ask(2);
  if (!two) return;
  const error = databaseError(one);
  if (error && !databaseError(two)) {
    scan.report(sql, {
      answer: one,
      parameter: parameter.name,
      placeKey: `${parameter.url.pathname} ${parameter.name}`,
      evidence: `One apostrophe brings an error of ${error.pattern.name} (${error.match.slice(0, 160)}), two do not.`,
      excerpt: error.match,
    });
    return;
  }
  // In a number's place every apostrophe is an error, and the plain value is none.
  const plain = await ask(0);
  if (!plain) return;
  // A refused conversion ("invalid input syntax for integer") also comes from queries that are made well.
  const words = error
    ? bodyText(one)
        .slice(bodyText(one).indexOf(error.match))
        .slice(0, error.match.length + 200)
    : '';
  const disturbed =
    error && /syntax|unterminated|unclosed|quotation mark|quoted string/i.test(words) && !/invalid input syntax/i.test(words);
  if (disturbed && !databaseError(plain) && /^-?\d+$/.test(parameter.value)) {
    const sum = await scan.probe(withValue(parameter, `${Number(parameter.value) + 1}-1`), { maxBytes: 500_000 });
    const calculated = sum && sum.status === plain.status && bodyText(sum) === bodyText(plain);
    scan.report(sql, {
      answer: one,
      parameter: parameter.name,
      placeKey: `${parameter.url.pathname} ${parameter.name}`,
      evidence: `An apostrophe brings an error of ${error.pattern.name}${calculated ? `, and ${Number(parameter.value) + 1}-1 gives the page of ${parameter.value}` : ''}.`,
      excerpt: error.match,
      confidence: calculated ? 'certain' : 'firm',
    });
    return;
  }
  if (one.status >= 500 && two.status < 400 && plain.status < 400) {
    const [three, four] = [await ask(3), await ask(4)];
    if (three && four && three.status >= 500 && four.status < 400)
      scan.report(sql, {
        answer: one,
        parameter: parameter.name,
        placeKey: `${parameter.url.pathname} ${parameter.name}`,
        evidence: 'One and three apostrophes bring a server error, none, two and four do not.',
        confidence: 'firm',
      });
  }
}

const fileNames =
  /^(file\w*|path|page|template|tpl|doc\w*|document|folder|dir|include|inc|view|img|image|download|load|read|lang|locale|style|theme|src|source|content|name|module|layout)$/i;
const passwd = /^root:[^:\n]*:0:0:[^:\n]*:\/[^:\n]*:/m;
const winIni = /^; for 16-bit app support\s*$/m;

async function tryFiles(scan: Scan, parameter: Parameter): Promise<void> {
  const up = '../'.repeat(9);
  const extension = /\.\w{1,5}$/.exec(parameter.value)?.[0];
  const values = [
    `${up}etc/passwd`,
    '/etc/passwd',
    `${'....//'.repeat(9)}etc/passwd`,
    `${'..\\'.repeat(9)}windows\\win.ini`,
    ...(extension ? [] : [`php://filter/resource=/etc/passwd`]),
  ];
  for (const value of values) {
    const answer = await scan.probe(withValue(parameter, value), { maxBytes: 200_000 });
    if (!answer) return;
    const found = passwd.exec(bodyText(answer)) ?? winIni.exec(bodyText(answer));
    if (!found) continue;
    scan.report(traversal, {
      answer,
      parameter: parameter.name,
      placeKey: `${parameter.url.pathname} ${parameter.name}`,
      evidence: `${parameter.name}=${value} shows a file of the operating system: ${found[0].slice(0, 60)}`,
      excerpt: found[0],
    });
    return;
  }
}

export const injection: Check = {
  name: 'Injection into queries, files and templates',
  rules: [sql, traversal, template],
  level: 'safe',
  weight: 3,
  activity: 'Trying whether text is carried out',
  run: async (scan) => {
    const first = await firstTries(scan);
    await Promise.all(
      first.map(async ({ parameter, answer }) => {
        // The first text held an apostrophe: only where it stirred something are the finer ones sent.
        if (answer.status >= 500 || databaseError(answer)) await confirmSql(scan, parameter);
        if (!bodyText(answer).includes(scan.mark)) return;
        const [a, b] = [7919, 6577];
        const second = await scan.probe(withValue(parameter, `${scan.mark}{{${a}*${b}}}\${${a}*${b}}<%= ${a}*${b} %>`), {
          maxBytes: 500_000,
        });
        if (second && bodyText(second).includes(`${scan.mark}${a * b}`))
          scan.report(template, {
            answer: second,
            parameter: parameter.name,
            evidence: `{{${a}*${b}}} came back as ${a * b}.`,
            excerpt: String(a * b),
          });
      }),
    );
    for (const parameter of parametersOf(scan))
      if (fileNames.test(parameter.name) || /^[\w\-/.]+\.(?:\w{2,4})$/.test(parameter.value)) await tryFiles(scan, parameter);
  },
};
