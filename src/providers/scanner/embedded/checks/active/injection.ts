import type { HttpAnswer } from '#probes/http/answer.ts';
import { bodyText } from '#probes/http/answer.ts';
import type { Check, Scan } from '../../rule.ts';
import { defineRule } from '../../rule.ts';
import { findError } from '../leaks/errorPatterns.ts';
import type { Parameter } from './parameters.ts';
import { firstTries, withValue } from './parameters.ts';

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

export const injection: Check = {
  name: 'Injection into queries',
  rules: [sql],
  level: 'safe',
  weight: 3,
  activity: 'Trying whether text is carried out',
  run: async (scan) => {
    const first = await firstTries(scan);
    await Promise.all(
      first.map(async ({ parameter, answer }) => {
        // The first text held an apostrophe: only where it stirred something are the finer ones sent.
        if (answer.status >= 500 || databaseError(answer)) await confirmSql(scan, parameter);
      }),
    );
  },
};
