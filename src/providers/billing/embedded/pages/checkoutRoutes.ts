import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readCard, type CardErrors, type CardInput } from '../cards.ts';
import { cardName } from '../charge.ts';
import {
  answerChallenge,
  applyCoupon,
  cancelPage,
  checkoutPath,
  orderOf,
  payPage,
  stateOf,
  type PayOutcome,
} from '../checkout.ts';
import { invoiceId, listInvoices } from '../invoices.store.ts';
import { readPage, type Page } from '../pages.store.ts';
import type { SandboxParts } from '../parts.ts';
import { SandboxRefusal } from '../refusal.ts';
import { readSubscription } from '../subscriptions.store.ts';
import { summaryOf } from '../summary.ts';
import { emptyCard, shownAgain } from './cardFields.ts';
import { challengePage, formPage, overPage, succeededPage, type CheckoutForm } from './checkoutPages.ts';
import { webAddress } from './look.ts';
import { cardIn, formOf, formToken, isOwnForm, sendMissing, sendPage } from './serving.ts';

const missing = 'The address is not complete, or the page is gone. Start again from your plan page.';

/** The address to go back to, with what came of the page. */
function returnUrl(parts: SandboxParts, page: Page, id: string, outcome: 'done' | 'cancelled'): string {
  const url = webAddress(page.returnUrl, parts.publicUrl);
  url.searchParams.set('checkout', outcome);
  url.searchParams.set('page', id);
  return url.href;
}

type Visit = { id: string; page: Page; request: FastifyRequest; reply: FastifyReply };
type Shown = Partial<Pick<CheckoutForm, 'input' | 'errors' | 'coupon' | 'message'>> & { status?: number };

function sendForm(parts: SandboxParts, { id, page, request, reply }: Visit, shown: Shown): FastifyReply {
  const { customer, brand } = page;
  const form: CheckoutForm = {
    action: checkoutPath(id),
    token: formToken(parts, request, reply, id),
    customer,
    order: orderOf(parts, page),
    input: shownAgain(shown.input ?? emptyCard(`${customer.firstName} ${customer.lastName}`.trim())),
    errors: shown.errors ?? {},
    coupon: shown.coupon ?? { typed: '', error: null },
    message: shown.message ?? null,
    fresh: shown.input === undefined,
  };
  return sendPage(parts, reply, shown.status ?? 200, brand, (nonce) =>
    formPage({ brand, nonce, pageId: id }, form),
  );
}

const sendChallenge = (
  parts: SandboxParts,
  { id, page, request, reply }: Visit,
  typed: CardInput | null,
): FastifyReply => {
  const token = formToken(parts, request, reply, id);
  const { dueCents } = orderOf(parts, page);
  return sendPage(parts, reply, 200, page.brand, (nonce) =>
    challengePage(
      { brand: page.brand, nonce, pageId: id },
      { action: checkoutPath(id), token, typed, card: page.pendingCard!, dueCents },
    ),
  );
};

async function sendSucceeded(parts: SandboxParts, { id, page, reply }: Visit): Promise<FastifyReply> {
  const row = (await readSubscription(parts.db, page.subscriptionId!))!;
  const { card, nextBillingAt, nextAmountCents } = summaryOf(row);
  const first = (await listInvoices(parts.db, row.id, { limit: 100 })).at(-1);
  return sendPage(parts, reply, 200, page.brand, (nonce) =>
    succeededPage(
      { brand: page.brand, nonce, pageId: id },
      {
        planName: row.priceName,
        card: card && cardName(card),
        paidCents: first?.paidCents ?? 0,
        nextAt: nextBillingAt,
        nextCents: nextAmountCents,
        invoice: first ? invoiceId(first.number) : null,
        returnUrl: returnUrl(parts, page, id, 'done'),
      },
    ),
  );
}

/** The page as it stands: form, the bank's question, or what came of it. */
async function show(parts: SandboxParts, visit: Visit): Promise<FastifyReply> {
  const { id, page, reply } = visit;
  const state = stateOf(page, parts.now());
  if (state === 'succeeded') return sendSucceeded(parts, visit);
  if (state === 'open')
    return page.pendingCard ? sendChallenge(parts, visit, null) : sendForm(parts, visit, {});
  const status = state === 'expired' ? 410 : 200;
  return sendPage(parts, reply, status, page.brand, (nonce) =>
    overPage({ brand: page.brand, nonce, pageId: id }, state, returnUrl(parts, page, id, 'cancelled')),
  );
}

