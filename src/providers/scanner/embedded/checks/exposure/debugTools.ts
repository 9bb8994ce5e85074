import type { Exposure } from './probe.ts';

const json = (text: string) => /^\s*[{[]/.test(text);

type Probed = Parameters<Exposure['proof']>[0];

export const debugTools: readonly { at: RegExp; name: string; proves: (probed: Probed) => boolean }[] = [
  {
    at: /elmah\.axd$/,
    name: 'Error log of ELMAH',
    proves: ({ text }) => /Error Log for|<title>Error log for/i.test(text) && /ELMAH|elmah/.test(text),
  },
  {
    at: /trace\.axd$/,
    name: 'Request log of ASP.NET',
    proves: ({ text }) => /<h1>Application Trace<\/h1>|Requests to this Application/.test(text),
  },
  {
    at: /debug\/pprof\/$/,
    name: 'Profiles of a Go program',
    proves: ({ text }) => /Types of profiles available:/.test(text),
  },
  {
    at: /debug\/vars$/,
    name: 'Variables of a Go program',
    proves: ({ text }) => json(text) && /"memstats"\s*:\s*\{/.test(text),
  },
  {
    at: /console$/,
    name: 'Console of Werkzeug',
    proves: ({ text }) => /Werkzeug|EVALEX\s*=|CONSOLE_MODE/.test(text) && /Interactive Console/.test(text),
  },
  {
    at: /_profiler|app_dev\.php$/,
    name: 'Profiler of Symfony',
    proves: ({ text }) => /Symfony Profiler|class="sf-toolbar|id="sfwdt/.test(text),
  },
  {
    at: /telescope/,
    name: 'Telescope of Laravel',
    proves: ({ text }) => /<title>Telescope|laravel-telescope|window\.Telescope/.test(text),
  },
  {
    at: /_debugbar/,
    name: 'Debugbar of Laravel',
    proves: ({ text }) => json(text) && /"(?:__meta|php|messages|queries)"\s*:/.test(text),
  },
  {
    at: /_ignition/,
    name: 'Ignition of Laravel',
    proves: ({ text }) => json(text) && /"can_execute_commands"\s*:\s*true/.test(text),
  },
  {
    at: /rails\/info/,
    name: 'Properties of Rails',
    proves: ({ text, html }) => html && /<td class="name">Rails version<\/td>/.test(text),
  },
  {
    at: /debug\/default/,
    name: 'Debugger of Yii',
    proves: ({ text }) => /Yii Debugger/.test(text),
  },
];
