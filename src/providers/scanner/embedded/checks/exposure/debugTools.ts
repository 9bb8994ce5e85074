import type { Exposure } from './probe.ts';

type Probed = Parameters<Exposure['proof']>[0];

export const debugTools: readonly (readonly [
  at: RegExp,
  name: string,
  proves: (probed: Probed) => boolean,
])[] = [
  [
    /elmah\.axd$/,
    'Error log of ELMAH',
    ({ text }) => /Error Log for|<title>Error log for/i.test(text) && /ELMAH|elmah/.test(text),
  ],
  [
    /trace\.axd$/,
    'Request log of ASP.NET',
    ({ text }) => /<h1>Application Trace<\/h1>|Requests to this Application/.test(text),
  ],
  [/debug\/pprof\/$/, 'Profiles of a Go program', ({ text }) => /Types of profiles available:/.test(text)],
  [/debug\/vars$/, 'Variables of a Go program', ({ text, json }) => json && /"memstats"\s*:\s*\{/.test(text)],
  [
    /console$/,
    'Console of Werkzeug',
    ({ text }) => /Werkzeug|EVALEX\s*=|CONSOLE_MODE/.test(text) && /Interactive Console/.test(text),
  ],
  [
    /_profiler|app_dev\.php$/,
    'Profiler of Symfony',
    ({ text }) => /Symfony Profiler|class="sf-toolbar|id="sfwdt/.test(text),
  ],
  [
    /telescope/,
    'Telescope of Laravel',
    ({ text }) => /<title>Telescope|laravel-telescope|window\.Telescope/.test(text),
  ],
  [
    /_debugbar/,
    'Debugbar of Laravel',
    ({ text, json }) => json && /"(?:__meta|php|messages|queries)"\s*:/.test(text),
  ],
  [
    /_ignition/,
    'Ignition of Laravel',
    ({ text, json }) => json && /"can_execute_commands"\s*:\s*true/.test(text),
  ],
  [
    /rails\/info/,
    'Properties of Rails',
    ({ text, html }) => html && /<td class="name">Rails version<\/td>/.test(text),
  ],
  [/debug\/default/, 'Debugger of Yii', ({ text }) => /Yii Debugger/.test(text)],
];
