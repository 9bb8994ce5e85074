import { darkGround as dark, type MailTheme } from './brand.ts';

const darkRules = (theme: MailTheme, prefix = ''): string =>
  [
    ['.canvas', `background-color:${dark.canvas}!important`],
    ['.card', `background-color:${dark.card}!important`],
    ['.line', `border-color:${dark.line}!important`],
    ['.ink', `color:${dark.ink}!important`],
    ['.soft', `color:${dark.soft}!important`],
    ['.tint', `background-color:${dark.tint}!important`],
    ['.accent', `color:${theme.darkAccent}!important`],
    ['.on-light', 'display:none!important'],
    ['.on-dark', 'display:block!important;max-height:none!important'],
    ['.fill', `background-color:${theme.darkAccent}!important;color:${theme.darkAccentInk}!important`],
  ]
    .map(([selector, rules]) => `${prefix}${selector}{${rules}}`)
    .join('');

/** Everything that inline styles cannot say: dark ground and narrow screens. All its values are colours of ours. */
export const mailCss = (theme: MailTheme): string =>
  [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    'table{border-collapse:separate}',
    '@media (max-width:480px){.outer{padding:24px 12px 32px!important}.card{padding:28px 20px 24px!important}.foot{padding:20px 20px 0!important}.button,.button a{width:100%!important;box-sizing:border-box}.key,.value{display:block!important;width:auto!important;padding-left:0!important;padding-right:0!important}.key{padding-bottom:0!important}.value{border-top:0!important;padding-top:0!important}}',
    `@media (prefers-color-scheme:dark){${darkRules(theme)}}`,
    // Outlook on the web sets this attribute instead
    darkRules(theme, '[data-ogsc] '),
  ].join('');
