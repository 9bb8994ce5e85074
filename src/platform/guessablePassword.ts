/** What a person reads, from the server and in the browser alike, whose password is refused as easy to guess. */
export const guessablePassword =
  'This password is too easy to guess. Attackers first try common passwords, and names of people and companies with a number. Use three or four unrelated words with a capital letter and a number.';
