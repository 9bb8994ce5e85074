import { expect, it } from 'vitest';
import { readPage } from '#probes/web/page.ts';
import { meaningOf, sendingOf, type Meaning } from './credentials.ts';

/** What the form of a page means. */
const ofForm = (html: string) => meaningOf(sendingOf(readPage(html, 'https://shop.example/page').forms[0]!));
const call = (method: string, path: string, ...names: string[]) =>
  meaningOf({
    method,
    url: new URL(path, 'https://shop.example'),
    fields: names.map((name) => ({ name, value: 'x' })),
  });

const change =
  '<input type=password name=password_new><input type=password name=password_conf><input type=submit name=Change value=Change>';

it.each<[string, string, Meaning]>([
  [
    'a password change by GET',
    `<h3>Change your admin password:</h3><form action="#" method=GET>${change}</form>`,
    'credentials',
  ],
  [
    'a password change with the current one',
    '<form method=post action=/me><input type=password name=old><input type=password name=pw></form>',
    'credentials',
  ],
  [
    'one new password',
    '<form method=post action=/account/password><input type=password name=password></form>',
    'credentials',
  ],
  [
    'a password by what browsers fill in',
    '<form method=post action=/x><input name=a autocomplete=new-password></form>',
    'credentials',
  ],
  [
    'a change of address',
    '<h2>Change e-mail</h2><form method=post action=/me><input name=email></form>',
    'credentials',
  ],
  [
    'a change of address by its path',
    '<form method=post action=/account/email><input name=value></form>',
    'credentials',
  ],
  [
    'a German password form',
    '<h2>Passwort ändern</h2><form method=post action=/konto><input name=kennwort></form>',
    'credentials',
  ],
  [
    'a French password form',
    '<form method=post action=/profil><label>Nouveau mot de passe<input name=a type=password></label></form>',
    'credentials',
  ],
  [
    'two steps',
    '<h2>Two-factor authentication</h2><form method=post action=/me/x><button>Turn on</button></form>',
    'credentials',
  ],
  [
    'a key',
    '<form method=post action=/account/api-keys><input name=label><button>Generate</button></form>',
    'credentials',
  ],
  ['a token', '<form method=post action=/x><button>Generate API token</button></form>', 'operation'],
  ['a PIN', '<h2>Change your PIN</h2><form method=post action=/card><input name=pin></form>', 'credentials'],
  ['a recovery question', '<form method=post action=/x><input name=security_answer></form>', 'credentials'],
  ['a role', '<form method=post action=/admin/users/3><input name=role value=user></form>', 'sign-up'],
  [
    'the end of an account',
    '<h2>Close your account</h2><form method=post action=/x><button>Go</button></form>',
    'operation',
  ],
  [
    'a sign-out',
    '<form method=post action=/session><input type=hidden name=_method value=delete><button>x</button></form>',
    'operation',
  ],
  ['a sign-out by its button', '<form method=post action=/x><button>Log out</button></form>', 'operation'],
  [
    'a new store',
    '<form method=post action="#"><input name=create_db type=submit value="Create / Reset Database"></form>',
    'operation',
  ],
  [
    'a deletion of Rails',
    '<form method=post action=/posts/3><input type=hidden name=_method value=delete><button>Destroy</button></form>',
    'operation',
  ],
  ['a switch', '<form method=post action=/posts/3/state><button>Publish</button></form>', 'operation'],
  [
    'an account made',
    '<form method=post action=/register><input name=user><input type=password name=p><input type=password name=p2></form>',
    'sign-up',
  ],
  [
    'a sign-in',
    '<form method=post action=/login><input name=username><input type=password name=password></form>',
    'sign-in',
  ],
  [
    'a sign-in that says nothing',
    '<form method=post action=/in.php><input name=uid><input type=password name=passw></form>',
    'sign-in',
  ],
  [
    'a sign-in by its form',
    '<h1>Members</h1><form method=post action="/index.php"><input name=email><input type=password name=pass><a>Forgot your password?</a></form>',
    'sign-in',
  ],
  [
    'a search for a boarding pass',
    '<form action=/boarding-pass><input name=pass><input name=flight></form>',
    null,
  ],
  ['a search with a key', '<form action=/search><input name=key><button>Search</button></form>', null],
  ['a search for a passage', '<form action=/bible><input name=passage></form>', null],
  [
    'a search for passengers',
    '<form action=/passengers><input name=passport><input name=passenger_name></form>',
    null,
  ],
  ['a search for keywords', '<form action=/jobs><input name=keyword><input name=role></form>', null],
  ['a search for settings', '<h2>Reset your search</h2><form action=/search><input name=q></form>', null],
  ['a map', '<form method=post action=/map><input name=pin><input name=zoom></form>', null],
  ['a code of a place', '<form method=post action=/delivery><input name=pincode></form>', null],
  [
    'a newsletter',
    '<form method=post action=/newsletter><input name=email><button>Subscribe</button></form>',
    null,
  ],
  [
    'a contact form',
    '<form method=post action=/contact><input name=email><textarea name=message></textarea></form>',
    null,
  ],
  [
    'an application for a job',
    '<form method=post action=/jobs/apply><input name=name><input name=position></form>',
    null,
  ],
  [
    'a comment',
    '<h3>Leave a comment</h3><form method=post action=/posts/3/comments><textarea name=text></textarea><button>Post</button></form>',
    null,
  ],
  [
    'a profile',
    '<h1>Edit profile</h1><form method=post action=/profile><input name=name value=Ann><textarea name=bio>x</textarea></form>',
    null,
  ],
  [
    'a form with a button that clears it',
    '<form method=post action=/a><input name=a><button>Send</button><input type=reset value=Reset></form>',
    null,
  ],
  [
    'a form with a way out',
    '<form method=post action=/a><input name=a><button>Save</button><button name=cancel>Cancel</button></form>',
    null,
  ],
])('sees what %s means', (_what, html, meaning) => expect(ofForm(html)).toBe(meaning));

it.each<[Meaning, string, string, ...string[]]>([
  ['credentials', 'PUT', '/users/v1/name1/password', 'password'],
  ['credentials', 'PUT', '/users/v1/name1/email', 'email'],
  ['credentials', 'POST', '/api/account', 'currentPassword', 'newPassword'],
  ['credentials', 'PATCH', '/api/users/3', 'password'],
  ['credentials', 'POST', '/api/v1/mfa/enable'.replace('/enable', ''), 'on'],
  ['credentials', 'GET', '/vulnerabilities/csrf/', 'password_new', 'password_conf', 'Change'],
  ['credentials', 'POST', '/me/recovery-codes'],
  ['sign-up', 'POST', '/users/v1/register', 'username', 'password', 'email'],
  ['sign-up', 'POST', '/api/Users', 'email', 'password', 'passwordRepeat'],
  ['sign-in', 'POST', '/rest/user/login', 'email', 'password'],
  ['sign-in', 'POST', '/oauth/token', 'username', 'password', 'grant_type'],
  ['operation', 'DELETE', '/api/items/3'],
  ['operation', 'GET', '/createdb'],
  ['operation', 'POST', '/api/items/3/archive'],
  [null, 'GET', '/users/v1/name1/password'],
  [null, 'POST', '/api/search', 'term'],
  [null, 'POST', '/api/notes', 'text'],
  [null, 'GET', '/api/products', 'q'],
])('says %s of %s %s', (meaning, method, path, ...names) =>
  expect(call(method, path, ...names)).toBe(meaning),
);
