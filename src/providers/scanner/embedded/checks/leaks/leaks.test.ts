import { describe, expect, it } from 'vitest';
import { accountsIn } from './accounts.ts';
import { errorPageVersion, namesVersion } from './banners.ts';
import { readPage } from '#probes/web/page.ts';
import { findError } from './errorPatterns.ts';
import { sourceMapOf } from './insides.ts';
import { entropy, findSecrets, hasTokenChecksum } from './secretPatterns.ts';
import { commentCredential } from './secrets.ts';

describe('findSecrets', () => {
  // Built here, so that no scanner of source code takes them for real.
  const join = (...parts: string[]) => parts.join('');
  it.each([
    [join('var k="', 'sk_', 'live_', '4eC39HqLyjWDarjtT1zdp7dcQ9vK2m"'), 'Stripe secret key'],
    [
      join('"', 'AKIA', 'QX4BIKPW7RLMZC2T', '", "kYz81Qx0sWv3mN7pLr5tUb9cDe2fGh4iJk6lMo8q"'),
      'Amazon Web Services secret key',
    ],
    [join('id=', 'AKIA', 'QX4BIKPW7RLMZC2T;'), 'Amazon Web Services access key id'],
    [join('glpat', '-Xy7Kq2Lm9Pz4Rt8Wv3Bn'), 'GitLab token'],
    [join('SG', '.aB3dE5fG7hI9jK1lM3nO5p.', 'qR7sT9uV1wX3yZ5aB7cD9eF1gH3iJ5kL7mN9oP1qR3s'), 'SendGrid key'],
    ['mongodb+srv://shop:Tr33house99@cluster0.lamps.test/db', 'Database address with password'],
    [
      `AccountKey=${'kP2vX9qLmZ4tR7wY1nB5cD8fG3hJ6kM0pQ2sT5uV8xZ1aC4eF7gH9jL2nP5rS8tW1yB4dG7hK0mN3qR6uX9zAbCdE'.slice(0, 86)}==`,
      'Azure storage key',
    ],
    ['{"client_secret":"q8Zr2Wm5Xt9Lk4Vb7Np1Yc6"}', 'Secret in a setting'],
  ])('finds one in %s', (text, name) =>
    expect(findSecrets(text).map((secret) => secret.name)).toEqual([name]),
  );

  it.each([
    'AKIAIOSFODNN7EXAMPLE',
    'aws_secret_access_key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"',
    'pk_live_4eC39HqLyjWDarjtT1zdp7dc',
    'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
    'ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    'postgres://user:password@localhost/db',
    'postgres://localhost:5432/db',
    'const labels = { password: "Password", apiSecret: "your-api-secret-here" }',
    'client_secret: process.env.CLIENT_SECRET',
    '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n-----END PUBLIC KEY-----',
    '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
    'integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC"',
    'secretKeyLabel: "validation.secret.key.required"',
    'd41d8cd98f00b204e9800998ecf8427e',
    join('apiKey:"AIza', 'SyD4x9Kq2mWp7Rt1Lv8Zb3Nc6Hg5Jf0Ye2Q"'),
    'const firebaseConfig={apiKey:"AIzaSyD4x9Kq2mWp7Rt1Lv8Zb3Nc6Hg5Jf0Ye2Q",appId:"1:409934553456:web:53cb9d0d6c3a1b2c"}',
    'pk_live_51H8s9dKj3nFhLq2PzXcVbNmQwErTyUiOp',
    'clientSecret:"pi_3MtwBwLkdIwHu7ix28a3tqPa_secret_YrKJUKribcBjcG8HVhfZluoGH"',
    'encryptionKey:"AES-256-GCM-v2-default"',
    'var privateKey="webpackChunk_2d3f4a1";',
    'url(data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4)',
  ])('finds none in %s', (text) => expect(findSecrets(text)).toEqual([]));

  it('checks the checksum of tokens', () => {
    expect(hasTokenChecksum('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')).toBe(true);
    expect(hasTokenChecksum('ghp_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq1a')).toBe(false);
  });

  it('measures the entropy of a text', () => {
    expect(entropy('aaaa')).toBe(0);
    expect(entropy('abcd')).toBe(2);
  });
});

