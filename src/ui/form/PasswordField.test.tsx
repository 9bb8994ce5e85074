// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { PasswordField } from './PasswordField.tsx';
import { PASSWORD_RULES } from './passwordRules.ts';
import { renderUi } from '../testing/render.tsx';

function Form() {
  const [value, setValue] = useState('');
  return (
    <>
      <PasswordField
        label="Password"
        value={value}
        onChange={setValue}
        error={value === 'x' ? 'Match new password' : undefined}
      />
      <button type="button">Elsewhere</button>
    </>
  );
}

const rules = () => screen.getAllByRole('listitem').map((item) => item.textContent);

describe('a new password', () => {
  it.each([
    ['Abcdefg1', true],
    ['Abcdef1', false],
    ['abcdefg1', false],
    ['ABCDEFG1', false],
    ['Abcdefgh', false],
    ['Ábcdéfg1', false],
    ['pass word Word 9', true],
  ])('%s', (password, strong) => expect(PASSWORD_RULES.every((rule) => rule.met(password))).toBe(strong));

  it('shows the checklist only while the field has focus', async () => {
    renderUi(<Form />);
    expect(screen.queryByRole('list')).toBeNull();
    await userEvent.click(screen.getByLabelText('Password'));
    expect(rules()).toHaveLength(4);
    await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('ticks each rule as it is met, and is gone when all are', async () => {
    renderUi(<Form />);
    const field = screen.getByLabelText('Password');
    await userEvent.type(field, 'aB');
    expect(rules()).toEqual([
      'At least 8 characters, not yet met',
      'A lowercase letter, met',
      'An uppercase letter, met',
      'A number, not yet met',
    ]);
    await userEvent.type(field, 'cdefg');
    expect(rules().filter((rule) => rule?.endsWith(', met'))).toHaveLength(2);
    await userEvent.type(field, 'h7');
    expect(screen.queryByRole('list')).toBeNull();
    expect(screen.getByText('4 of 4 password rules met')).toBeTruthy();
  });

  it('shows the fault it is given', async () => {
    renderUi(<Form />);
    await userEvent.type(screen.getByLabelText('Password'), 'x');
    expect(screen.getByText('Match new password')).toBeTruthy();
  });
});
