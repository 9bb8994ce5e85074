import { describe, expect, it } from 'vitest';
import { readPage } from '#probes/web/page.ts';
import { findError } from './errorPatterns.ts';

const of = (text: string, isError: boolean) =>
  findError(
    text,
    readPage(`<body><p>${text.replaceAll('<', '&lt;')}</p></body>`, 'https://s.example/').prose,
    isError,
  )?.pattern.name ?? null;

describe('messages of many platforms', () => {
  it.each([
    [
      "Can't locate Shop/Cart.pm in @INC (you may need to install it) at /srv/shop/cart.cgi line 7.",
      'Perl error',
    ],
    [
      "Microsoft VBScript runtime error '800a000d'\n\nType mismatch: 'CInt'\n\n/list.asp, line 12",
      'Classic ASP error',
    ],
    ['panic recovered: runtime error: index out of range [3] with length 3', 'Go error'],
    [
      'runtime error: /srv/app/shop.lua:12: attempt to index a nil value\nstack traceback:\n\t[C]: in ?',
      'Lua error',
    ],
    [
      '** (Phoenix.Router.NoRouteError) no route\n    (shop 0.1.0) lib/shop_web/router.ex:1: ShopWeb.Router.call/2',
      'Elixir or Erlang error',
    ],
    ['<h2>Struts Problem Report</h2>', 'Java web framework error'],
    ['org.apache.jasper.JasperException: An exception occurred processing page', 'Java web framework error'],
    ['jinja2.exceptions.UndefinedError: lamp is undefined', 'Template error'],
    ['com.informix.jdbc.IfxSqlException: A value is missing', 'Another database'],
    ['javax.naming.directory.InvalidSearchFilterException: Unbalanced parenthesis', 'Another database'],
    ['The error occurred in C:\\web\\shop\\list.cfm: line 12', 'ColdFusion error'],
  ])('%s', (text, name) => expect(of(text, true)).toBe(name));

  it.each([
    'We ran into an error and could not show this page.',
    'Liquid soap, 200 ml. The syntax of this name is hard.',
    'How to fix it when your program says that something went wrong at line 12 of a file',
    'You asked for a page that is not there.',
    "Can't call us? Write to us.",
  ])('none in %s, even on an error page', (text) => expect(of(text, true)).toBeNull());

  it('nor in an article that quotes one', () => {
    const article = `When you see the exception org.h2.jdbc.JdbcSQLSyntaxErrorException: do not panic. The error says that the SQL of a query is wrong. Look at the stack trace and the database.`;
    expect(of(article, false)).toBeNull();
  });
});