describe('findError', () => {
  it.each([
    [
      '<br />\n<b>Warning</b>:  include(x.php): failed to open stream in <b>/var/www/i.php</b> on line <b>3</b>',
      'trace',
    ],
    ['Traceback (most recent call last):\n  File "/srv/app.py", line 12, in view', 'trace'],
    [
      'java.lang.NullPointerException\n\tat com.shop.Cart.total(Cart.java:31)\n\tat com.shop.Main.run(Main.java:9)',
      'trace',
    ],
    [
      '<pre>TypeError: x<br> &nbsp; &nbsp;at Object.get (/srv/app/routes.js:4:11)<br> &nbsp; &nbsp;at Layer.handle (/srv/app/node_modules/express/lib/router/layer.js:95:5)</pre>',
      'trace',
    ],
    [
      'You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version',
      'database',
    ],
    ['ERROR: unterminated quoted string at or near "\'" at character 33', 'database'],
    ['SQLSTATE[42000]: Syntax error or access violation', 'database'],
    ['Unclosed quotation mark after the character string', 'database'],
    ['<title>ProgrammingError // Werkzeug Debugger</title>', 'debug'],
    ['You&#x27;re seeing this error because you have <code>DEBUG = True</code> in your', 'debug'],
    ['You’re seeing this error because you have <code>DEBUG = True</code> in your', 'debug'],
    ['<script type="module" src="/@vite/client"></script>', 'debug'],
  ])('knows %s', (text, kind) => expect(findError(text, '', true)?.pattern.kind).toBe(kind));

  it.each([
    'An error occurred. Please try again later.',
    'Error 500: Internal Server Error',
    'Meet me at Object.get (room 3) at Layer',
    'Warning: the floor is wet in the hall on line 3 of the plan',
    'SQL is a language. Errors in SQL syntax are common.',
    'Look at com.example.org (our site)',
  ])('leaves %s alone', (text) => expect(findError(text, text, true)).toBeNull());

  it.each([
    '<h1>Lamps</h1>You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version',
    '<p>Query failed: ERROR: syntax error at or near "x"</p><p>Call us about lamps.</p>',
    '<div>SQLSTATE[42S02]: Base table or view not found</div>',
  ])('takes the message of a page for its own: %s', (html) =>
    expect(findError(html, readPage(html, 'http://s/').prose, false)?.pattern.kind).toBe('database'),
  );
  it.each([
    '<h1>SQL errors</h1><p>MySQL says: You have an error in your SQL syntax; check the manual that corresponds to your MySQL server. An error in a query means that the syntax of the query is wrong.</p>',
    '<p>If you see "SQLSTATE[42000]: Syntax error", check the quotation marks.</p>',
    '<blockquote>ERROR: syntax error at or near "x"</blockquote><p>I get this.</p>',
    '<p>Warning: mysqli_connect() may fail where the database is down.</p><p>Such errors and exceptions of a database go to the error log.</p>',
    '<p>Fixed: Traceback (most recent call last): File "/srv/app.py", line 12, in view was printed.</p><p>Error handling of exceptions is better now.</p>',
    '<p>The message <code>ORA-00933: SQL command not properly ended</code> is what Oracle says.</p>',
  ])('leaves an article alone: %s', (html) =>
    expect(findError(html, readPage(html, 'http://s/').prose, false)).toBeNull(),
  );

  it('leaves a sample in an article alone', () => {
    expect(
      findError(
        '<pre>Traceback (most recent call last):\n  File "/srv/app.py", line 12</pre>',
        'An article',
        false,
      ),
    ).toBeNull();
  });
});

