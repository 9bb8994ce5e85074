/** Who works at the example company. Nobody of them is real. */
export type Teammate = {
  name: string;
  email: string;
  /** Joined the team so many days before today; everybody else was there when the list was made. */
  joined?: number;
  left?: number;
  /** Days after being asked on which the person signs; left out for who never did. */
  signs?: number;
  /** Gives up after so many. */
  atMost?: number;
  /** The same for the policy that changed. */
  signsAgain?: number;
};

const address = (name: string) => `${name.toLowerCase().replace(' ', '.')}@harborlamps.example`;
const mate = (name: string, more: Omit<Teammate, 'name' | 'email'> = {}): Teammate => ({
  name,
  email: address(name),
  ...more,
});

export const team: readonly Teammate[] = [
  mate('Nora Lindqvist', { signs: 0, signsAgain: 1 }),
  mate('Ingrid Solberg', { signs: 1, signsAgain: 2 }),
  mate('Mateo Ferrer', { signs: 0, signsAgain: 1 }),
  mate('Priya Raman', { signs: 2, signsAgain: 1 }),
  mate('Tobias Keller', { signs: 1, signsAgain: 4 }),
  mate('Hana Okabe', { signs: 5, signsAgain: 3 }),
  mate('Owen Brightwater', { signs: 3 }),
  mate('Leila Haddad', { signs: 4, signsAgain: 1 }),
  mate('Marcus Eldin', { signs: 9, signsAgain: 8 }),
  mate('Sofia Castellan', { signs: 2, signsAgain: 2 }),
  mate('Dmitri Valen', { signs: 12, atMost: 3 }),
  mate('Grace Oduya', { signs: 6, signsAgain: 5 }),
  mate('Amelia Thornbury'),
  mate('Jonas Hartwell', { signs: 1, signsAgain: 3, left: 40 }),
  mate('Felix Arranda', { joined: 60, signs: 4, atMost: 4 }),
];

/** Who approves beside the administrator. */
export const director = { name: 'Ingrid Solberg', email: address('Ingrid Solberg') } as const;
export const lawyer = { name: 'Tamsin Wray', email: 'tamsin.wray@quaysidelaw.example' } as const;
