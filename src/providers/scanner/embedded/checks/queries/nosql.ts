import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import type { Json, Point } from '../../points/point.ts';
import { tryPoint } from '../../points/tried.ts';
import { defineRule, type Check, type Scan, type Tried } from '../../rule.ts';
import { byDepth, isAlive } from '../execution/likely.ts';
import { holdsBack } from '../execution/waiting.ts';
import { provesPair, type PairForm, type Sent } from './pairs.ts';
import { difference } from './sqlForms.ts';

const nosql = defineRule({
  id: 'active.nosql-injection',
  title: 'Text from a visitor becomes an operator of the database (NoSQL injection)',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:L/A:N',
  cwe: 'CWE-943',
  pciAutoFail: true,
  explanation:
    'The website hands what visitors send to its database as a query and not as a plain text. With an operator in place of a word, attackers get past a sign-in or read what is not theirs.',
  fix: "1. Check the kind of every value before it reaches the database.\nNode.js: if (typeof req.body.user !== 'string') return res.status(400).end();\nMongoose: set strictQuery and sanitizeFilter; MongoDB driver: { user: { $eq: String(user) } }\nPHP: (string) $_POST['user']\n2. Never use $where or other operators that carry out scripts with text of visitors.\n3. Have a schema for each interface (zod, Joi, ajv).",
  references: ['https://owasp.org/www-project-web-security-testing-guide/'],
});

const failure =
  /MongoError|MongoServerError|MongoDB\\|MongoCursorException|CastError: Cast to|BSONError|unknown operator: \$|\$(where|regex|gt|ne) (has|must|needs)|com\.mongodb\.|CouchDB|"error_type":"es_|SyntaxError: [^<]{0,80}\$where/;

const operator = (
  where: string,
  kind: PairForm['kind'],
  write: (truth: boolean, tail: string) => Sent,
): PairForm => ({
  where,
  kind,
  write: (truth, a) => write(truth, String(a)),
  // an operator that does not exist
  broken: (a) => {
    const sent = write(true, String(a));
    const rename = (text: string) => text.replace(/\$\w+/, '$zqnone');
    const json = sent.fill?.json;
    return {
      value: sent.value,
      fill: {
        ...sent.fill,
        ...(sent.fill?.name === undefined ? {} : { name: rename(sent.fill.name) }),
        ...(json === undefined ? {} : { json: JSON.parse(rename(JSON.stringify(json))) as Json }),
      },
    };
  },
});

/** Operators as members of JSON, or in the names of form fields and parameters. */
function operatorForms({ point }: Tried): PairForm[] {
  const plain = (text: string) => text.replace(/[^\w]/g, '.');
  const isNumber = /^-?\d+(\.\d+)?$/.test(point.value);
  // Less than every text, and more: one operator for both, so that a list of forbidden ones cannot tell them apart.
  const bound = (truth: boolean, tail: number) => `${truth ? '!' : '\uffff'}${tail}`;
  if (point.kind === 'json') {
    const put = (json: Json): Sent => ({ value: JSON.stringify(json), fill: { json } });
    return [
      operator('a pattern', 'and', (truth, tail) =>
        put({ $regex: truth ? `^${plain(point.value)}$` : `^zq${tail}$` }),
      ),
      // What finds nothing by itself: everything that is not that.
      {
        ...operator('an operator', 'or', (truth, tail) =>
          put(truth ? { $ne: `zq${tail}` } : { $eq: `zq${tail}` }),
        ),
        twin: (truth, a) => put({ $gt: isNumber ? (truth ? -a : a) * 1e9 : bound(truth, a) }),
      },
    ];
  }
  if (point.kind !== 'query' && point.kind !== 'form') return [];
  const named = (name: string, value: string): Sent => ({ value, fill: { name: `${point.name}[${name}]` } });
  return [
    operator('a pattern', 'and', (truth, tail) =>
      named('$regex', truth ? `^${plain(point.value)}$` : `^zq${tail}$`),
    ),
    {
      ...operator('an operator', 'or', (truth, tail) => named(truth ? '$ne' : '$eq', `zq${tail}`)),
      twin: (truth, a) => named('$gt', bound(truth, a)),
    },
  ];
}

