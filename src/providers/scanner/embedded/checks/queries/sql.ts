import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import { likeness, spellings } from '../../answers/likeness.ts';
import { cheatSheet, defineRule, type Check, type Scan, type Tried } from '../../rule.ts';
import { isAlive, isCarried, isRefused, signsIn } from '../execution/likely.ts';
import { holdsBack } from '../execution/waiting.ts';
import { findDatabaseError } from '../leaks/errorPatterns.ts';
import { provesPair } from './pairs.ts';
import { andForms, orForms, pauseForms } from './sqlForms.ts';

const sql = defineRule({
  id: 'active.sql-injection',
  title: 'Text from a visitor reaches the database as a command (SQL injection)',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: 'CWE-89',
  pciAutoFail: true,
  explanation:
    'A value that visitors send is put into a command for the database as it is. Attackers can put commands of their own in its place and read, change or delete all data of the website.',
  fix: "1. Use parameters in every query and never put text together.\nPHP: $db->prepare('SELECT * FROM lamps WHERE id = ?')->execute([$id]);\nNode.js: db.query('SELECT * FROM lamps WHERE id = $1', [id])\nJava: connection.prepareStatement(\"SELECT * FROM lamps WHERE id = ?\")\n.NET: command.Parameters.AddWithValue(\"@id\", id)\nPython: cursor.execute('SELECT * FROM lamps WHERE id = %s', (id,))\n2. Names of columns and directions of sorting cannot be parameters: choose them from a fixed list.\n3. Give the website's database account only the rights it needs.\n4. Look through the logs for signs that someone has used it.",
  references: ['https://owasp.org/www-community/attacks/SQL_Injection', cheatSheet('Query_Parameterization')],
});

function databaseError(
  answer: HttpAnswer,
  sentText = '',
): { name: string; match: string; around: string } | null {
  let text = bodyText(answer).slice(0, 500_000);
  for (const form of sentText === '' ? [] : spellings(sentText)) text = text.replaceAll(form, ' ');
  const found = findDatabaseError(text);
  if (!found) return null;
  const at = text.indexOf(found.match);
  return {
    name: found.pattern.name,
    match: found.match,
    around: text.slice(at, at + found.match.length + 200),
  };
}

const aboutSyntax =
  /syntax|unterminated|unclosed|unrecognized token|quotation mark|quoted string|not properly (ended|terminated)|near/i;
// A refused conversion also comes from queries that are made well.
const aboutConversion =
  /invalid input syntax|conversion failed|invalid (number|integer)|cannot cast|data ?type mismatch|incorrect integer value/i;

// Full-text searches have a language of their own: a query with parameters hands on what its parser refuses.
const aboutWords =
  /fts\d?:|tsquery|full-?text|FTSPROX|unexpected \$|malformed MATCH|(?<!quoted |in )unterminated string(?! literal)/i;

type DatabaseError = NonNullable<ReturnType<typeof databaseError>>;

type Quoted = {
  quote: string;
  one: HttpAnswer;
  two: HttpAnswer;
  error: DatabaseError | null;
  /** Whoever splits words wants quotation marks in pairs; a query cannot do with a word between two texts. */
  failsBetween: () => Promise<boolean>;
};
type Proof = { evidence: string; excerpt?: string; confidence?: 'firm' };

const isOfSyntax = (error: DatabaseError) =>
  aboutSyntax.test(error.around) && !aboutConversion.test(error.around);

async function bySilence(tried: Tried, { quote, one, two, failsBetween }: Quoted): Promise<Proof | null> {
  if (one.status < 500 || two.status >= 500 || tried.plain.status >= 500) return null;
  const ask = (tail: string) => tried.send(`${tried.point.value}${tail}`);
  const [three, four] = [await ask(quote.repeat(3)), await ask(quote.repeat(4))];
  if (!three || !four || three.status < 500 || four.status >= 500 || !(await failsBetween())) return null;
  return {
    evidence: `One and three ${quote} bring a server error, and two with a word between them; none, two and four do not.`,
    confidence: 'firm',
  };
}

/** An expression is worked out where it is a part of the query, and refused or cut short where it is a value. */
async function bySum(tried: Tried, quote: string, error: DatabaseError): Promise<Proof | null> {
  const { point, plain, again } = tried;
  if (!isOfSyntax(error) || !/^-?\d{1,12}$/.test(point.value)) return null;
  const written = `${Number(point.value) + 7}-7`;
  const sum = await tried.send(written);
  const noise = likeness(plain, again, [point.value]);
  const isFirm =
    sum !== null && !databaseError(sum) && likeness(plain, sum, [point.value], [written]) >= noise - 0.05;
  if (!isFirm) return null;
  return {
    evidence: `In place of the number, ${quote} caused a syntax error of ${error.name} (${error.match.slice(0, 160)}), and the database calculated ${written}.`,
    excerpt: error.match,
  };
}

