// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { renderUi } from '../testing/render.tsx';
import { WebAddress } from './WebAddress.tsx';

test('an address may be broken before its dots and slashes, and reads as it is written', () => {
  const { container } = renderUi(<WebAddress>https://shop.acme.example/en</WebAddress>);
  const address = container.querySelector('bdi')!;
  expect(address.textContent).toBe('https://shop.acme.example/en');
  expect(address.innerHTML).toBe('https:<wbr>//shop<wbr>.acme<wbr>.example<wbr>/en');
});
