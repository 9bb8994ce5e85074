// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { blankPolicy } from '../../blankPolicy.ts';
import type { Policy } from '../../entities.ts';
import { textDiff, linesOf } from '../history/textDiff.ts';
import { deskOf, isDirty, withLoaded, withSaved, withSpelling, withTheirs } from './work.ts';

const policy = (change: Partial<Policy> = {}): Policy => ({
  ...blankPolicy,
  id: 'visitors',
  saved: true,
  etag: 'one',
  ...change,
});
const typed = (text: string) => {
  const desk = deskOf(policy({ customPolicy: '<p>a</p>' }));
  return { ...desk, now: { ...desk.now, text } };
};

describe('what is on the desk', () => {
  test('takes over what was loaded anew only where nothing was typed', () => {
    const newer = policy({ customPolicy: '<p>b</p>', etag: 'two' });
    expect(withLoaded(deskOf(policy()), newer)).toMatchObject({
      etag: 'two',
      now: { text: '<p>b</p>' },
      edition: 1,
    });
    expect(withLoaded(typed('<p>mine</p>'), newer)).toMatchObject({
      etag: 'one',
      now: { text: '<p>mine</p>' },
      edition: 0,
    });
  });

  test('stays as it was saved until that is loaded', () => {
    const start = policy({ customPolicy: '<p>a</p>' });
    const sent = typed('<p>mine</p>');
    const after = withSaved(sent, policy({ customPolicy: '<p>mine</p>', etag: 'two', version: 2 }), sent.now);
    expect(withLoaded(after, start)).toMatchObject({ etag: 'two', now: { text: '<p>mine</p>' }, edition: 0 });
    expect(
      withLoaded(withTheirs(sent, policy({ customPolicy: '<p>theirs</p>', etag: 'two' })), start).now.text,
    ).toBe('<p>theirs</p>');
  });

  test('keeps what was typed while saving was under way', () => {
    const sent = typed('<p>mine</p>');
    const later = { ...sent, now: { ...sent.now, text: '<p>mine and more</p>' } };
    const after = withSaved(later, policy({ customPolicy: '<p>mine</p>', etag: 'two' }), sent.now);
    expect(after).toMatchObject({ etag: 'two', now: { text: '<p>mine and more</p>' } });
    expect(isDirty(after)).toBe(true);
    expect(isDirty(withSaved(sent, policy({ customPolicy: '<p>Mine</p>', etag: 'two' }), sent.now))).toBe(
      false,
    );
  });

  test('does not take another spelling of the same text for a change', () => {
    expect(isDirty(withSpelling(deskOf(policy({ customPolicy: 'a' })), '<p>a</p>'))).toBe(false);
    expect(isDirty(withSpelling(typed('<p>mine</p>'), '<p>mine</p>'))).toBe(true);
  });

  test('is shown with what the company says now, and what was typed stays', () => {
    const template = (basis: string) =>
      ({ basis, values: [], defaults: {}, blocks: [], related: [] }) as unknown as Policy['template'];
    const desk = {
      ...deskOf(policy({ template: template('old') })),
      now: { name: '', text: '', values: { owner: 'Cora' } },
    };
    const after = withLoaded(desk, policy({ template: template('new') }));
    expect([after.base.template?.basis, after.now.values, isDirty(after)]).toEqual([
      'new',
      { owner: 'Cora' },
      true,
    ]);
    expect(withLoaded(after, policy({ template: template('new') }))).toBe(after);
    // of another save, what was seen stays
    expect(
      withLoaded(after, policy({ template: template('newest'), etag: 'two' })).base.template?.basis,
    ).toBe('new');
  });

  test('the order in which values were given is no change', () => {
    const desk = deskOf(policy({ customValues: { a: 1, b: 2 } }));
    expect(isDirty({ ...desk, now: { ...desk.now, values: { b: 2, a: 1 } } })).toBe(false);
  });
});

test('two formatted texts are compared by line and then by word', () => {
  const lines = textDiff(
    linesOf(
      '<h1>Rules</h1><ul><li><p>Sign the book.</p></li></ul><p>Same</p><table><tr><td>Old</td></tr></table>',
    ),
    linesOf('<h1>Rules</h1><ul><li><p>Sign the list.</p></li></ul><p>Same</p><p>New</p><p>Newer</p>'),
  );
  expect(lines.map(({ kind }) => kind)).toEqual(['same', 'changed', 'same', 'removed', 'added', 'added']);
  expect(lines[1]!.parts.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: 'book' },
    { kind: 'added', text: 'list' },
  ]);
});
