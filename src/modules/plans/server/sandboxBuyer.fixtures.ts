import { testBrowser, type TestPortal } from '#app/testing.ts';

const card = { name: 'Ada Vance', expiry: '04 / 29', cvc: '123', country: 'US', postcode: '94107' };

/** Sends the form of a page of the built-in sandbox, as its customer would. */
export async function send(
  portal: TestPortal,
  url: string,
  fields: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const browser = testBrowser(portal.app);
  const address = new URL(url).pathname;
  const form = await browser.send('GET', address);
  const token = /name="token" value="([^"]+)"/.exec(form.body)![1]!;
  const sent = await browser.send(
    'POST',
    address,
    new URLSearchParams({ ...card, token, ...fields }).toString(),
    {
      'content-type': 'application/x-www-form-urlencoded',
    },
  );
  return { status: sent.statusCode, text: sent.body };
}

export const pay = async (portal: TestPortal, url: string, number: string): Promise<number> =>
  (await send(portal, url, { number, do: 'pay' })).status;
