import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { temporaryFolder, testClock } from '#app/testing/portal.ts';
import { openMailbox } from './embedded/mailbox.ts';

test('pictures are inside the message, beside the HTML that shows them', async () => {
  // what goes to a mail server is made by the same function (envelope.ts)
  const mailbox = openMailbox({ dataDir: temporaryFolder('mail'), now: testClock().now });
  const png = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64');
  const html = '<!doctype html><img src="cid:logo-1">';
  const images = [{ id: 'logo-1', png }];
  await mailbox.send({
    idempotencyKey: 'one',
    to: { address: 'zoe@acme.test' },
    subject: 'Hello',
    html,
    text: 'Hello',
    images,
  });
  const [kept] = await mailbox.list();
  const raw = (await mailbox.source(kept!.id))!;
  expect(raw.toString()).toMatch(/multipart\/alternative[^]*multipart\/related/);
  const { attachments, text } = await PostalMime.parse(raw);
  expect(attachments).toMatchObject([
    { contentId: '<logo-1>', mimeType: 'image/png', disposition: 'inline', related: true },
  ]);
  expect(Buffer.from(attachments[0]!.content as ArrayBuffer).toString('base64')).toBe(png);
  expect(text?.trim()).toBe('Hello');
});
