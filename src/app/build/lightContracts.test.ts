import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { lightContracts } from './lightContracts.ts';

/** The script that a page becomes which uses a module's contract. */
async function built(main: string): Promise<string> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'contracts-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = path.join(root, 'src/modules/shop');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, 'contract.ts'),
    `import { z } from 'zod';
    const endpoint = (call) => call;
    export const size = z.enum(['small', 'large']);
    const bag = z.object({ size: size.nullable() });
    export const sizes = Object.keys({ small: 1, large: 2 });
    export const shop = { buy: endpoint({ method: 'POST', path: '/buy', summary: 'Buys a bag.', body: bag }) };`,
  );
  writeFileSync(path.join(folder, 'main.ts'), main);
  const done = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [lightContracts()],
    build: { write: false, minify: false, rolldownOptions: { input: path.join(folder, 'main.ts') } },
  });
  return (done as { output: { code: string }[] }).output[0]!.code;
}

test('the browser build keeps method and path of a call and none of its schemas', async () => {
  const code = await built(
    "import { shop, sizes } from './contract.ts'; console.log(shop.buy.path, shop.buy.method, sizes);",
  );
  expect(code).toContain('/buy');
  expect(code).toContain('Object.keys');
  expect(code).not.toMatch(/summary|enum|nullable/);
});

test('the browser build fails where a page uses a schema', async () => {
  await expect(
    built("import { size } from './contract.ts'; console.log(size.safeParse('huge').success);"),
  ).rejects.toThrow(/Browser code uses a schema, in .*contract\.ts/);
});
