import { askExperts } from '#modules/ratings/server/public.ts';
import { askingOf } from './messages.ts';
import { write } from './threads.ts';

askExperts.provide(async (ctx) => {
  const asking = await askingOf(ctx);
  return (db, opening) => write(ctx, db, asking, { ...opening, kind: 'text' });
});
