import type { TestPortal } from './portal.ts';

/** What a test reads of the emails to a company; to somebody by the whole address, or by its first part. */
export function testMails(portal: TestPortal) {
  /** Newest first, once everything queued is done. */
  const mailsTo = async (who: string) => {
    await portal.runJobs();
    const to = who.includes('@') ? who : `${who}@acme-widgets.com`;
    const mails = await Promise.all(
      (await portal.mailbox.list({ to })).map(({ id }) => portal.mailbox.read(id)),
    );
    // lines are broken for mail programs, not for tests
    return mails.map((mail) => ({ ...mail!, words: mail!.text.replaceAll(/\s+/g, ' ') }));
  };
  const mailCounts = async (...who: string[]): Promise<number[]> => {
    await portal.runJobs();
    return Promise.all(who.map(async (one) => (await mailsTo(one)).length));
  };
  /** The secret of the link to a page in the newest email to somebody. */
  const secretIn = async (who: string, page: string): Promise<string> => {
    const [mail] = await mailsTo(who);
    const found = new RegExp(`/${page}/([\\w-]+)`).exec(mail?.text ?? '');
    if (!found) throw new Error(`No link in:\n${mail?.text}`);
    return found[1]!;
  };
  return { mailsTo, mailCounts, secretIn };
}
