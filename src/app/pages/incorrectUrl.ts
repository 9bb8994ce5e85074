/** Wording of the page for a browser at an address that is none of the portal's (platform.md 2); `{brand}` is filled in. */
export const incorrectUrl = {
  path: '/incorrect-url',
  title: 'This is not the right address',
  text: 'Please sign in to {brand} through the correct address. The button below takes you there.',
  button: 'Go to correct URL',
} as const;
