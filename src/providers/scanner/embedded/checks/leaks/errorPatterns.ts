/** What error messages of platforms and databases look like, precise enough that prose about them does not match. */

import { blockMark } from '#probes/web/page.ts';

type ErrorKind = 'debug' | 'trace' | 'database';
type ErrorPattern = {
  kind: ErrorKind;
  name: string;
  pattern: RegExp;
  /** Raw markup only the platform writes: counts on any page. */
  anywhere?: boolean;
  /** Shows source code but no secrets. */
  mild?: boolean;
};

export const errorPatterns: readonly ErrorPattern[] = [
  // Pages for developers, with settings, source or a console.
  {
    kind: 'debug',
    name: 'Werkzeug debugger',
    pattern: /<title>[^<]* \/\/ Werkzeug Debugger<\/title>|CONSOLE_MODE = (?:true|false),\s*EVALEX/,
    anywhere: true,
  },
  {
    kind: 'debug',
    name: 'Django debug page',
    pattern:
      /You(?:'|’|&#x27;|&#39;|&rsquo;)re seeing this error because you have <code>DEBUG = True<\/code>/,
    anywhere: true,
  },
  {
    kind: 'debug',
    name: 'Laravel debug page',
    pattern:
      /window\.ignite\(|class="(?:exception-message|Whoops container)"|<title>[^<]*Whoops! There was an error|laravel-exceptions-renderer/i,
    anywhere: true,
  },
  {
    kind: 'debug',
    name: 'Symfony debug page',
    pattern:
      /id="sfwdt[0-9a-f]+"|<div class="exception-summary|<meta name="robots" content="noindex,nofollow"[^<>]{0,100}>[\s\S]{0,600}Symfony Exception/i,
    anywhere: true,
  },
  {
    kind: 'debug',
    name: 'Rails debug page',
    pattern:
      /<title>Action Controller: Exception caught<\/title>|<h2[^<>]*>Routes match in priority from top to bottom/,
    anywhere: true,
  },
  {
    kind: 'debug',
    name: 'ASP.NET Core developer page',
    pattern:
      /^[\s\S]{0,3000}?<title>Internal Server Error<\/title>[\s\S]{0,20000}?<a [^<>]{0,300}>Show raw exception details<\/a>|class="rawExceptionStackTrace/i,
    anywhere: true,
  },
  {
    kind: 'debug',
    name: 'Yii or CodeIgniter debug page',
    pattern:
      /<h1><span>Exception<\/span> &ndash;|id="yii-debug-toolbar"|<title>[^<]{0,200}CodeIgniter[^<]{0,200}Exception/i,
    anywhere: true,
  },

  {
    kind: 'debug',
    name: 'Development server of a build tool',
    pattern:
      /<script[^>]{1,60}\bsrc="[^"<>]{0,200}\/@vite\/client"|<script[^>]{0,60}\bsrc="[^"<>]{0,200}\/webpack-dev-server\.js|\/_next\/static\/development\/_(?:build|ssg)Manifest\.js/,
    anywhere: true,
    mild: true,
  },

  {
    kind: 'trace',
    name: 'Python traceback',
    pattern:
      /Traceback \(most recent call last\):[\s\S]{0,300}File (?:"|&quot;|&#34;)[^"&\n]{2,200}(?:"|&quot;|&#34;), line \d+/,
  },
  {
    kind: 'trace',
    name: 'Java stack trace',
    pattern:
      /(?:^|\n|<br ?\/?>|&#9;|\t)[ \t]{0,40}(?:&nbsp;){0,20}at [a-z_$](?:[\w$]{0,80}\.){2,12}[\w$<>&;]{1,200}\((?:[A-Z]\w{0,80}\.(?:java|kt|scala|groovy):\d+|Native Method|Unknown Source)\)[\s\S]{0,200}?at [a-z_$](?:[\w$]{0,80}\.){2,12}[\w$<>&;]{1,200}\(/,
  },
  {
    kind: 'trace',
    name: 'Node.js stack trace',
    pattern:
      /at (?:async )?(?:[\w.<>$&; ]{1,120} )?\((?:file:\/\/)?(?:\/|[A-Z]:\\|node:internal)[^()\n<]{1,200}:\d+:\d+\)[\s\S]{0,200}?at /,
  },
  {
    kind: 'trace',
    name: 'ASP.NET error',
    pattern:
      /^[\s\S]{0,3000}?<title>[^<]{0,500}<\/title>[\s\S]{0,5000}?<h1>\s{0,20}Server Error in (?:'|&#39;)[^<]{1,100}Application\.?[\s\S]{0,4000}?(?:Stack Trace:|Source Error:|\[\w+Exception)/i,
  },
  {
    kind: 'trace',
    name: '.NET stack trace',
    pattern:
      /\b(?:System|Microsoft)\.[\w.]{0,200}Exception\b[\s\S]{0,500}?\n?[ \t]{0,40}at (?:[A-Z][\w`]{0,80}\.){2,12}[\w.<>`]{1,200}\([^)\n]{0,200}\)(?: in [A-Z]:\\[^\n:]+:line \d+)?/,
  },
  {
    kind: 'trace',
    name: 'PHP error',
    pattern:
      /<b>(?:Fatal error|Parse error|Warning|Notice|Deprecated|Strict Standards)<\/b>:\s{1,4}[^\n]{3,600}? in <b>[^<\n]{2,300}<\/b> on line <b>\d+<\/b>/i,
    anywhere: true,
  },
  {
    kind: 'trace',
    name: 'PHP error',
    pattern:
      /(?:PHP )?(?:Fatal error|Parse error|Warning): {1,2}[^\n<]{3,400} in (?:\/|[A-Z]:\\)[^\n<]{2,200}\.(?:php|inc|phtml)(?: on line |:)\d+/,
  },
  {
    kind: 'trace',
    name: 'Ruby stack trace',
    pattern:
      /\b(?:app|lib|gems)\/[\w\-/.]{1,200}\.rb:\d{1,6}:in [`'‘][^'’\n]{1,200}['’][\s\S]{0,300}?\.rb:\d{1,6}:in /,
  },
  { kind: 'trace', name: 'Go panic', pattern: /goroutine \d+ \[running\]:\s[\s\S]{0,500}?\.go:\d+/ },
  {
    kind: 'trace',
    name: 'Go error',
    pattern:
      /(?:runtime error: (?:invalid memory address|index out of range|slice bounds)|http: panic serving )/,
  },
  {
    kind: 'trace',
    name: 'Perl error',
    pattern:
      /(?:Can't locate (?:object method|[\w:/.]{1,100} in @INC)|Software error:|Undefined subroutine|Can't call method|syntax error)[^\n]{0,300} at (?:\/|[A-Z]:\\)[^\s<]{2,200}\.(?:pl|pm|cgi) line \d+/,
  },
  {
    kind: 'trace',
    name: 'Classic ASP error',
    pattern:
      /(?:Microsoft (?:VBScript|JScript|OLE DB Provider for \w+)[^\n<]{0,60} (?:runtime|compilation)? ?error|ADODB\.\w+)[\s\S]{0,60}(?:error )?'?(?:&#39;)?800[0-9a-f]{5}/i,
  },
  {
    kind: 'trace',
    name: 'Lua error',
    pattern:
      /(?:runtime error: |lua entry thread aborted: )[^\n]{0,200}\.lua:\d+: [\s\S]{0,300}stack traceback:/,
  },
  {
    kind: 'trace',
    name: 'Elixir or Erlang error',
    pattern: /\*\* \((?:\w+\.)*\w+Error\)[\s\S]{0,400}\(\w+ \d+\.[\w.-]+\) [\w./-]{1,200}\.exs?:\d+:/,
  },
  {
    kind: 'trace',
    name: 'Java web framework error',
    pattern:
      /<h1>(?:Struts Problem Report|Whoops!?)<\/h1>|<h2>Struts Problem Report<\/h2>|There is no Action mapped for (?:namespace|action name)|org\.apache\.jasper\.JasperException: |<b>Root Cause<\/b>|javax\.servlet\.ServletException: /,
  },
  {
    kind: 'trace',
    name: 'Template error',
    pattern:
      /\bTwig[\\_]Error[\\_]\w+|jinja2\.exceptions\.\w+|freemarker\.(?:core|template)\.\w+Exception|org\.thymeleaf\.exceptions\.\w+|SmartyCompilerException|Smarty_Compiler|org\.apache\.velocity\.exception\.\w+|Liquid::(?:Syntax)?Error/,
  },
  {
    kind: 'trace',
    name: 'ColdFusion error',
    pattern: /The error occurred in [^\n<]{2,200}\.cf[mc]: line \d+/,
  },

  {
    kind: 'database',
    name: 'MySQL',
    pattern:
      /You have an error in your SQL syntax; check the manual that corresponds to your (?:MySQL|MariaDB)|Warning[^\n]{0,40}\bmysqli?_\w+\(\)|\bMySqlException \(0x|\bMySQL server has gone away\b|com\.mysql\.(?:cj\.)?jdbc/,
  },
  {
    kind: 'database',
    name: 'PostgreSQL',
    pattern:
      /PG::(?:SyntaxError|UndefinedColumn|\w+Error):|Warning[^\n]{0,40}\bpg_\w+\(\)|ERROR:\s+(?:syntax error at or near|unterminated quoted string at or near|invalid input syntax for (?:type )?\w+)|org\.postgresql\.util\.PSQLException|(?:syntax error|unterminated quoted string) at or near (?:"|&quot;|\\")/,
  },
  {
    kind: 'database',
    name: 'Microsoft SQL Server',
    pattern:
      /Unclosed quotation mark (?:after|before) the character string|\[(?:Microsoft|FreeTDS)\]\[?(?:ODBC )?[\w ]*(?:SQL Server|Driver)[^\n]{0,40}\]|System\.Data\.SqlClient\.SqlException|Incorrect syntax near (?:'|&#39;|the keyword)/,
  },
  {
    kind: 'database',
    name: 'Oracle',
    pattern: /\bORA-\d{5}: |quoted string not properly terminated|oracle\.jdbc\.\w+/,
  },
  {
    kind: 'database',
    name: 'SQLite',
    pattern:
      /SQLITE_ERROR|sqlite3\.(?:OperationalError|Warning|ProgrammingError)|SQLite3::SQLException|near (?:"|&quot;|&#34;|&#x27;)[^"&\n]{0,60}(?:"|&quot;|&#34;|&#x27;): syntax error|unrecognized token: (?:"|&quot;|&#34;)|System\.Data\.SQLite\.SQLiteException/,
  },
  {
    kind: 'database',
    name: 'SQL through PDO, JDBC or an ORM',
    pattern:
      /SQLSTATE\[\w{5}\](?:\s*\[\d+\])?:?\s|java\.sql\.SQL\w*Exception|SQLSyntaxErrorException|sqlalchemy\.exc\.\w+Error|Sequelize\w{0,60}Error|Illuminate\\Database\\QueryException|Doctrine\\DBAL\\|org\.hibernate\.\w+Exception/,
  },
  {
    kind: 'database',
    name: 'MongoDB',
    pattern: /\bMongo(?:Server)?Error: |E11000 duplicate key error collection|MongoDB\\Driver\\Exception/,
  },
  {
    kind: 'database',
    name: 'Another database',
    pattern:
      /org\.h2\.jdbc\.JdbcSQL\w+|org\.hsqldb\.|Unexpected end of command in statement \[|com\.informix\.jdbc|\[Informix\]|com\.sap\.db\.jdbc|\[SAP AG\]\[|com\.sybase\.jdbc|ERR-\d{5}: (?:Ingres|INGRES)|\bCLI Driver\]\[DB2|org\.apache\.derby\.|com\.clickhouse\.|DB::Exception: [^\n]{1,200}\(SYNTAX_ERROR\)|Neo\.ClientError\.Statement\.\w+|com\.datastax\.\w+|SyntaxException: line \d+:\d+ no viable alternative|\bunexpected token: [^\n]{1,80} required: |supplied argument is not a valid (?:MySQL|PostgreSQL|ODBC|MS SQL) result|LDAPException: |javax\.naming\.(?:NameNotFound|directory\.InvalidSearchFilter)Exception|XPathException: |Invalid XPath expression|xmlXPathEval: evaluation failed/,
  },
  {
    kind: 'database',
    name: 'DB2, Access or another',
    pattern:
      /DB2 SQL error: SQLCODE|\[Microsoft\]\[ODBC Microsoft Access Driver\]|Microsoft JET Database Engine error|Sybase message:|Dynamic SQL Error/,
  },
];

const talk =
  /\b(?:errors?|exceptions?|syntax|sql|quer(?:y|ies)|tracebacks?|stack traces?|databases?|debug\w*)\b/gi;
const mostTalk = { debug: 1, trace: 1, database: 3 } as const;

/**
 * Whether a message in the text of a page is the page's own: it opens its block or follows a label, and the rest does
 * not go on about errors, as articles and manuals that quote messages do.
 */
function isOwnMessage(prose: string, { pattern, kind }: Pick<ErrorPattern, 'pattern' | 'kind'>): boolean {
  const found = pattern.exec(prose);
  if (!found) return false;
  const start = prose.lastIndexOf(blockMark, found.index) + 1;
  const before = prose.slice(start, found.index).trim();
  if (before.length > 80 || !/(?:^|[:!.)\]>|=-])$/.test(before)) return false;
  const rest = prose.replaceAll(new RegExp(pattern.source, `g${pattern.flags.replace('g', '')}`), ' ');
  return (rest.match(talk)?.length ?? 0) <= mostTalk[kind];
}

/**
 * The first fitting pattern; `text` is the whole answer, `prose` what a person sees of it outside code samples. In an
 * answer that is an error or was provoked the whole text counts, elsewhere only messages that are the page's own.
 */
export function findError(
  text: string,
  prose: string,
  isError: boolean,
): { pattern: ErrorPattern; match: string } | null {
  for (const pattern of errorPatterns) {
    const whole = isError || pattern.anywhere;
    const match = pattern.pattern.exec(whole ? text : prose)?.[0];
    if (match !== undefined && (whole || isOwnMessage(prose, pattern))) return { pattern, match };
  }
  return null;
}

/** A message of a database in an answer that was provoked, also inside a message of the program that called it. */
export function findDatabaseError(text: string): { pattern: ErrorPattern; match: string } | null {
  for (const pattern of errorPatterns) {
    const match = pattern.kind === 'database' ? pattern.pattern.exec(text)?.[0] : undefined;
    if (match !== undefined) return { pattern, match };
  }
  return null;
}
