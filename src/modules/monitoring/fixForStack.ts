/** What a website is built with, by words of its own answers. */
const signs: readonly [stack: string, pattern: RegExp][] = [
  ['Apache', /^server:.{0,200}\bapache(?!-coyote)/im],
  ['nginx', /^server:.{0,200}\b(?:nginx|openresty)/im],
  ['IIS', /^server:.{0,200}\bmicrosoft-iis/im],
  ['Tomcat', /^server:.{0,200}\b(?:tomcat|coyote)/im],
  ['PHP', /^x-powered-by:.{0,200}\bphp|^set-cookie: (?:PHPSESSID|laravel_session)=|\.php\d?(?:[/?#\s]|$)/im],
  [
    'ASP.NET',
    /^x-powered-by:.{0,200}\basp\.net|^x-aspnet|^set-cookie: (?:ASP\.NET_SessionId|\.AspNet)|\.aspx?(?:[/?#\s]|$)/im,
  ],
  ['Node.js', /^x-powered-by:.{0,200}\b(?:express|next\.js|nuxt)|^set-cookie: connect\.sid=/im],
  ['Java', /^set-cookie: JSESSIONID|^x-powered-by:.{0,200}\b(?:servlet|jsp)|\.(?:jspx?|do)(?:[/?#\s]|$)/im],
  ['Python', /^server:.{0,200}\b(?:werkzeug|gunicorn|uvicorn|wsgi)|^set-cookie: (?:sessionid|csrftoken)=/im],
  ['Ruby', /^set-cookie: _\w{1,60}_session=|^x-runtime: \d/im],
];
/** Names that lines of a fix begin with, and the stacks that each is for. */
const labels: Readonly<Record<string, string>> = {
  nginx: 'nginx',
  Apache: 'Apache',
  IIS: 'IIS',
  Tomcat: 'Tomcat',
  PHP: 'PHP',
  Laravel: 'PHP',
  Symfony: 'PHP',
  WordPress: 'PHP',
  Joomla: 'PHP',
  'ASP.NET': 'ASP.NET',
  'ASP.NET Core': 'ASP.NET',
  '.NET': 'ASP.NET',
  'Node.js': 'Node.js',
  Express: 'Node.js',
  Java: 'Java',
  Spring: 'Java',
  Python: 'Python',
  Django: 'Python',
  Flask: 'Python',
  Rails: 'Ruby',
  Ruby: 'Ruby',
};

type Seen = { url: string; request: string; response: string };

/** What the places of an issue show of the stack; empty where they show nothing. */
export const stacksSeen = (places: readonly Seen[]): string[] => {
  const heads = places.map(({ url, response }) => `${url}\n${response.split(/\r?\n\r?\n/, 1)[0]}`).join('\n');
  return signs.filter(([, pattern]) => pattern.test(heads)).map(([stack]) => stack);
};

export type StackFix = {
  /** Steps for everyone, and those for what was seen. */
  fix: string;
  /** Stacks that the fix was cut down to; empty where it is for all. */
  stacks: string[];
  /** What was left out. */
  others: string;
};

/** The stack whose lines a line begins; null where it is for everyone. */
const labelOf = (line: string): string | null =>
  labels[/^\s*([A-Za-z.][\w. ]{1,20}): /.exec(line)?.[1] ?? ''] ?? null;

/** A fix with the lines for the stack that was seen, and apart from it those for all others. */
export function fixForStack(fix: string, places: readonly Seen[]): StackFix {
  const seen = stacksSeen(places);
  const lines = fix.split('\n');
  const fitting = new Set(
    lines.map(labelOf).filter((label) => label !== null && seen.includes(label)) as string[],
  );
  if (fitting.size === 0) return { fix, stacks: [], others: '' };
  const [kept, others]: [string[], string[]] = [[], []];
  let under: string | null = null;
  for (const line of lines) {
    // indented lines go on with what their label began
    under = labelOf(line) ?? (under !== null && /^\s/.test(line) ? under : null);
    (under === null || fitting.has(under) ? kept : others).push(line);
  }
  return { fix: kept.join('\n'), stacks: [...fitting], others: others.join('\n') };
}