/** The same page, read anew: something about it has just changed. */
async function again(parts: SandboxParts, visit: Visit): Promise<Visit> {
  return { ...visit, page: (await readPage(parts.db, visit.id)) ?? visit.page };
}

async function takeCoupon(
  parts: SandboxParts,
  visit: Visit,
  input: CardInput,
  typed: string,
  notice: string,
): Promise<FastifyReply> {
  if (typed.trim() === '')
    return sendForm(parts, visit, { input, coupon: { typed, error: 'Enter a coupon code.' }, status: 422 });
  const taken = await applyCoupon(parts, visit.id, typed);
  const next = await again(parts, visit);
  if (taken === true) return sendForm(parts, next, { input, message: { tone: 'good', text: notice } });
  if (taken === false)
    return sendForm(parts, next, {
      input,
      coupon: { typed: typed.slice(0, 50), error: 'This coupon is not valid.' },
      status: 422,
    });
  return show(parts, next);
}

async function outcomePage(
  parts: SandboxParts,
  visit: Visit,
  outcome: PayOutcome,
  input: CardInput,
): Promise<FastifyReply> {
  const next = await again(parts, visit);
  if (outcome.kind === 'challenge') return sendChallenge(parts, next, input);
  if (outcome.kind !== 'refused') return visit.reply.redirect(checkoutPath(visit.id), 303);
  const { field, message } = outcome.refusal;
  const errors: CardErrors = { [field]: message };
  return sendForm(parts, next, {
    input,
    errors,
    message: { tone: 'bad', text: 'The payment did not go through. Nothing was bought.' },
    status: 402,
  });
}

async function send(parts: SandboxParts, visit: Visit): Promise<FastifyReply> {
  const { id, request, reply } = visit;
  const form = formOf(request);
  const input = cardIn(form);
  const wanted = form('do');
  const state = stateOf(visit.page, parts.now());
  if (state === 'expired') return show(parts, visit);
  if (state !== 'open') return reply.redirect(checkoutPath(id), 303);
  if (!isOwnForm(parts, request, id))
    return sendForm(parts, visit, {
      input,
      message: {
        tone: 'bad',
        text: 'This form was open for too long or came from elsewhere. Please send it again.',
      },
      status: 403,
    });
  if (wanted === 'cancel') {
    await cancelPage(parts, id);
    return reply.redirect(checkoutPath(id), 303);
  }
  if (wanted === 'complete' || wanted === 'fail')
    return outcomePage(parts, visit, await answerChallenge(parts, id, wanted === 'complete'), input);
  if (wanted === 'remove-coupon') {
    await applyCoupon(parts, id, '');
    return sendForm(parts, await again(parts, visit), {
      input,
      message: { tone: 'good', text: 'The coupon was removed.' },
    });
  }
  if (wanted === 'coupon') return takeCoupon(parts, visit, input, form('coupon'), 'The coupon was applied.');
  // somebody who typed a coupon and did not press Apply wants it counted before they pay
  if (form('coupon').trim() !== '' && visit.page.couponCodes.length === 0)
    return takeCoupon(
      parts,
      visit,
      input,
      form('coupon'),
      'The coupon was applied. Check the price, then pay.',
    );
  const read = readCard(input, parts.now());
  if ('errors' in read) return sendForm(parts, visit, { input, errors: read.errors, status: 422 });
  return outcomePage(parts, visit, await payPage(parts, id, read.card), input);
}

/** The hosted checkout: `/billing-sandbox/checkout/{id}`. */
export function addCheckoutRoutes(scope: FastifyInstance, parts: SandboxParts): void {
  const visiting =
    (work: (parts: SandboxParts, visit: Visit) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { id } = request.params as { id: string };
      const page = await readPage(parts.db, id);
      if (!page) return sendMissing(parts, reply, missing);
      try {
        return await work(parts, { id, page, request, reply });
      } catch (error) {
        // the plan or coupon was taken from the catalogue while the page was open
        if (error instanceof SandboxRefusal)
          return sendMissing(parts, reply, `${error.message} Start again from your plan page.`);
        throw error;
      }
    };
  scope.get(checkoutPath(':id'), visiting(show));
  scope.post(checkoutPath(':id'), visiting(send));
}
