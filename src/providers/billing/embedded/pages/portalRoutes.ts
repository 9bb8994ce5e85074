import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GlobalDb } from '#platform/server/database/database.ts';
import { needsAuthentication, readCard, type CardErrors, type CardInput, type KeptCard } from '../cards.ts';
import { portalPath } from '../api/checkouts.ts';
import { writeInvoicePdf } from '../invoicePdf.ts';
import { findInvoice, listInvoices } from '../invoices.store.ts';
import { readPortalSession, setPendingCard, type PortalSession } from '../pages.store.ts';
import type { SandboxParts } from '../parts.ts';
import { SandboxRefusal } from '../refusal.ts';
import { cancelAt, changeCard, isOver, keep, locked } from '../subscriptions.ts';
import { readSubscription, type Subscription } from '../subscriptions.store.ts';
import { summaryOf } from '../summary.ts';
import { emptyCard, shownAgain } from './cardFields.ts';
import { webAddress } from './look.ts';
import { cancelPage, cardChallengePage, cardPage, homePage, notNow, type PortalView } from './portalPages.ts';
import { cardIn, fewDocuments, formOf, formToken, isOwnForm, sendMissing, sendPage } from './serving.ts';

const missing = 'These pages are open for an hour. Open your billing again from your plan page.';
const invoicesShown = 100;

type Visit = {
  id: string;
  session: PortalSession;
  row: Subscription;
  request: FastifyRequest;
  reply: FastifyReply;
};
type Message = PortalView['message'];

/** What is said after something was done; the address carries its name only. */
const done: Record<string, (row: Subscription) => string> = {
  cancelled: (row) =>
    row.status === 'cancelled' ? 'Your subscription has ended.' : 'Your cancellation is noted.',
  resumed: () => 'Your subscription goes on as before.',
  card: () => 'Your card was changed.',
};

async function viewOf(
  parts: SandboxParts,
  { id, session, row, request, reply }: Visit,
  message: Message,
): Promise<PortalView> {
  return {
    home: portalPath(id),
    token: formToken(parts, request, reply, id),
    planName: row.priceName,
    priceCents: row.priceCents,
    subscription: summaryOf(row),
    invoices: await listInvoices(parts.db, row.id, { limit: invoicesShown }),
    returnUrl: webAddress(session.returnUrl, parts.publicUrl).href,
    message,
  };
}

const frameOf = ({ id, session }: Visit, nonce: string) => ({ brand: session.brand, nonce, pageId: id });

async function home(parts: SandboxParts, visit: Visit): Promise<FastifyReply> {
  const { done: change } = visit.request.query as { done?: unknown };
  const text = typeof change === 'string' && Object.hasOwn(done, change) ? done[change]!(visit.row) : null;
  const view = await viewOf(parts, visit, text === null ? null : { tone: 'good', text });
  return sendPage(parts, visit.reply, 200, visit.session.brand, (nonce) =>
    homePage(frameOf(visit, nonce), view),
  );
}

async function askCancel(parts: SandboxParts, visit: Visit): Promise<FastifyReply> {
  if (isOver(visit.row)) return visit.reply.redirect(portalPath(visit.id), 303);
  const view = await viewOf(parts, visit, null);
  return sendPage(parts, visit.reply, 200, visit.session.brand, (nonce) =>
    cancelPage(frameOf(visit, nonce), view),
  );
}

const refuse = (
  parts: SandboxParts,
  visit: Visit,
  status: number,
  title: string,
  line: string,
): FastifyReply =>
  sendPage(parts, visit.reply, status, visit.session.brand, (nonce) =>
    notNow(frameOf(visit, nonce), title, line, portalPath(visit.id)),
  );

/** Does something to the subscription, then shows it. */
async function act(
  parts: SandboxParts,
  visit: Visit,
  change: string,
  work: (db: GlobalDb, row: Subscription) => Promise<unknown>,
): Promise<FastifyReply> {
  if (!isOwnForm(parts, visit.request, visit.id))
    return refuse(
      parts,
      visit,
      403,
      'Please try again',
      'This form was open for too long or came from elsewhere. Nothing was changed.',
    );
  try {
    await locked(parts, visit.row.id, work);
  } catch (error) {
    if (error instanceof SandboxRefusal)
      return refuse(parts, visit, 409, 'That is not possible now', error.message);
    throw error;
  }
  return visit.reply.redirect(`${portalPath(visit.id)}?done=${change}`, 303);
}

type Typed = { input: CardInput; errors: CardErrors; message: Message; status: number };

function sendCardForm(
  parts: SandboxParts,
  visit: Visit,
  { input, errors, message, status }: Typed,
): FastifyReply {
  const token = formToken(parts, visit.request, visit.reply, visit.id);
  return sendPage(parts, visit.reply, status, visit.session.brand, (nonce) =>
    cardPage(
      frameOf(visit, nonce),
      { home: portalPath(visit.id), token, message },
      shownAgain(input),
      errors,
    ),
  );
}