function scriptForms({ point }: Tried): PairForm[] {
  const { value } = point;
  const script = (kind: PairForm['kind'], write: (condition: string) => string): PairForm => ({
    where: 'a text of a script',
    kind,
    write: (truth, a, b) => ({ value: write(`${difference(truth, a, b, '==')} && 'z'=='z`) }),
    broken: (a) => ({ value: write(`'${a}'=)('${a}`) }),
  });
  return [
    script('and', (condition) => `${value}' && ${condition}`),
    script('or', (condition) => `${value}' || ${condition}`),
  ];
}

/** An operator in place of a text is told back as an error of the database, and the text alone is not. */
async function byError(tried: Tried): Promise<{ answer: HttpAnswer; payload: string; match: string } | null> {
  const [form] = operatorForms(tried);
  if (!form) return null;
  const sent = form.broken(1000, 1001);
  const answer = await tried.send(sent.value, sent.fill);
  const match = answer ? failure.exec(bodyText(answer).slice(0, 200_000))?.[0] : undefined;
  return answer && match && !failure.test(bodyText(tried.plain)) && !/CastError/.test(match)
    ? { answer, payload: sent.fill?.name ?? sent.value, match }
    : null;
}

/** The password of a sign-in has to be right too: an operator in its place lets the other value decide. */
function withOpenPassword(point: Point): Point | null {
  const { body } = point.request;
  const isPassword = (name: string) => /pass|pwd/i.test(name) && name !== point.name;
  const other = 'zqnopassword';
  if (body?.kind === 'form' && body.fields.some(([name]) => isPassword(name)))
    return {
      ...point,
      request: {
        ...point.request,
        body: {
          ...body,
          fields: body.fields.map(
            ([name, value]) =>
              (isPassword(name) ? [`${name}[$ne]`, other] : [name, value]) as [string, string],
          ),
        },
      },
    };
  if (
    body?.kind !== 'json' ||
    body.value === null ||
    typeof body.value !== 'object' ||
    Array.isArray(body.value)
  )
    return null;
  const members = Object.entries(body.value);
  if (!members.some(([name]) => isPassword(name))) return null;
  const value = Object.fromEntries(
    members.map(([name, item]) => [name, isPassword(name) ? { $ne: other } : item]),
  );
  return { ...point, request: { ...point.request, body: { kind: 'json', value } } };
}

const opens = /user|login|name|mail|pass|pwd|search|query|^q$|id$|token|code/i;

export const nosqlInjection: Check = {
  name: 'NoSQL injection',
  rules: [nosql],
  level: 'safe',
  point: async (tried, scan: Scan) => {
    if (tried.found.has('active.sql-injection')) return;
    const { kind, request, name } = tried.point;
    if (kind !== 'json' && kind !== 'query' && kind !== 'form') return;
    const mayOpen = (request.method === 'GET' || opens.test(name)) && scan.depth !== 'few';
    if (!isAlive(tried) && !mayOpen) return;
    const error = await byError(tried);
    if (error) {
      tried.report(nosql, {
        answer: error.answer,
        payload: error.payload,
        evidence: `An operator in place of the text reached the database, which says: ${error.match}`,
        excerpt: error.match,
        confidence: 'firm',
      });
      return;
    }
    const forms = [
      ...operatorForms(tried),
      ...byDepth(scan, [], scriptForms(tried), scriptForms(tried)),
    ].filter((form) => form.kind === 'and' || mayOpen);
    const open = mayOpen ? withOpenPassword(tried.point) : null;
    const signIn = open && (await tryPoint(scan, open));
    const attempts = [
      ...forms.map((form) => [tried, form] as const),
      ...(signIn ? operatorForms(signIn).map((form) => [signIn, form] as const) : []),
    ];
    for (const [where, form] of attempts) {
      const proof = await provesPair(where, form);
      if (!proof) continue;
      tried.report(nosql, {
        answer: proof.holds,
        payload: proof.payload,
        evidence: `The value is read as ${proof.where}: ${proof.payload} holds and ${proof.counter} does not, and the answers differ by that alone, each time.`,
      });
      return;
    }
  },
  timed: async (tried, scan) => {
    if (
      tried.found.has(nosql.id) ||
      tried.found.has('active.sql-injection') ||
      scan.depth !== 'many' ||
      !isAlive(tried)
    )
      return;
    const delay = await holdsBack(
      tried,
      (seconds) => `${tried.point.value}';var z=Date.now();while(Date.now()-z<${seconds * 1000}){};'`,
    );
    if (delay)
      tried.report(nosql, {
        answer: delay.answer,
        payload: delay.payload,
        evidence: `A script of the database waited as long as it was told to: ${delay.evidence}`,
      });
  },
};
