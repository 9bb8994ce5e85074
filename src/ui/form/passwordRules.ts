export type PasswordRule = { id: string; label: string; met: (password: string) => boolean };

/** platform.md 5 and 9. */
export const PASSWORD_RULES: PasswordRule[] = [
  { id: 'length', label: 'At least 8 characters', met: (password) => password.length >= 8 },
  { id: 'lowercase', label: 'A lowercase letter', met: (password) => /[a-z]/.test(password) },
  { id: 'uppercase', label: 'An uppercase letter', met: (password) => /[A-Z]/.test(password) },
  { id: 'number', label: 'A number', met: (password) => /[0-9]/.test(password) },
];
