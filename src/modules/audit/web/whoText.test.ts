import { expect, test } from 'vitest';
import { whoText } from './whoText.ts';

const who = {
  kind: 'staff',
  name: 'Ada Vance',
  email: 'ada@acme.example',
  staff: 'sam@support.example',
  staffName: 'Sam Sorel',
} as const;

test.each([
  [who, 'Staff member Sam Sorel on behalf of Ada Vance'],
  [{ ...who, name: '', email: '' }, 'Staff member Sam Sorel'],
  [{ ...who, staffName: '', name: '' }, 'Staff member sam@support.example'],
  [{ ...who, kind: 'person', staff: '', staffName: '' } as const, 'Ada Vance'],
])('%j is %s', (given, said) => expect(whoText(given)).toBe(said));