describe('accountsIn', () => {
  const anna = { email: 'anna@lamps.test', password: 'Sommer2025' };
  const bert = { username: 'bert', admin: false, password: 'lamplight' };
  it.each([
    [{ users: [anna, bert] }, 2],
    [
      [
        { login: 'anna', pwd: 'a1' },
        { login: 'bert', pwd: 'b2' },
      ],
      2,
    ],
    [
      {
        data: {
          email: 'anna@lamps.test',
          password_hash: '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
        },
      },
      1,
    ],
    [[{ userName: 'anna', passwordHash: '5f4dcc3b5aa765d61d8327deb882cf99' }], 1],
  ])('sees %j', (data, count) => expect(accountsIn(data)).toHaveLength(count));
  it.each([
    [
      [
        { ...anna, password: '********' },
        { ...bert, password: '' },
      ],
    ],
    [{ de: { email: 'E-Mail', password: 'Passwort' }, fr: { email: 'Courriel', password: 'Mot de passe' } }],
    [{ openapi: '3.0.0', paths: {}, examples: [anna, bert] }],
    [[{ user: 'anna', pass: 'fahrschein' }]],
    [
      [
        { ...anna, password: 'same' },
        { ...bert, password: 'same' },
      ],
    ],
    [
      [
        { name: 'Mountain pass', pass: '2469 m' },
        { name: 'Low pass', pass: '900 m' },
      ],
    ],
    ['password'],
    [null],
  ])('leaves %j alone', (data) => expect(accountsIn(data)).toEqual([]));
});

describe('commentCredential', () => {
  it.each([
    [' login admin password: hunter2 ', 'hunter2'],
    ['pwd=S3cret!x', 'S3cret!x'],
    ['the password is Sommer2025', 'Sommer2025'],
  ])('sees %s', (text, value) => expect(commentCredential(text)).toBe(value));
  it.each([
    ' password: required ',
    '<input type="password" name="password">',
    'password reset form',
    'pass: ****',
    'if (password == null) {}',
    'forgot password?',
    'password = document.forms[0]',
    'Password: {{ password }}',
  ])('leaves %s alone', (text) => expect(commentCredential(text)).toBeNull());
});

describe('banners and source maps', () => {
  it.each(['Apache/2.4.29 (Ubuntu)', 'nginx/1.18.0', 'Microsoft-IIS/10.0', 'SimpleHTTP/0.6 Python/3.11.7'])(
    '%s names a version',
    (text) => expect(namesVersion(text)).toBe(true),
  );
  it.each(['nginx', 'cloudflare', 'Apache', 'gws', '', 'AmazonS3'])('%s does not', (text) =>
    expect(namesVersion(text)).toBe(false),
  );
  it.each([
    ['<h3>Apache Tomcat/10.1.60 (Debian)</h3>', 'Apache Tomcat/10.1.60 (Debian)'],
    ['<hr><a href="x">Powered by Jetty:// 9.4.43.v20210629</a>', 'Jetty:// 9.4.43.v20210629'],
    ['<hr><center>nginx/1.18.0</center>', 'nginx/1.18.0'],
    ['<hr><center>nginx</center>', null],
    ['<address>Apache Server at s.example Port 80</address>', null],
    ['<p>Powered by Jetty</p>', null],
  ])('%s is signed %s', (html, version) => expect(errorPageVersion(html)).toBe(version));
  it('finds the address of a source map', () => {
    expect(sourceMapOf('x\n//# sourceMappingURL=a.js.map', undefined, 'https://s.example/js/a.js')).toBe(
      'https://s.example/js/a.js.map',
    );
    expect(
      sourceMapOf(
        'x\n//# sourceMappingURL=data:application/json;base64,xx',
        undefined,
        'https://s.example/a.js',
      ),
    ).toBeNull();
    expect(sourceMapOf('x', '/m.map', 'https://s.example/js/a.js')).toBe('https://s.example/m.map');
  });
});