function showCard(parts: SandboxParts, visit: Visit): FastifyReply {
  const { customer, status } = visit.row;
  if (status === 'cancelled')
    return refuse(
      parts,
      visit,
      409,
      'That is not possible now',
      'This subscription has ended, so it needs no card.',
    );
  const input = emptyCard(`${customer.firstName} ${customer.lastName}`.trim());
  return sendCardForm(parts, visit, { input, errors: {}, message: null, status: 200 });
}

async function tryCard(
  parts: SandboxParts,
  visit: Visit,
  card: KeptCard,
  input: CardInput,
): Promise<FastifyReply> {
  await setPendingCard(parts.db, visit.session, null);
  const refusal = await changeCard(parts, visit.row.id, card);
  if (!refusal) return visit.reply.redirect(`${portalPath(visit.id)}?done=card`, 303);
  return sendCardForm(parts, visit, {
    input,
    errors: { [refusal.field]: refusal.message },
    message: null,
    status: 402,
  });
}

async function sendCard(parts: SandboxParts, visit: Visit): Promise<FastifyReply> {
  const form = formOf(visit.request);
  const input = cardIn(form);
  if (!isOwnForm(parts, visit.request, visit.id)) {
    const text = 'This form was open for too long or came from elsewhere. Please send it again.';
    return sendCardForm(parts, visit, { input, errors: {}, message: { tone: 'bad', text }, status: 403 });
  }
  const wanted = form('do');
  const pending = visit.session.pendingCard;
  if (wanted === 'complete' && pending) return tryCard(parts, visit, pending, input);
  if (wanted === 'fail' || wanted === 'complete') {
    await setPendingCard(parts.db, visit.session, null);
    const number = 'The bank could not confirm that this card is yours. Try again, or use another card.';
    return sendCardForm(parts, visit, { input, errors: { number }, message: null, status: 402 });
  }
  const read = readCard(input, parts.now());
  if ('errors' in read)
    return sendCardForm(parts, visit, { input, errors: read.errors, message: null, status: 422 });
  if (!needsAuthentication(read.card)) return tryCard(parts, visit, read.card, input);
  await setPendingCard(parts.db, visit.session, read.card);
  const token = formToken(parts, visit.request, visit.reply, visit.id);
  return sendPage(parts, visit.reply, 200, visit.session.brand, (nonce) =>
    cardChallengePage(frameOf(visit, nonce), {
      home: portalPath(visit.id),
      token,
      typed: input,
      card: read.card,
    }),
  );
}

async function sendInvoice(
  parts: SandboxParts,
  { row, session, request, reply }: Visit,
): Promise<FastifyReply> {
  const id = (request.params as { file: string }).file.replace(/\.pdf$/, '');
  const invoice = await findInvoice(parts.db, id);
  if (invoice?.subscriptionId !== row.id) return sendMissing(parts, reply, 'There is no such invoice.');
  return reply
    .header('content-security-policy', "frame-ancestors 'none'")
    .header('content-disposition', `attachment; filename="invoice-${id}.pdf"`)
    .header('cache-control', 'private, no-store')
    .type('application/pdf')
    .send(await writeInvoicePdf(invoice, session.brand));
}

/** The customer portal: `/billing-sandbox/portal/{session}`, of one subscription and for an hour. */
export function addPortalRoutes(scope: FastifyInstance, parts: SandboxParts): void {
  const visiting =
    (work: (parts: SandboxParts, visit: Visit) => FastifyReply | Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { id } = request.params as { id: string };
      const session = await readPortalSession(parts.db, id, parts.now());
      const row = session && (await readSubscription(parts.db, session.subscriptionId));
      if (!session || !row) return sendMissing(parts, reply, missing);
      return work(parts, { id, session, row, request, reply });
    };
  const at = (rest = '') => `${portalPath(':id')}${rest}`;
  scope.get(at(), visiting(home));
  scope.get(at('/cancel'), visiting(askCancel));
  scope.post(
    at('/cancel'),
    visiting((_parts, visit) =>
      act(parts, visit, 'cancelled', async (db, row) => {
        if (isOver(row)) return;
        await cancelAt(parts, db, row, row.status === 'past-due' ? 'immediately' : 'end_of_term');
      }),
    ),
  );
  scope.post(
    at('/resume'),
    visiting((_parts, visit) =>
      act(parts, visit, 'resumed', async (db, row) => isOver(row) && keep(parts, db, row)),
    ),
  );
  scope.get(at('/card'), visiting(showCard));
  scope.post(at('/card'), visiting(sendCard));
  scope.get(at('/invoices/:file'), { preHandler: fewDocuments(parts) }, visiting(sendInvoice));
}
