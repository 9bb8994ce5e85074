import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** A small machine with files, which programs of tests read as `fopen` does. */

export const accounts =
  'root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\nwww-data:x:33:33:www-data:/var/www:/usr/sbin/nologin\n';
export const style =
  '/* the colours of the lamp shop, in the order of the catalogue */\nbody { color: #333; background: #fff }\n';

export function makeMachine() {
  /** The root of a small machine's file system; what lies outside of it is not touched. */
  const root = mkdtempSync(path.join(tmpdir(), 'scan-files-'));
  beforeAll(() => {
    for (const folder of ['etc', 'proc', 'srv/www/pages', 'srv/www/static', 'srv/www/images', 'windows'])
      mkdirSync(path.join(root, folder), { recursive: true });
    const write = (name: string, text: string) => writeFileSync(path.join(root, name), text);
    write('etc/passwd', accounts);
    write(
      'proc/version',
      'Linux version 6.1.0-18-amd64 (debian-kernel@lists.debian.org) (gcc-12 (Debian 12.2.0-14) 12.2.0) #1 SMP\n',
    );
    write('windows/win.ini', '; for 16-bit app support\r\n[fonts]\r\n[extensions]\r\n[mci extensions]\r\n');
    write('srv/www/pages/about.html', '<h1>About us</h1><p>We sell lamps.</p>');
    write('srv/www/index.php', '<?php $db = "secret-lamp"; include("pages/".$_GET["page"]); ?>');
    write('srv/www/pages/about.php', '<?php echo "About us"; $key = "lamp-secret"; echo $key; ?>');
    write('srv/www/static/site.css', style);
    write('srv/www/images/logo.txt', 'logo');
  });
  afterAll(() => rmSync(root, { recursive: true }));

  /** Reads as `fopen` does from the program's folder: each part of the way must be there, and the root has no parent. */
  function open(name: string, from = '/srv/www'): string | null {
    const parts: string[] = [];
    for (const part of (name.startsWith('/') ? name : `${from}/${name}`).split('/')) {
      if (part === '' || part === '.') continue;
      if (part === '..') {
        parts.pop();
        continue;
      }
      parts.push(part);
      try {
        readFileSync(path.join(root, ...parts));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EISDIR') return null;
      }
    }
    try {
      return readFileSync(path.join(root, ...parts), 'utf8');
    } catch {
      return null;
    }
  }

  return { open };
}
