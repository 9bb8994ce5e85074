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

const patternsOf = (
  kind: ErrorKind,
  named: Readonly<Record<string, RegExp>>,
  more: Pick<ErrorPattern, 'anywhere' | 'mild'> = {},
): ErrorPattern[] => Object.entries(named).map(([name, pattern]) => ({ kind, name, pattern, ...more }));

export const errorPatterns: readonly ErrorPattern[] = [
  // Pages for developers, with settings, source or a console.
  ...patternsOf(
    'debug',
    {
      'Werkzeug debugger':
        /<title>[^<]* \/\/ Werkzeug Debugger<\/title>|CONSOLE_MODE = (?:true|false),\s*EVALEX/,
      'Django debug page':
        /You(?:'|’|&#x27;|&#39;|&rsquo;)re seeing this error because you have <code>DEBUG = True<\/code>/,
      'Laravel debug page':
        /window\.ignite\(|class="(?:exception-message|Whoops container)"|<title>[^<]*Whoops! There was an error|laravel-exceptions-renderer/i,
      'Symfony debug page':
        /id="sfwdt[0-9a-f]+"|<div class="exception-summary|<meta name="robots" content="noindex,nofollow"[^<>]{0,100}>[\s\S]{0,600}Symfony Exception/i,
      'Rails debug page':
        /<title>Action Controller: Exception caught<\/title>|<h2[^<>]*>Routes match in priority from top to bottom/,
      'ASP.NET Core developer page':
        /^[\s\S]{0,3000}?<title>Internal Server Error<\/title>[\s\S]{0,20000}?<a [^<>]{0,300}>Show raw exception details<\/a>|class="rawExceptionStackTrace/i,
      'Yii or CodeIgniter debug page':
        /<h1><span>Exception<\/span> &ndash;|id="yii-debug-toolbar"|<title>[^<]{0,200}CodeIgniter[^<]{0,200}Exception/i,
    },
    { anywhere: true },
  ),
  ...patternsOf(
    'debug',
    {
      'Development server of a build tool':
        /<script[^>]{1,60}\bsrc="[^"<>]{0,200}\/@vite\/client"|<script[^>]{0,60}\bsrc="[^"<>]{0,200}\/webpack-dev-server\.js|\/_next\/static\/development\/_(?:build|ssg)Manifest\.js/,
    },
    { anywhere: true, mild: true },
  ),
  ...patternsOf('trace', {
    'Python traceback':
      /Traceback \(most recent call last\):[\s\S]{0,300}File (?:"|&quot;|&#34;)[^"&\n]{2,200}(?:"|&quot;|&#34;), line \d+/,
    'Java stack trace':
      /(?:^|\n|<br ?\/?>|&#9;|\t)[ \t]{0,40}(?:&nbsp;){0,20}at [a-z_$](?:[\w$]{0,80}\.){2,12}[\w$<>&;]{1,200}\((?:[A-Z]\w{0,80}\.(?:java|kt|scala|groovy):\d+|Native Method|Unknown Source)\)[\s\S]{0,200}?at [a-z_$](?:[\w$]{0,80}\.){2,12}[\w$<>&;]{1,200}\(/,
    'Node.js stack trace':
      /at (?:async )?(?:[\w.<>$&; ]{1,120} )?\((?:file:\/\/)?(?:\/|[A-Z]:\\|node:internal)[^()\n<]{1,200}:\d+:\d+\)[\s\S]{0,200}?at /,
    'ASP.NET error':
      /^[\s\S]{0,3000}?<title>[^<]{0,500}<\/title>[\s\S]{0,5000}?<h1>\s{0,20}Server Error in (?:'|&#39;)[^<]{1,100}Application\.?[\s\S]{0,4000}?(?:Stack Trace:|Source Error:|\[\w+Exception)/i,
    '.NET stack trace':
      /\b(?:System|Microsoft)\.[\w.]{0,200}Exception\b[\s\S]{0,500}?\n?[ \t]{0,40}at (?:[A-Z][\w`]{0,80}\.){2,12}[\w.<>`]{1,200}\([^)\n]{0,200}\)(?: in [A-Z]:\\[^\n:]+:line \d+)?/,
  }),
  ...patternsOf(
    'trace',
    {
      'PHP error':
        /<b>(?:Fatal error|Parse error|Warning|Notice|Deprecated|Strict Standards)<\/b>:\s{1,4}[^\n]{3,600}? in <b>[^<\n]{2,300}<\/b> on line <b>\d+<\/b>/i,
    },
    { anywhere: true },
  ),
  ...patternsOf('trace', {
    'PHP error':
      /(?:PHP )?(?:Fatal error|Parse error|Warning): {1,2}[^\n<]{3,400} in (?:\/|[A-Z]:\\)[^\n<]{2,200}\.(?:php|inc|phtml)(?: on line |:)\d+/,
    'Ruby stack trace':
      /\b(?:app|lib|gems)\/[\w\-/.]{1,200}\.rb:\d{1,6}:in [`'‘][^'’\n]{1,200}['’][\s\S]{0,300}?\.rb:\d{1,6}:in /,
    'Go panic': /goroutine \d+ \[running\]:\s[\s\S]{0,500}?\.go:\d+/,
    'Go error':
      /(?:runtime error: (?:invalid memory address|index out of range|slice bounds)|http: panic serving )/,
    'Perl error':
      /(?:Can't locate (?:object method|[\w:/.]{1,100} in @INC)|Software error:|Undefined subroutine|Can't call method|syntax error)[^\n]{0,300} at (?:\/|[A-Z]:\\)[^\s<]{2,200}\.(?:pl|pm|cgi) line \d+/,
    'Classic ASP error':
      /(?:Microsoft (?:VBScript|JScript|OLE DB Provider for \w+)[^\n<]{0,60} (?:runtime|compilation)? ?error|ADODB\.\w+)[\s\S]{0,60}(?:error )?'?(?:&#39;)?800[0-9a-f]{5}/i,
    'Lua error':
      /(?:runtime error: |lua entry thread aborted: )[^\n]{0,200}\.lua:\d+: [\s\S]{0,300}stack traceback:/,
    'Elixir or Erlang error':
      /\*\* \((?:\w+\.)*\w+Error\)[\s\S]{0,400}\(\w+ \d+\.[\w.-]+\) [\w./-]{1,200}\.exs?:\d+:/,
    'Java web framework error':
      /<h1>(?:Struts Problem Report|Whoops!?)<\/h1>|<h2>Struts Problem Report<\/h2>|There is no Action mapped for (?:namespace|action name)|org\.apache\.jasper\.JasperException: |<b>Root Cause<\/b>|javax\.servlet\.ServletException: /,
    'Template error':
      /\bTwig[\\_]Error[\\_]\w+|jinja2\.exceptions\.\w+|freemarker\.(?:core|template)\.\w+Exception|org\.thymeleaf\.exceptions\.\w+|SmartyCompilerException|Smarty_Compiler|org\.apache\.velocity\.exception\.\w+|Liquid::(?:Syntax)?Error/,
    'ColdFusion error': /The error occurred in [^\n<]{2,200}\.cf[mc]: line \d+/,
  }),
  ...patternsOf('database', {
    MySQL:
      /You have an error in your SQL syntax; check the manual that corresponds to your (?:MySQL|MariaDB)|Warning[^\n]{0,40}\bmysqli?_\w+\(\)|\bMySqlException \(0x|\bMySQL server has gone away\b|com\.mysql\.(?:cj\.)?jdbc/,
    PostgreSQL:
      /PG::(?:SyntaxError|UndefinedColumn|\w+Error):|Warning[^\n]{0,40}\bpg_\w+\(\)|ERROR:\s+(?:syntax error at or near|unterminated quoted string at or near|invalid input syntax for (?:type )?\w+)|org\.postgresql\.util\.PSQLException|(?:syntax error|unterminated quoted string) at or near (?:"|&quot;|\\")/,
    'Microsoft SQL Server':
      /Unclosed quotation mark (?:after|before) the character string|\[(?:Microsoft|FreeTDS)\]\[?(?:ODBC )?[\w ]*(?:SQL Server|Driver)[^\n]{0,40}\]|System\.Data\.SqlClient\.SqlException|Incorrect syntax near (?:'|&#39;|the keyword)/,
    Oracle: /\bORA-\d{5}: |quoted string not properly terminated|oracle\.jdbc\.\w+/,
    SQLite:
      /SQLITE_ERROR|sqlite3\.(?:OperationalError|Warning|ProgrammingError)|SQLite3::SQLException|near (?:"|&quot;|&#34;|&#x27;)[^"&\n]{0,60}(?:"|&quot;|&#34;|&#x27;): syntax error|unrecognized token: (?:"|&quot;|&#34;)|System\.Data\.SQLite\.SQLiteException/,
    'SQL through PDO, JDBC or an ORM':
      /SQLSTATE\[\w{5}\](?:\s*\[\d+\])?:?\s|java\.sql\.SQL\w*Exception|SQLSyntaxErrorException|sqlalchemy\.exc\.\w+Error|Sequelize\w{0,60}Error|Illuminate\\Database\\QueryException|Doctrine\\DBAL\\|org\.hibernate\.\w+Exception/,
    MongoDB: /\bMongo(?:Server)?Error: |E11000 duplicate key error collection|MongoDB\\Driver\\Exception/,
    'Another database':
      /org\.h2\.jdbc\.JdbcSQL\w+|org\.hsqldb\.|Unexpected end of command in statement \[|com\.informix\.jdbc|\[Informix\]|com\.sap\.db\.jdbc|\[SAP AG\]\[|com\.sybase\.jdbc|ERR-\d{5}: (?:Ingres|INGRES)|\bCLI Driver\]\[DB2|org\.apache\.derby\.|com\.clickhouse\.|DB::Exception: [^\n]{1,200}\(SYNTAX_ERROR\)|Neo\.ClientError\.Statement\.\w+|com\.datastax\.\w+|SyntaxException: line \d+:\d+ no viable alternative|\bunexpected token: [^\n]{1,80} required: |supplied argument is not a valid (?:MySQL|PostgreSQL|ODBC|MS SQL) result|LDAPException: |javax\.naming\.(?:NameNotFound|directory\.InvalidSearchFilter)Exception|XPathException: |Invalid XPath expression|xmlXPathEval: evaluation failed/,
    'DB2, Access or another':
      /DB2 SQL error: SQLCODE|\[Microsoft\]\[ODBC Microsoft Access Driver\]|Microsoft JET Database Engine error|Sybase message:|Dynamic SQL Error/,
  }),
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