/** Brackets or a name of a column: any odd sign breaks it, and the database says where. */
async function byPlace(tried: Tried, { quote, two }: Quoted, error: DatabaseError): Promise<Proof | null> {
  if (!databaseError(two) || !isOfSyntax(error)) return null;
  const calm = await tried.send(tried.point.value);
  if (!calm || databaseError(calm) || !error.around.includes(quote)) return null;
  return {
    evidence: `${quote} brings an error of syntax of ${error.name}: ${error.around.replace(/\s+/g, ' ').slice(0, 200)}`,
    excerpt: error.match,
    confidence: 'firm',
  };
}

async function proveError(tried: Tried, quoted: Quoted): Promise<Proof | null> {
  const { quote, two, error, failsBetween } = quoted;
  if (!error) return bySilence(tried, quoted);
  if (!databaseError(two) && !aboutConversion.test(error.around) && (await failsBetween()))
    return {
      evidence: `One ${quote} caused an error of ${error.name} (${error.match.slice(0, 160)}); two did not, and two with a word between them did.`,
      excerpt: error.match,
    };
  return (await bySum(tried, quote, error)) ?? byPlace(tried, quoted, error);
}

/** One quotation mark is an error and two are none; or, in a number's place, each is one of syntax. */
async function byError(tried: Tried): Promise<boolean> {
  const { plain, marked, point } = tried;
  if (!marked || databaseError(plain)) return false;
  const failsSilently = marked.status >= 500 && plain.status < 500;
  if (!databaseError(marked) && !failsSilently) return false;
  for (const quote of ["'", '"']) {
    const payload = `${point.value}${quote}`;
    const one = await tried.send(payload);
    const two = one && (await tried.send(payload + quote));
    if (!one || !two) return false;
    const error = databaseError(one, payload);
    if (error && aboutWords.test(error.around)) continue;
    const between = `${payload}zq${quote}`;
    const failsBetween = async () => {
      const answer = await tried.send(between);
      return answer !== null && (error ? databaseError(answer, between) !== null : answer.status >= 500);
    };
    const proof = await proveError(tried, { quote, one, two, error, failsBetween });
    if (!proof) continue;
    tried.report(sql, { answer: one, payload, ...proof });
    return true;
  }
  return false;
}

const readsOnly = /search|query|^q$|^s$|term|keyword|find|filter|user|login|email|name|pass/i;

function isHarmlessToOpen(tried: Tried): boolean {
  const { point } = tried;
  if (point.request.method === 'GET' || signsIn(tried)) return true;
  const names = point.request.body?.kind === 'form' ? point.request.body.fields.map(([name]) => name) : [];
  const hasPassword = names.some((name) => /pass|pwd/i.test(name)) && names.length <= 6;
  return (
    readsOnly.test(point.name) &&
    (hasPassword ||
      names.length <= 2 ||
      /search|find|filter|list|login|sign-?in|auth|session/i.test(point.request.url))
  );
}

async function byPairs(tried: Tried, scan: Scan): Promise<boolean> {
  const { point, marked } = tried;
  if (marked && isRefused(marked.status) && marked.status !== tried.plain.status && scan.depth === 'few')
    return false;
  const forms = [
    ...(isAlive(tried) ? andForms(tried, scan) : []),
    ...(isHarmlessToOpen(tried) && !isCarried(tried) ? orForms(tried, scan) : []),
  ];
  for (const form of forms) {
    const proof = await provesPair(tried, form);
    if (!proof) continue;
    tried.report(sql, {
      answer: proof.holds,
      payload: proof.payload,
      evidence: `The value stands as ${proof.where} in a query: ${point.name}=${proof.payload} holds and ${point.name}=${proof.counter} does not, and the answers differ by that alone, each time.`,
    });
    return true;
  }
  return false;
}

export const sqlInjection: Check = {
  name: 'SQL injection',
  rules: [sql],
  // The mark holds both quotation marks: a query that they break answers otherwise.
  judgesMark: true,
  level: 'safe',
  point: async (tried, scan) => {
    if (tried.point.kind === 'file') return;
    if (await byError(tried)) return;
    await byPairs(tried, scan);
  },
  timed: async (tried, scan) => {
    if (tried.found.has(sql.id) || tried.point.kind === 'file') return;
    // A site that answers slowly by itself proves nothing and is not to be held up further.
    if (tried.plain.ms > 2500 || tried.again.ms > 2500) return;
    if (
      scan.depth !== 'many' &&
      !isAlive(tried) &&
      (tried.point.request.method === 'GET' || isCarried(tried))
    )
      return;
    for (const { database, write } of pauseForms(tried, scan)) {
      const delay = await holdsBack(tried, write);
      if (!delay) continue;
      tried.report(sql, {
        answer: delay.answer,
        payload: delay.payload,
        evidence: `${database} waited as long as it was told to: ${delay.evidence}`,
      });
      return;
    }
  },
};
