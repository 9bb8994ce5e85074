import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { Window, type HTMLButtonElement, type HTMLInputElement } from 'happy-dom';
import { expect, onTestFinished, test } from 'vitest';
import { checkoutFor } from '../../testing/goods.ts';
import { cards, openTestSandbox, pathOf, payPage, visitor } from '../../testing/sandbox.ts';

const script = readFileSync(path.join(import.meta.dirname, 'sandbox.browser.js'), 'utf8');

/** A page of the sandbox in a window of ours, after its script ran. */
function inFrame(html: string) {
  const inner = new Window({ url: 'https://safety.harbor.example/billing-sandbox/checkout/x' });
  onTestFinished(() => inner.close());
  const { document } = inner;
  document.write(html.replaceAll(/<(script|link)[^>]*>(<\/script>)?/g, ''));
  const told: { type: string; step?: string; hostedPageId: string; source: string; to: string }[] = [];
  const parent = {
    document: { documentElement: {} },
    postMessage: (message: (typeof told)[number], to: string) => void told.push({ ...message, to }),
  };
  const window = { parent, opener: null, addEventListener: () => {} };
  const getComputedStyle = () => ({ colorScheme: 'dark' });
  runInNewContext(script, {
    window,
    document,
    getComputedStyle,
    location: { origin: 'https://safety.harbor.example' },
    Date,
  });
  document.dispatchEvent(new inner.Event('DOMContentLoaded'));
  return { document, told, inner };
}

async function opened() {
  const sandbox = await openTestSandbox();
  const page = await sandbox.billing.openCheckout(checkoutFor());
  const who = visitor(sandbox.app);
  return { sandbox, page, who, html: async () => (await who.get(pathOf(page.url))).body };
}

test('tells windows of its own origin, and no others, what happens', async () => {
  const { sandbox, page, html } = await opened();
  const form = inFrame(await html());
  expect(form.told).toEqual([
    { source: 'billing', type: 'loaded', hostedPageId: page.id, to: 'https://safety.harbor.example' },
    {
      source: 'billing',
      type: 'step',
      step: 'card',
      hostedPageId: page.id,
      to: 'https://safety.harbor.example',
    },
  ]);
  await payPage(sandbox.app, page, cards.succeeds);
  const paid = inFrame(await html());
  expect(paid.told.map(({ type }) => type)).toEqual(['loaded', 'step', 'success']);
  // leaving in a frame closes the window instead of going on inside it
  const link = paid.document.querySelector('[data-leave]')!;
  const click = new paid.inner.MouseEvent('click', { cancelable: true, bubbles: true });
  link.dispatchEvent(click);
  expect([click.defaultPrevented, paid.told.at(-1)!.type]).toEqual([true, 'success']);
});

test.each([
  ['cancelled', 'close'],
  ['expired', 'error'],
])('says that a page is %s', async (how, type) => {
  const { sandbox, page, who, html } = await opened();
  if (how === 'expired') sandbox.clock.advance(4 * 3600);
  else await who.submit(pathOf(page.url), { do: 'cancel' });
  expect(inFrame(await html()).told.at(-1)).toMatchObject({ type, hostedPageId: page.id });
});

test('takes the colours of the window around, and fills in a test card', async () => {
  const { html } = await opened();
  const { document } = inFrame(await html());
  expect(document.documentElement.dataset['scheme']).toBe('dark');
  const use = document.querySelector('[data-fill="3782 822463 10005"]') as HTMLButtonElement;
  expect(use.hidden).toBe(false);
  use.click();
  const value = (id: string) => (document.getElementById(id) as HTMLInputElement).value;
  expect([value('number'), value('cvc')]).toEqual(['3782 822463 10005', '1234']);
});

test('sends a form once, however often its button is pressed', async () => {
  const { html } = await opened();
  const { document, inner } = inFrame(await html());
  const form = document.getElementById('pay')!;
  const sent = [1, 2].map(() => {
    const submit = new inner.Event('submit', { cancelable: true });
    form.dispatchEvent(submit);
    return !submit.defaultPrevented;
  });
  expect(sent).toEqual([true, false]);
});
